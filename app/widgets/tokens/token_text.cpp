// Makes invisible characters visible.
#include "app/widgets/tokens/token_text.h"

#include <cstddef>
#include <cstdio>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// Length of the UTF-8 sequence at the start of `text`, or 0 if it is not one.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

std::string as_hex(char byte) {
  constexpr char digits[] = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return std::string("‹") + digits[value >> 4] + digits[value & 15] + "›";
}

std::string shown_control(char c) {
  switch (c) {
    case '\n': return "↵";
    case '\t': return "⇥";
    default: return as_hex(c);
  }
}

/// Letters beyond 16 bits have no place in ImGui's fonts.
constexpr char32_t kLastDrawn = 0xFFFF;

std::string as_hex(char32_t value, const char* format) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, format, static_cast<unsigned>(value));
  return buffer;
}

std::string shown_letter(std::string_view letter) {
  const char32_t value = decode_utf8(letter).value;
  return value > kLastDrawn ? as_hex(value, "‹%x›") : std::string(letter);
}

/// Latin, Greek, Cyrillic, punctuation and symbols lie outside.
bool is_rare(char32_t value) { return (value >= 0x0530 && value < 0x1D00) || value >= 0x2C80; }

}  // namespace

std::string rare_code_points(std::string_view token) {
  std::string points;
  bool rare = false;
  for (CodePoint c; !token.empty(); token.remove_prefix(c.size)) {
    c = decode_utf8(token);
    rare |= c.valid && is_rare(c.value);
    points += (points.empty() ? "" : " ") + as_hex(c.value, c.valid ? "U+%04X" : "‹%02x›");
  }
  return rare ? points : "";
}

std::string display_token(std::string_view token) {
  if (token.empty()) return "‹›";
  const std::size_t first = std::min(token.find_first_not_of(' '), token.size());
  const std::size_t last = token.find_last_not_of(' ');
  std::string out;
  for (std::size_t i = 0; i < token.size();) {
    const char c = token[i];
    const std::size_t length = sequence_length(token.substr(i));
    if (c == ' ') {
      const bool outer = i < first || last == std::string_view::npos || i > last;
      out += outer ? "␣" : " ";
    } else if (length == 0) {
      out += as_hex(c);
    } else if (static_cast<unsigned char>(c) < 32 || c == 127) {
      out += shown_control(c);
    } else {
      out += shown_letter(token.substr(i, length));
    }
    i += length == 0 ? 1 : length;
  }
  return out;
}

}  // namespace attnlab
