// Takes solutions out of the text of a lesson.
#include "app/lessons/release.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/lessons/exercise_kind.h"
#include "app/lessons/exercise_reader.h"
#include "app/lessons/fields.h"
#include "app/lessons/lesson.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

std::string_view without_indent(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

/// What a quoted line says behind its ">".
std::string_view quoted_part(std::string_view line) {
  line = without_indent(line);
  while (line.starts_with('>')) line = without_indent(line.substr(1));
  return line;
}

bool is_quote(std::string_view line) { return without_indent(line).starts_with('>'); }

/// Copies a lesson line by line.
class ReleasedText {
 public:
  ReleasedText(std::string_view text, const Lesson& lesson) : lines_(lines_of(text)), lesson_(lesson) {}

  std::string copy() {
    copy_front_matter();
    while (at_ < lines_.size()) copy_next();
    return std::move(out_);
  }

 private:
  std::string_view line() const { return lines_[at_].text; }

  void say(std::string_view text) {
    out_ += text;
    out_ += '\n';
  }
  void copy_line() { say(line()), ++at_; }

  void copy_front_matter() {
    do copy_line();
    while (line() != "---");
    copy_line();
  }

  void copy_next() {
    if (const std::string_view fence = fence_of(line()); !fence.empty()) return copy_block(fence);
    if (is_quote(line()) && quoted_part(line()).starts_with("teacher:")) return skip_note();
    copy_line();
  }

  /// A paragraph goes on in lines without ">", too, up to an empty one.
  void skip_note() {
    while (at_ < lines_.size() && !quoted_part(line()).empty() && fence_of(line()).empty() &&
           !line().starts_with('#'))
      ++at_;
  }

  void copy_block(std::string_view fence) {
    const Exercise* const exercise = exercise_at(lines_[at_].line);
    const bool setup = line().substr(fence.size()) == "setup";
    copy_line();
    std::vector<NumberedLine> inside;
    for (; line() != fence; ++at_) inside.push_back(lines_[at_]);
    LessonFaults none;  // the lesson was read before
    if (exercise)
      for (const std::string& one : released_lines(*exercise, read_fields(inside, none))) say(one);
    else
      for (const NumberedLine& one : inside)
        if (!setup || !without_indent(one.text).starts_with('#')) say(one.text);
    copy_line();
  }

  const Exercise* exercise_at(int number) const {
    for (const Exercise* one : lesson_.exercises())
      if (one->line == number) return one;
    return nullptr;
  }

  std::vector<NumberedLine> lines_;
  const Lesson& lesson_;
  std::size_t at_ = 0;
  std::string out_;
};

/// What a step says to the learner between its exercises.
std::vector<Prose> said_in(const LessonStep& step) {
  std::vector<Prose> said;
  for (const LessonBlock& block : step.blocks)
    if (const auto* const prose = std::get_if<Prose>(&block); prose && prose->kind != Prose::Kind::Note)
      said.push_back(*prose);
  return said;
}

bool has_note(const LessonStep& step) {
  return std::ranges::any_of(step.blocks, [](const LessonBlock& block) {
    const auto* const prose = std::get_if<Prose>(&block);
    return prose && prose->kind == Prose::Kind::Note;
  });
}

}  // namespace

std::string released(const std::string& text, const std::string& file) {
  const Lesson before = read_lesson(text, file);
  std::string copy = ReleasedText(text, before).copy();
  const Lesson after = read_lesson(copy, file);
  for (std::size_t i = 0; i < before.steps.size(); ++i)
    if (has_note(after.steps[i]) || said_in(before.steps[i]) != said_in(after.steps[i]))
      throw std::invalid_argument(
          tr("{1}:{2}: a note of this step cannot be removed: put it between empty lines, and begin each of "
             "its lines with >",
             file, std::to_string(before.steps[i].line)));
  return copy;
}

}  // namespace attnlab
