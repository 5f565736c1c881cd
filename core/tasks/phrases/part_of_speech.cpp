// Part of speech: the lexicon's words, and the small words of the grammar.
#include "core/tasks/phrases/part_of_speech.h"

#include <algorithm>

#include "core/tasks/phrases/lexicon.h"

namespace attnlab::phrases {

namespace {

using SmallWords = std::span<const std::string_view>;

constexpr std::string_view kNoun = "noun", kAdjective = "adjective", kVerb = "verb",
                           kDeterminer = "determiner", kPronoun = "pronoun", kPreposition = "preposition",
                           kAdverb = "adverb";

/// The words of one language that stand in no table of the lexicon.
struct SmallWordKind {
  std::string_view part;
  SmallWords words;
};

using SmallKinds = std::span<const SmallWordKind>;
constexpr std::string_view kEnglishDeterminers[] = {"the", "a",    "an",    "some", "any",
                                                    "my",  "this", "these", "two"};
constexpr std::string_view kEnglishPronouns[] = {"I",  "i",   "he",  "she", "we",  "they",
                                                 "me", "him", "her", "us",  "them"};
constexpr std::string_view kEnglishPrepositions[] = {"in", "behind", "near", "for", "to"};
constexpr std::string_view kEnglishAdverbs[] = {"not", "never", "often"};
constexpr std::string_view kEnglishVerbs[] = {"am", "is", "are", "do", "does"};
constexpr SmallWordKind kEnglishSmallWords[] = {{kDeterminer, kEnglishDeterminers},
                                                {kPronoun, kEnglishPronouns},
                                                {kPreposition, kEnglishPrepositions},
                                                {kAdverb, kEnglishAdverbs},
                                                {kVerb, kEnglishVerbs}};

constexpr std::string_view kFrenchDeterminers[] = {"un", "une", "des",   "mon", "ma",   "mes",
                                                   "ce", "cet", "cette", "ces", "deux", "du"};
constexpr std::string_view kFrenchPronouns[] = {"je", "j'", "il", "elle", "nous", "ils", "me", "m'"};
constexpr std::string_view kFrenchPrepositions[] = {"dans", "derrière", "près"};
constexpr std::string_view kFrenchAdverbs[] = {"ne", "n'", "pas", "jamais", "souvent"};
constexpr std::string_view kFrenchVerbs[] = {"suis", "est", "sommes", "sont"};
constexpr SmallWordKind kFrenchSmallWords[] = {{kDeterminer, kFrenchDeterminers},
                                               {kPronoun, kFrenchPronouns},
                                               {kPreposition, kFrenchPrepositions},
                                               {kAdverb, kFrenchAdverbs},
                                               {kVerb, kFrenchVerbs}};

/// Articles before a noun or an adjective, pronouns before a verb.
constexpr std::string_view kArticlesOrPronouns[] = {"le", "la", "l'", "les"};
/// Of a place behind près, and an article elsewhere.
constexpr std::string_view kOf[] = {"de", "d'"};
constexpr std::string_view kBeforeOf = "près";

bool is_among(std::string_view word, SmallWords words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_form(std::string_view word, const Forms& forms) {
  return word == forms.singular || word == forms.plural;
}

bool is_noun(std::string_view word, Language language) {
  return std::ranges::any_of(nouns(), [&](const Noun& noun) {
    return is_form(word, language == Language::English ? noun.english : noun.french);
  });
}

bool is_adjective(std::string_view word, Language language) {
  return std::ranges::any_of(adjectives(), [&](const Adjective& adjective) {
    if (language == Language::English) return word == adjective.english;
    return is_form(word, adjective.masculine) || is_form(word, adjective.feminine) ||
           (!word.empty() && word == adjective.before_vowel);
  });
}

bool is_verb(std::string_view word, Language language) {
  return std::ranges::any_of(verbs(), [&](const Verb& verb) {
    if (language == Language::English) return word == verb.english || word == verb.english_third;
    return is_among(word, verb.french);
  });
}

/// Of a word that is what it is wherever it stands; "" for any other.
std::string_view plain_part(std::string_view word, Language language) {
  if (word.empty()) return "";
  for (const SmallWordKind& kind :
       language == Language::English ? SmallKinds(kEnglishSmallWords) : SmallKinds(kFrenchSmallWords))
    if (is_among(word, kind.words)) return kind.part;
  if (is_noun(word, language)) return kNoun;
  if (is_adjective(word, language)) return kAdjective;
  return is_verb(word, language) ? kVerb : std::string_view();
}

std::string_view part_at(std::span<const std::string_view> words, std::size_t at, Language language) {
  const std::string_view word = words[at];
  if (language == Language::English) return plain_part(word, language);
  if (is_among(word, kOf)) return at > 0 && words[at - 1] == kBeforeOf ? kPreposition : kDeterminer;
  if (!is_among(word, kArticlesOrPronouns)) return plain_part(word, language);
  const std::string_view next = at + 1 < words.size() ? plain_part(words[at + 1], language) : "";
  return next == kNoun || next == kAdjective ? kDeterminer : kPronoun;
}

}  // namespace

std::vector<std::string_view> parts_of_speech(std::span<const std::string_view> words, Language language) {
  std::vector<std::string_view> parts;
  for (std::size_t i = 0; i < words.size(); ++i) parts.push_back(part_at(words, i, language));
  return parts;
}

}  // namespace attnlab::phrases
