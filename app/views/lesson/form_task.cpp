// Tasks: something to bring about in the window.
#include <string>

#include "app/views/lesson/exercise_forms.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/rich_text/rich_text.h"

namespace attnlab {
namespace {

/// An empty mark, which becomes a tick; to the teacher also the condition, as the lesson writes it.
bool draw_task(const ExerciseFrame& frame) {
  const float side = std::ceil(em() * 1.3f);
  const Box mark = box_at(ImGui::GetCursorScreenPos(), {side, side});
  const float radius = std::floor(em() * 0.42f);
  window_canvas().ring(mark.centre(), radius, theme().palette.text_dim, std::max(1.5f, em() * 0.1f));
  ImGui::Indent(side + em() * 0.3f);
  Spans words{{.text = "The program notices when this is done."}};
  if (frame.view.teacher)
    words = {{.text = "Done once "}, {.text = frame.exercise.until.text(), .code = true}};
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
                             .wrong = "Not right"};

}  // namespace attnlab
