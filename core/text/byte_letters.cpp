// Byte letters: the table and its inverse.
#include "core/text/byte_letters.h"

#include <array>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::size_t kAllBytes = 256;
constexpr char32_t kFirstOtherLetter = 0x100;

constexpr bool is_itself(char32_t byte) {
  return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
}

constexpr std::array<char32_t, kAllBytes> kByteLetters = [] {
  std::array<char32_t, kAllBytes> letters{};
  char32_t next = kFirstOtherLetter;
  for (char32_t byte = 0; byte < kAllBytes; ++byte) letters[byte] = is_itself(byte) ? byte : next++;
  return letters;
}();

/// By character, −1 for those that stand for no byte.
constexpr std::array<int, 2 * kAllBytes> kBytesOfLetters = [] {
  std::array<int, 2 * kAllBytes> bytes{};
  bytes.fill(-1);
  for (std::size_t byte = 0; byte < kAllBytes; ++byte) bytes[kByteLetters[byte]] = static_cast<int>(byte);
  return bytes;
}();

}  // namespace

char32_t letter_of_byte(unsigned char byte) { return kByteLetters[byte]; }

std::string letters_of_bytes(std::string_view bytes) {
  std::string letters;
  for (const char byte : bytes) letters += encode_utf8(letter_of_byte(static_cast<unsigned char>(byte)));
  return letters;
}

std::optional<std::string> bytes_of_letters(std::string_view letters) {
  std::string bytes;
  while (!letters.empty()) {
    const CodePoint point = decode_utf8(letters);
    if (!point.valid || point.value >= kBytesOfLetters.size() || kBytesOfLetters[point.value] < 0) return {};
    bytes += static_cast<char>(kBytesOfLetters[point.value]);
    letters.remove_prefix(point.size);
  }
  return bytes;
}

}  // namespace attnlab
