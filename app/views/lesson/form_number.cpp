// Numbers: one field.
#include <algorithm>
#include <cctype>

#include "app/views/lesson/number_field.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

/// Enter without a number leaves the caret in the field.
bool draw_number_field(const ExerciseFrame& frame) {
  const std::string name = frame.name("field");
  const bool entered = text_field(name.c_str(), frame.draft.text, "a number", em() * 10);
  if (entered && !number_answer(frame)) type_into(name);
  return entered;
}

std::optional<Answer> number_answer(const ExerciseFrame& frame) {
  const std::string& text = frame.draft.text;
  const bool any = std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!any) return std::nullopt;
  const auto begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return Answer{text.substr(begin, end - begin + 1)};
}

namespace {
void draw_nothing_more(const ExerciseFrame&) {}
}  // namespace

const ExerciseForm kNumberForm{.kind = "number",
                               .draw = draw_number_field,
                               .answer = number_answer,
                               .draw_answered = draw_nothing_more,
                               .give = "Check",
                               .answered = "You answered:",
                               .truth = "Right is:",
                               .wrong = "Not right"};

}  // namespace attnlab
