// Writes exercises for paper.
#include "app/lessons/printing.h"

#include <algorithm>
#include <sstream>

#include "app/lessons/judging.h"
#include "app/lessons/markdown_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr const char* kBlank = "________________";
constexpr const char* kBox = "☐";

bool is_in(const Answer& answer, std::size_t option) {
  return std::ranges::find(answer, std::to_string(option)) != answer.end();
}

std::string cell_text(const Exercise& exercise, const PrintedAnswer& answer, std::size_t row,
                      std::size_t column) {
  if (!answer.shown || answer.right.size() <= row || answer.right[row].size() <= column) return kBox;
  const char digit = answer.right[row][column];
  if (!paints_weights(exercise)) return digit == '1' ? "■" : kBox;
  return std::string("0.") + digit;
}

}  // namespace

std::string print_choice(const Exercise& e, const PrintedAnswer& answer) {
  std::string lines;
  if (takes_several(e)) lines += tr("(More than one may be correct.)") + std::string("\n\n");
  for (const std::size_t option : shuffled_options(e, answer.seed)) {
    const bool right = answer.shown && is_in(answer.right, option);
    lines += std::string("- ") + (right ? "☒ " : "☐ ") + markdown_on_paper(e.options[option].text) + "\n";
    if (answer.shown && !e.options[option].feedback.empty())
      lines += "  > " + markdown_on_paper(e.options[option].feedback) + "\n";
  }
  return lines;
}

std::string print_number(const Exercise& e, const PrintedAnswer& answer) {
  if (!answer.shown || answer.truth.empty()) return tr("Answer: {1}", kBlank) + "\n";
  std::ostringstream around;
  if (e.tolerance > 0) around << " (± " << e.tolerance << ")";
  return tr("Answer: {1}", "**" + answer.truth + "**" + around.str()) + "\n";
}

std::string print_order(const Exercise& e, const PrintedAnswer& answer) {
  std::string lines;
  const bool known = answer.shown && answer.right.size() == e.options.size();
  for (const std::size_t item : shuffled_options(e, answer.seed)) {
    const auto place = std::ranges::find(answer.right, std::to_string(item)) - answer.right.begin() + 1;
    lines += "- " + (known ? "**" + std::to_string(place) + ".**" : std::string("\\_\\_.")) + " " +
             markdown_on_paper(e.options[item].text) + "\n";
  }
  return lines;
}

std::string print_picture(const Exercise& e, const PrintedAnswer& answer) {
  const std::size_t columns = e.picture.front().size();
  std::string head = "| |", line = "|---|", cells;
  for (std::size_t c = 0; c < columns; ++c) {
    head += " " + (e.columns.empty() ? "" : escaped_markdown(e.columns[c])) + " |";
    line += ":-:|";
  }
  for (std::size_t r = 0; r < e.picture.size(); ++r) {
    cells += "| " + (e.rows.empty() ? "" : escaped_markdown(e.rows[r])) + " |";
    for (std::size_t c = 0; c < columns; ++c) cells += " " + cell_text(e, answer, r, c) + " |";
    cells += "\n";
  }
  return head + "\n" + line + "\n" + cells;
}

/// Lines to write on: each is a rule across the page.
std::string print_text(const Exercise&, const PrintedAnswer& answer) {
  return answer.shown ? "" : "&nbsp;\n\n---\n\n&nbsp;\n\n---\n\n&nbsp;\n\n---\n";
}

std::string print_task(const Exercise& e, const PrintedAnswer& answer) {
  if (!answer.shown) return std::string(kBox) + " " + tr("done") + "\n";
  std::string lines = tr("Done when `{1}`.", e.until.text()) + "\n";
  for (const std::string& command : e.solve) lines += "\n- `" + command + "`";
  return e.solve.empty() ? lines : lines + "\n";
}

}  // namespace attnlab
