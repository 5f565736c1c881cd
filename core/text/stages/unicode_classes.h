// Unicode classes: what tokenizers ask of a character, by its general category.
#pragma once

#include <string>

namespace attnlab {

/// Two letters, as "Lu"; "Cn" for what is no character.
const char* category_name(char32_t value);

/// Whether the general category of `value` begins with `initial`: 'L' letters, 'M' marks, 'N' numbers,
/// 'P' punctuation, 'S' symbols, 'Z' separators, 'C' others.
bool has_category(char32_t value, char initial);

/// ASCII's signs, and punctuation of any script.
bool is_punctuation_sign(char32_t value);

/// What \w matches (Unicode's regular expressions, annex C): letters, marks, digits, connectors, joiners.
bool is_regex_word(char32_t value);

/// Lower case, which is two characters for U+0130 alone.
std::u32string lower_of(char32_t value);

/// What letters that differ by case alone have in common.
char32_t folded(char32_t value);

}  // namespace attnlab
