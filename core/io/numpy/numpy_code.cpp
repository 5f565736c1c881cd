// NumPy code: numbers, lists, lines and sections.
#include "core/io/numpy/numpy_code.h"

#include <charconv>
#include <cmath>
#include <functional>

namespace attnlab {
namespace {

constexpr std::size_t kLineWidth = 110;

template <typename Number>
std::string shortest(Number value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

/// Whether the numbers are k, k + 1, …
bool is_range(const Constants<Index>& numbers) {
  if (numbers.shape.rank() != 1 || numbers.cells.size() < 4) return false;
  for (std::size_t i = 1; i < numbers.cells.size(); ++i)
    if (numbers.cells[i] != numbers.cells[i - 1] + 1) return false;
  return true;
}

template <typename Number, typename Write>
std::string nested(const Constants<Number>& numbers, int axis, std::size_t& next, Write write) {
  if (axis == numbers.shape.rank()) return write(numbers.cells[next++]);
  std::string out = "[";
  for (Index i = 0; i < numbers.shape[axis]; ++i)
    out += (i == 0 ? "" : ", ") + nested(numbers, axis + 1, next, write);
  return out + "]";
}

/// Breaks a long list between its numbers.
std::string folded(const std::string& text, const std::string& indent) {
  std::string out;
  std::size_t begin = 0;
  while (indent.size() + text.size() - begin > kLineWidth) {
    const std::size_t comma = text.rfind(", ", begin + kLineWidth - indent.size());
    if (comma == std::string::npos || comma <= begin) break;
    out += text.substr(begin, comma + 1 - begin) + "\n " + indent;
    begin = comma + 2;
  }
  return out + text.substr(begin);
}

std::string laid_out(const NumpyStatement& s) {
  const std::string indent = s.in_loop ? "    " : "";
  const std::string comment = s.comment.empty() ? "" : "  # " + s.comment;
  std::string line = indent + s.head;
  for (std::size_t i = 0; i < s.arguments.size(); ++i) line += (i == 0 ? "" : ", ") + s.arguments[i];
  line += s.tail;
  if (s.arguments.empty() || line.size() <= kLineWidth) return line + comment + "\n";
  line = indent + s.head + comment + "\n";
  for (const std::string& argument : s.arguments)
    line += indent + "    " + folded(argument, indent + "    ") + ",\n";
  return line + indent + s.tail + "\n";
}

void shorten(std::string& text, const std::string& long_form) {
  for (std::size_t at = text.find(long_form); at != std::string::npos; at = text.find(long_form, at))
    text.replace(at, long_form.size(), "[n + \"");
}

std::string section_code(std::span<const NumpyStatement> statements) {
  const std::string& section = statements.front().section;
  if (statements.size() == 1) return "\n" + laid_out(statements.front());
  std::string out = "\n" + (section.empty() ? std::string() : "n = \"" + section + "\"\n");
  for (NumpyStatement s : statements) {
    if (!section.empty()) {
      shorten(s.head, "[\"" + section);
      for (std::string& argument : s.arguments) shorten(argument, "[\"" + section);
    }
    out += laid_out(s);
  }
  return out;
}

}  // namespace

std::string numpy_item(std::string_view dictionary, std::string_view name) {
  return std::string(dictionary) + "[\"" + std::string(name) + "\"]";
}

std::string numpy_number(double value) {
  if (std::isnan(value)) return "np.nan";
  if (std::isinf(value)) return value < 0 ? "-np.inf" : "np.inf";
  const auto narrow = float(value);
  std::string text = double(narrow) == value ? shortest(narrow) : shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string numpy_list(const Constants<Index>& numbers) {
  if (is_range(numbers)) {
    const Index first = numbers.cells.front();
    const std::string end = std::to_string(numbers.cells.back() + 1);
    return "range(" + (first == 0 ? "" : std::to_string(first) + ", ") + end + ")";
  }
  std::size_t next = 0;
  return nested(numbers, 0, next, [](Index i) { return std::to_string(i); });
}

std::string numpy_list(const Constants<double>& numbers) {
  std::size_t next = 0;
  return nested(numbers, 0, next, numpy_number);
}

std::string numpy_code(std::span<const NumpyStatement> statements) {
  std::string out;
  std::size_t begin = 0;
  while (begin < statements.size()) {
    std::size_t end = begin + 1;
    while (end < statements.size() && statements[end].section == statements[begin].section) ++end;
    out += section_code(statements.subspan(begin, end - begin));
    begin = end;
  }
  return out;
}

}  // namespace attnlab
