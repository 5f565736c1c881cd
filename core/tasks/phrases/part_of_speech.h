// Part of speech: which kind of word of the phrase lexicon each word of a sentence is.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace attnlab::phrases {

enum class Language { English, French };

/// "noun", "adjective", "verb", "determiner", "pronoun", "preposition" or "adverb" for each word of a
/// sentence of the grammar; "" for a word that the grammar does not have. Words that are articles and
/// pronouns (le, la, les, l) are articles where a noun or an adjective follows, and pronouns elsewhere.
std::vector<std::string_view> parts_of_speech(std::span<const std::string_view> words, Language language);

}  // namespace attnlab::phrases
