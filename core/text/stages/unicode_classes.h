// Unicode classes: what tokenizers ask of a character, by its general category and its case.
#pragma once

#include <span>
#include <string>

namespace attnlab {

/// Two letters, as "Lu"; "Cn" for what is no character.
const char* category_name(char32_t value);

/// Whether the general category of `value` begins with `initial`: 'L' letters, 'M' marks, 'N' numbers,
/// 'P' punctuation, 'S' symbols, 'Z' separators, 'C' others.
bool has_category(char32_t value, char initial);

/// ASCII's signs, and punctuation of any script.
bool is_punctuation_sign(char32_t value);

/// Letters, marks, digits and connectors: what \w matches in a class, as Oniguruma has it.
bool is_word_letter(char32_t value);
/// is_word_letter() and the joiners U+200C and U+200D, as Unicode's regular expressions (annex C) and Rust
/// have \w.
bool is_regex_word(char32_t value);

/// Lower case, which is two characters for U+0130 alone.
std::u32string lower_of(char32_t value);

/// The characters that differ from `value` by case alone, with it: "kK\u212A" for k.
std::u32string letters_of_any_case(char32_t value);

/// All letters of more than one case: each string holds the characters that are one letter.
std::span<const std::u32string> letters_with_cases();

/// A character that in another case is several: ß, which is "ss".
struct SeveralLetters {
  char32_t character;
  std::u32string letters;  ///< folded
};
std::span<const SeveralLetters> characters_of_several_letters();

/// `value` as its case folding writes it, which may be several characters.
std::u32string case_folded(char32_t value);

}  // namespace attnlab
