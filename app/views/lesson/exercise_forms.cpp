// The list of forms. Script names: lesson.ID.field.
#include "app/views/lesson/exercise_forms.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <string>

#include "app/widgets/base/controls.h"
#include "app/widgets/base/text_area.h"
#include "app/widgets/rich_text/rich_text.h"
#include "core/language/messages.h"

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
                                .give = tr_mark("Compare with the lesson"),
                                .answered = tr_mark("You wrote:"),
                                .truth = nullptr,
                                .wrong = tr_mark("Incorrect")};

namespace {

/// An empty mark, which becomes a tick; to the teacher also the condition, as the lesson writes it.
bool draw_task(const ExerciseFrame& frame) {
  const float side = std::ceil(em() * 1.3f);
  const Box mark = box_at(ImGui::GetCursorScreenPos(), {side, side});
  const float radius = std::floor(em() * 0.42f);
  window_canvas().ring(mark.centre(), radius, theme().palette.text_dim, std::max(1.5f, em() * 0.1f));
  ImGui::Indent(side + em() * 0.3f);
  Spans words{{.text = tr("The program detects when this is done.")}};
  if (frame.view.teacher)
    words = {{.text = tr("Done when")}, {.text = " "}, {.text = frame.exercise.until.text(), .code = true}};
  rich_line("condition", words, {.colour = theme().palette.text_dim});
  ImGui::Unindent(side + em() * 0.3f);
  return false;
}

std::optional<Answer> no_task_answer(const ExerciseFrame&) { return std::nullopt; }
void draw_done_task(const ExerciseFrame&) {}

}  // namespace

const ExerciseForm kTaskForm{.kind = "task",
                             .draw = draw_task,
                             .answer = no_task_answer,
                             .draw_answered = draw_done_task,
                             .give = nullptr,
                             .answered = nullptr,
                             .truth = nullptr,
                             .wrong = tr_mark("Incorrect")};

/// Enter without a number leaves the caret in the field.
bool draw_number_field(const ExerciseFrame& frame) {
  const std::string name = frame.name("field");
  const bool entered = text_field(name.c_str(), frame.draft.text, tr("a number"), em() * 10);
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
                               .give = tr_mark("Check"),
                               .answered = tr_mark("You answered:"),
                               .truth = tr_mark("Correct answer:"),
                               .wrong = tr_mark("Incorrect")};

const ExerciseForm& form_of(const ExerciseKind& kind) {
  static constexpr std::array kForms{&kChoiceForm, &kPredictForm, &kNumberForm, &kOrderForm,
                                     &kPaintForm,  &kExplainForm, &kTaskForm};
  const auto found =
      std::ranges::find_if(kForms, [&](const ExerciseForm* form) { return form->kind == kind.name; });
  if (found == kForms.end())
    throw std::logic_error("exercises of the kind " + std::string(kind.name) + " have no form");
  return **found;
}

void draw_answer_line(const char* id, std::string_view words, const Spans& answer) {
  Spans line{{.text = std::string(words), .strong = true}, {.text = " "}};
  line.insert(line.end(), answer.begin(), answer.end());
  rich_line(id, line);
}

}  // namespace attnlab
