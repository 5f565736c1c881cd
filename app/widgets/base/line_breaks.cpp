// Breaks text where ImGui would, but keeps numbers whole and their "%" beside them.
#include "app/widgets/base/line_breaks.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>

#include "app/theme/imgui_fonts.h"

namespace attnlab {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a break before `at` would part the digits of one number.
bool parts_number(const char* from, const char* at, const char* end) {
  return at - from >= 2 && at < end && is_digit(*at) && is_digit(at[-2]) && (at[-1] == ',' || at[-1] == '.');
}

/// Whether a break before `at` would part a number from its "%".
bool parts_percent(const char* from, const char* at, const char* end) {
  const char* next = at;
  while (next < end && *next == ' ') ++next;
  while (at > from && at[-1] == ' ') --at;
  return next > at && next < end && *next == '%' && at > from && is_digit(at[-1]);
}

/// The last break that leaves the number before `at` whole; `at` itself where the line is but the number.
const char* before_number(const char* from, const char* at) {
  const char* const space = std::find(std::reverse_iterator(at), std::reverse_iterator(from), ' ').base();
  return space > from ? space - 1 : at;
}

/// Where the line that begins at `from` ends, within its paragraph.
const char* end_of_line(ImFont* font, const char* from, const char* end, float width) {
  const char* const at = std::max(from + 1, wrap_position(font, {from, end}, width));
  return parts_number(from, at, end) || parts_percent(from, at, end) ? before_number(from, at) : at;
}

}  // namespace

std::vector<std::string_view> broken_lines(ImFont* font, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  const char *from = text.data(), *const end = text.data() + text.size();
  while (from < end) {
    const char* const newline = std::find(from, end, '\n');
    const char* const stop = from < newline ? end_of_line(font, from, newline, width) : newline;
    lines.emplace_back(from, stop);
    from = stop;
    while (stop != newline && from < newline && *from == ' ') ++from;
    if (from == newline) ++from;
  }
  return lines;
}

}  // namespace attnlab
