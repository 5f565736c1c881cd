// Printable: escapes for what a terminal does not show.
#include "app/base/printable.h"

#include <cstdio>

#include "core/text/escaped_text.h"
#include "core/text/stages/unicode_classes.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

bool is_joiner(char32_t value) { return value == 0x200C || value == 0x200D; }

bool is_seen(char32_t value) {
  const std::string_view category = category_name(value);
  return is_joiner(value) || (category != "Cc" && category != "Cf" && category != "Zl" && category != "Zp");
}

std::string number_escape(const char* format, char32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, format, static_cast<unsigned>(value));
  return text;
}

std::string escape_of(char32_t value) {
  switch (value) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: return number_escape(value < 0x10000 ? "\\u%04x" : "\\U%08x", value);
  }
}

/// Each character of which `stays(it)` holds as it is, the others as escapes.
template <typename Stays>
std::string escaped(std::string_view text, const Stays& stays) {
  std::string made;
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    made += !point.valid || stays(point.value) ? escaped_text(text.substr(0, point.size))
                                               : escape_of(point.value);
    text.remove_prefix(point.size);
  }
  return made;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, is_seen); }

std::string printable_lines(std::string_view text) {
  return escaped(text, [](char32_t value) { return value == '\n' || value == '\t' || is_seen(value); });
}

std::string quoted_piece(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c;
  }
  return printable(made) + "\"";
}

}  // namespace attnlab
