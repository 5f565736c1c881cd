// UTF-8: decoding by table of lead bytes, encoding, and character classes by range.
#include "core/text/utf8.h"

#include <algorithm>
#include <array>

namespace attnlab {
namespace {

struct Range {
  char32_t first, last;
};

constexpr std::array<Range, 9> kSpaces{{{0x09, 0x0D},
                                        {0x20, 0x20},
                                        {0x85, 0x85},
                                        {0xA0, 0xA0},
                                        {0x1680, 0x1680},
                                        {0x2000, 0x200A},
                                        {0x2028, 0x2029},
                                        {0x202F, 0x202F},
                                        {0x205F, 0x205F}}};

// Punctuation, symbols, controls and private use above ASCII; ordered.
constexpr std::array<Range, 24> kNotWords{{
    {0x80, 0xA9},     {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
    {0xF7, 0xF7},     {0x2C2, 0x2C5},   {0x37E, 0x37E},   {0x387, 0x387},   {0x55A, 0x55F},
    {0x589, 0x58F},   {0x5BE, 0x5BE},   {0x60C, 0x60D},   {0x61B, 0x61F},   {0x6D4, 0x6D4},
    {0x1680, 0x1680}, {0x2000, 0x206F}, {0x20A0, 0x20CF}, {0x2100, 0x2BFF}, {0x2E00, 0x2E7F},
    {0x3000, 0x3004}, {0x3008, 0x3020}, {0xE000, 0xF8FF}, {0xFE10, 0xFE6F},
}};
constexpr std::array<Range, 6> kNotWordsFullWidth{{{0xFEFF, 0xFEFF},
                                                   {0xFF00, 0xFF0F},
                                                   {0xFF1A, 0xFF20},
                                                   {0xFF3B, 0xFF40},
                                                   {0xFF5B, 0xFF65},
                                                   {0xFFE0, 0xFFFF}}};
constexpr Range kPictographs{0x1F000, 0x1FAFF};

bool inside(char32_t value, Range range) { return value >= range.first && value <= range.last; }

template <std::size_t N>
bool inside(char32_t value, const std::array<Range, N>& ranges) {
  return std::ranges::any_of(ranges, [value](Range range) { return inside(value, range); });
}

bool is_ascii_word(char32_t value) {
  return inside(value, Range{'0', '9'}) || inside(value, Range{'A', 'Z'}) || inside(value, Range{'a', 'z'}) ||
         value == '_';
}

/// Bytes of the sequence that `lead` begins, 0 where it begins none.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

bool is_allowed(char32_t value, std::size_t length) {
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  return value >= smallest[length] && value <= 0x10FFFF && !inside(value, Range{0xD800, 0xDFFF});
}

char32_t lower_case_of(char32_t value) {
  if (inside(value, Range{'A', 'Z'}) || (inside(value, Range{0xC0, 0xDE}) && value != 0xD7))
    return value + 0x20;
  if (value == 0x178) return 0xFF;
  const bool odd_upper = inside(value, Range{0x139, 0x148}) || inside(value, Range{0x179, 0x17E});
  if (odd_upper) return value + (value & 1);
  if (inside(value, Range{0x100, 0x137}) && value != 0x130 && value != 0x131) return value | 1;
  if (inside(value, Range{0x14A, 0x177})) return value | 1;
  if (inside(value, Range{0x391, 0x3A9}) && value != 0x3A2) return value + 0x20;
  if (inside(value, Range{0x410, 0x42F})) return value + 0x20;
  return inside(value, Range{0x400, 0x40F}) ? value + 0x50 : value;
}

char trailing_byte(char32_t value, unsigned shift) {
  return static_cast<char>(0x80 | ((value >> shift) & 0x3F));
}

}  // namespace

CodePoint decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  const CodePoint invalid{lead, 1, false};
  const std::size_t length = sequence_length(lead);
  if (length == 0 || text.size() < length) return invalid;
  char32_t value = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) return invalid;
    value = (value << 6) | (byte & 0x3Fu);
  }
  return is_allowed(value, length) ? CodePoint{value, length, true} : invalid;
}

std::string encode_utf8(char32_t value) {
  if (value > 0x10FFFF || inside(value, Range{0xD800, 0xDFFF})) value = 0xFFFD;
  if (value < 0x80) return {static_cast<char>(value)};
  if (value < 0x800) return {static_cast<char>(0xC0 | (value >> 6)), trailing_byte(value, 0)};
  if (value < 0x10000)
    return {static_cast<char>(0xE0 | (value >> 12)), trailing_byte(value, 6), trailing_byte(value, 0)};
  return {static_cast<char>(0xF0 | (value >> 18)), trailing_byte(value, 12), trailing_byte(value, 6),
          trailing_byte(value, 0)};
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text.substr(at));
    if (!point.valid) return at;
    at += point.size;
  }
  return std::nullopt;
}

std::string_view whole_characters(std::string_view piece) {
  const auto continues = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; };
  while (!piece.empty() && continues(piece.front())) piece.remove_prefix(1);
  std::size_t last = piece.size();
  while (last > 0 && continues(piece[last - 1])) --last;
  if (last > 0 && !decode_utf8(piece.substr(last - 1)).valid) piece = piece.substr(0, last - 1);
  return piece;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(decode_utf8(text).size);
  return count;
}

bool is_white_space(char32_t value) { return inside(value, kSpaces) || value == 0x3000; }

bool is_word_character(char32_t value) {
  if (value < 0x80) return is_ascii_word(value);
  return !inside(value, kNotWords) && !inside(value, kNotWordsFullWidth) && !inside(value, kPictographs);
}

std::string lower_case(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    result += point.valid ? encode_utf8(lower_case_of(point.value)) : std::string(text.substr(0, 1));
    text.remove_prefix(point.size);
  }
  return result;
}

}  // namespace attnlab
