// Reads the fields of a lesson's blocks.
#include "app/lessons/fields.h"

#include <algorithm>
#include <cmath>

#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr std::string_view kFieldBlanks = " \t\r";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kFieldBlanks);
  return first == std::string_view::npos
             ? std::string_view{}
             : text.substr(first, text.find_last_not_of(kFieldBlanks) - first + 1);
}

bool is_key(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text)
    if (!((c >= 'a' && c <= 'z') || c == '_')) return false;
  return true;
}

void append_word(std::string& text, std::string_view more) {
  if (more.empty()) return;
  if (!text.empty()) text += ' ';
  text += more;
}

void take_continuation(LessonField& field, std::string_view text) {
  if (text.starts_with('>')) return void(field.quoted.emplace_back(without_blanks(text.substr(1))));
  field.lines.emplace_back(text);
}

}  // namespace

std::vector<NumberedLine> lines_of(std::string_view text) {
  std::vector<NumberedLine> lines;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({line, number});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view fence_of(std::string_view line) {
  const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
  return ticks >= 3 ? line.substr(0, ticks) : std::string_view{};
}

std::string LessonField::joined() const {
  std::string all = value;
  for (const std::string& more : lines) append_word(all, more);
  return all;
}

std::string LessonField::quote() const {
  std::string all;
  for (const std::string& more : quoted) append_word(all, more);
  return all;
}

std::vector<LessonField> read_fields(const std::vector<NumberedLine>& lines, LessonFaults& faults) {
  std::vector<LessonField> fields;
  for (const auto& [text, line] : lines) {
    const std::string_view content = without_blanks(text);
    if (content.empty()) continue;
    const bool indented = kFieldBlanks.find(text.front()) != std::string_view::npos;
    if (indented && !fields.empty()) {
      take_continuation(fields.back(), content);
    } else if (content.starts_with("- ")) {
      fields.push_back({"-", std::string(without_blanks(content.substr(2))), {}, {}, line});
    } else {
      const std::size_t colon = content.find(':');
      if (colon == std::string_view::npos || !is_key(content.substr(0, colon))) {
        faults.push_back({line, tr("\"{1}\" is not a field: write \"key: value\"", content)});
        continue;
      }
      fields.push_back({std::string(content.substr(0, colon)),
                        std::string(without_blanks(content.substr(colon + 1))),
                        {},
                        {},
                        line});
    }
  }
  return fields;
}

int whole_of(const LessonField& field, int low, int high) {
  int value = 0;
  const char* const end = field.value.data() + field.value.size();
  const auto [at, error] = scan_number(field.value.data(), end, value);
  if (error != std::errc{} || at != end || value < low || value > high)
    throw LessonError(field.line, tr("{1} must be a whole number from {2} to {3}, not \"{4}\"", field.key,
                                     std::to_string(low), std::to_string(high), field.value));
  return value;
}

double number_of(const LessonField& field) {
  double value = 0;
  const char* const end = field.value.data() + field.value.size();
  const auto [at, error] = scan_number(field.value.data(), end, value);
  if (error != std::errc{} || at != end || !std::isfinite(value))
    throw LessonError(field.line, tr("{1} must be a number, not \"{2}\"", field.key, field.value));
  return value;
}

}  // namespace attnlab
