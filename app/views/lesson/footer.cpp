// Below the text: what goes on, and the ways on and back.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/base/format.h"
#include "app/views/frame/dialogs.h"
#include "app/views/lesson/panel_parts.h"
#include "app/views/lesson/step_text.h"
#include "app/views/lesson/teacher.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

void draw_progress(double share) {
  const float height = std::max(3.0f, std::floor(em() * 0.25f));
  const Box box = reserve({ImGui::GetContentRegionAvail().x, height});
  const Canvas canvas = window_canvas();
  canvas.fill(box, theme().palette.raised_active, height / 2);
  const float filled = box.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
  if (filled >= 1)
    canvas.fill({box.min, {box.min.x + filled, box.max.y}}, theme().palette.accent, height / 2);
}

/// What the setup waits for, in words.
void draw_doing(const ViewModel& model) {
  const bool learns = model.training.state == TrainingView::State::Running || model.training.pending;
  const std::string words = model.loading ? "Opening the model …"
                            : learns ? "The model learns: step " + format_count(model.training.step) + " …"
                                     : "The step is being set …";
  dim_text(words);
  tip(model.lesson->doing);
  draw_progress(model.lesson->share);
}

void draw_trouble(const std::string& what, const std::string& why) {
  const float side = std::ceil(em() * 1.4f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(window_canvas(), Icon::Info, box_at(at, {side, side}), theme().palette.bad);
  move_cursor({at.x + side + em() * 0.2f, at.y + std::floor((side - em()) / 2)});
  ImGui::BeginGroup();
  wrapped_text(fonts().ui_bold, theme().palette.bad, what);
  wrapped_text(fonts().ui, theme().palette.text, why);
  ImGui::EndGroup();
}

const char* next_label(const LessonView& view) { return view.last() ? "Finish" : "Next"; }

float button_width_of(std::string_view text, bool icon) {
  return std::ceil(text_size(fonts().ui_bold, text).x + ImGui::GetStyle().FramePadding.x * 2.4f +
                   (icon ? em() * 1.45f : 0) + em() * 0.1f);
}

}  // namespace

void draw_lesson_state(const ViewModel& model, const Emit& emit) {
  const LessonView& view = *model.lesson;
  draw_teacher_line(model, emit);
  if (!view.faulty.empty()) draw_trouble("The lesson's file cannot be read as it is now", view.faulty);
  if (!view.error.empty()) draw_trouble("This step could not be set", view.error);
  if (!view.doing.empty()) return draw_doing(model);
  if (!view.strayed) return;
  if (text_button("lesson.again", Icon::Undo, "Back to the lesson",
                  "You have changed what this step shows: sets the step again, and keeps your answers"))
    emit({"lesson.again", {}});
}

void go_on(const ViewModel& model, const Emit& emit) {
  if (!model.lesson->last()) return emit({"lesson.next", {}});
  emit({"lesson.close", {}});
  show_dialog(Dialog::Lessons);
}

float lesson_buttons_width(const LessonView& view) {
  return button_width_of("Back", true) + em() * 0.5f + button_width_of(next_label(view), true);
}

void draw_lesson_buttons(const ViewModel& model, float width, const Emit& emit) {
  const LessonView& view = *model.lesson;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float next = button_width_of(next_label(view), true);
  if (text_button("lesson.back", Icon::ChevronLeft, "Back", "The step before (Page Up)",
                  {.enabled = !view.first()}))
    emit({"lesson.previous", {}});
  move_cursor({std::floor(at.x + width - next), at.y});
  const char* const words =
      view.last() ? "Ends the lesson, and shows the others" : "The next step (Page Down)";
  if (text_button("lesson.next", view.last() ? Icon::Check : Icon::ChevronRight, next_label(view), words,
                  {.primary = step_is_settled(view)}))
    go_on(model, emit);
}

}  // namespace attnlab
