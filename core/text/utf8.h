// UTF-8: code points in and out of byte strings, and the few character classes that cutting words needs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attnlab {

/// The code point at the front of a text. A byte that begins no valid sequence (overlong forms, surrogates
/// and values over U+10FFFF included) is one code point of size 1 with `valid` false and the byte as its
/// value.
struct CodePoint {
  char32_t value = 0;
  std::size_t size = 0;  ///< bytes; 0 only for an empty text
  bool valid = false;
};

/// Reads the first code point of `text`.
CodePoint decode_utf8(std::string_view text);
/// Bytes of one code point; U+FFFD for a value that is not one.
std::string encode_utf8(char32_t value);
/// Byte offset of the first byte that is not UTF-8, or nothing where all of `text` is.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);
/// A piece of a UTF-8 text without the rest of a character at its front and the beginning of one at its end.
std::string_view whole_characters(std::string_view piece);
/// Number of code points, each invalid byte counting as one.
std::size_t count_code_points(std::string_view text);

/// Spaces, tabs, line ends and Unicode's other white space.
bool is_white_space(char32_t value);
/// Letters, digits, combining marks and underscore of any script: everything visible that is neither
/// punctuation nor a symbol.
bool is_word_character(char32_t value);
/// Lower case of ASCII, Latin-1, Latin Extended-A, Greek and Cyrillic letters; other text unchanged.
std::string lower_case(std::string_view text);

}  // namespace attnlab
