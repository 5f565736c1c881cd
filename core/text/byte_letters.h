// Byte letters: bytes as visible characters, one each, as vocabularies of byte pairs are written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attnlab {

/// The character that stands for `byte`: itself where it is visible in Latin-1 (33–126, 161–172, 174–255),
/// the others U+0100 and up, in their order (Radford et al. 2019).
char32_t letter_of_byte(unsigned char byte);
/// UTF-8 of the characters that stand for `bytes`.
std::string letters_of_bytes(std::string_view bytes);
/// The bytes that the characters of `letters` stand for; nothing where one stands for no byte.
std::optional<std::string> bytes_of_letters(std::string_view letters);

}  // namespace attnlab
