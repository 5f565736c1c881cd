// Explanations: some lines of text. Script name: lesson.ID.field.
#include <algorithm>

#include "app/views/lesson/exercise_forms.h"
#include "app/widgets/base/text_area.h"

namespace attnlab {
namespace {

bool draw_explanation(const ExerciseFrame& frame) {
  text_area(frame.name("field").c_str(), frame.draft.text, 4);
  return false;
}

std::optional<Answer> explained(const ExerciseFrame& frame) {
  std::string text = frame.draft.text;
  std::ranges::replace(text, '\n', ' ');
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return std::nullopt;
  return Answer{text.substr(begin, text.find_last_not_of(' ') - begin + 1)};
}

void draw_nothing_beside(const ExerciseFrame&) {}

}  // namespace

const ExerciseForm kExplainForm{.kind = "explain",
                                .draw = draw_explanation,
                                .answer = explained,
                                .draw_answered = draw_nothing_beside,
                                .give = "Compare with the lesson's",
                                .answered = "You wrote:",
                                .truth = nullptr,
                                .wrong = "Not right"};

}  // namespace attnlab
