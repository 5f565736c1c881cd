// Makes invisible characters visible.
#include "app/widgets/tokens/token_text.h"

#include <cstddef>

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

}  // namespace

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
      out += token.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return out;
}

}  // namespace attnlab
