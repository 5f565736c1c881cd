// Narrow text in std::filesystem::path is UTF-8. The standard library asks the C library's mbrtowc and
// wcrtomb for the conversion, which Microsoft's know no UTF-8 for; these take their place in the program.
#include <cerrno>
#include <cstddef>
#include <cwchar>

namespace {

constexpr std::size_t kInvalid = static_cast<std::size_t>(-1), kUnfinished = static_cast<std::size_t>(-2);

/// How many bytes the character takes that begins so; 0 where none does.
std::size_t bytes_of_letter(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

std::size_t invalid() {
  errno = EILSEQ;
  return kInvalid;
}

}  // namespace

extern "C" {

/// Of a character beyond the first plane, gives the first half for three of its bytes, and keeps the second
/// half for the fourth.
std::size_t mbrtowc(wchar_t* to, const char* from, std::size_t size, std::mbstate_t* state) {
  static std::mbstate_t own{};
  if (!state) state = &own;
  if (!from) return *state = 0, 0;
  if (size == 0) return kUnfinished;
  if (*state != 0) {
    if (to) *to = static_cast<wchar_t>(*state);
    *state = 0;
    return 1;
  }
  const auto first = static_cast<unsigned char>(*from);
  const std::size_t length = bytes_of_letter(first);
  if (length == 0) return invalid();
  unsigned long value = length == 1 ? first : first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == size) return kUnfinished;
    const auto next = static_cast<unsigned char>(from[i]);
    if ((next & 0xC0) != 0x80) return invalid();
    value = value << 6 | (next & 0x3Fu);
  }
  const bool good = length < 3 || (length == 3 ? value >= 0x800 && (value < 0xD800 || value > 0xDFFF)
                                               : value >= 0x10000 && value <= 0x10FFFF);
  if (!good) return invalid();
  if (length == 4) {
    *state = static_cast<std::mbstate_t>(0xDC00 + (value & 0x3FF));
    value = 0xD800 + ((value - 0x10000) >> 10);
  }
  if (to) *to = static_cast<wchar_t>(value);
  return length == 4 ? 3 : value == 0 ? 0 : length;
}

// The two that the C library keeps beside mbrtowc.

std::size_t mbrlen(const char* from, std::size_t size, std::mbstate_t* state) {
  static std::mbstate_t own{};
  return mbrtowc(nullptr, from, size, state ? state : &own);
}

std::size_t mbsrtowcs(wchar_t* to, const char** from, std::size_t size, std::mbstate_t* state) {
  static std::mbstate_t own{};
  if (!state) state = &own;
  const char* at = *from;
  constexpr std::size_t kLongest =
      4;  // bytes of a character; a text ends with a zero before it is read beyond
  for (std::size_t count = 0; !to || count < size; ++count) {
    wchar_t letter = 0;
    const std::size_t read = mbrtowc(&letter, at, kLongest, state);
    if (read == kInvalid || read == kUnfinished) return invalid();
    if (to) to[count] = letter;
    if (letter == 0) {
      if (to) *from = nullptr;
      return count;
    }
    at += read;
    if (to) *from = at;
  }
  return size;
}

}  // extern "C"
