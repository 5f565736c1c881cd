// The list of forms.
#include "app/views/lesson/exercise_forms.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/widgets/rich_text/rich_text.h"

namespace attnlab {

const ExerciseForm& form_of(const ExerciseKind& kind) {
  static constexpr std::array kForms{&kChoiceForm, &kPredictForm, &kNumberForm, &kOrderForm,
                                     &kPaintForm,  &kExplainForm, &kTaskForm};
  const auto found =
      std::ranges::find_if(kForms, [&](const ExerciseForm* form) { return form->kind == kind.name; });
  if (found == kForms.end())
    throw std::logic_error("exercises of the kind " + std::string(kind.name) + " have no form");
  return **found;
}

void draw_answer_line(const char* words, const Spans& answer) {
  Spans line{{.text = words, .strong = true}, {.text = " "}};
  line.insert(line.end(), answer.begin(), answer.end());
  rich_line(words, line);
}

}  // namespace attnlab
