// Below the text: what happens now, and the ways forward and back.
#include "app/views/lesson/panel_parts.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/base/format.h"
#include "app/lessons/tally.h"
#include "app/views/frame/dialogs.h"
#include "app/views/frame/menu_items.h"
#include "app/views/lesson/drafts.h"
#include "app/views/lesson/step_text.h"
#include "app/views/lesson/teacher.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/popup_place.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

void draw_progress(double share) {
  const float height = std::max(3.0f, std::floor(em() * 0.25f));
  const Box box = reserve({ImGui::GetContentRegionAvail().x, height});
  const Canvas canvas = window_canvas();
  canvas.fill(box, theme().palette.raised_active, height / 2);
  const float filled = box.width() * float(std::clamp(share, 0.0, 1.0));
  if (filled >= 1)
    canvas.fill({box.min, {box.min.x + filled, box.max.y}}, theme().palette.accent, height / 2);
}

/// What the setup waits for.
void draw_doing(const ViewModel& model) {
  const bool learns = model.training.state == TrainingView::State::Running || model.training.pending;
  const std::string words = model.loading ? tr("Opening the model…")
                            : learns      ? tr("Training: step {1}…", format_count(model.training.step))
                                          : tr("Setting up the step…");
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

const char* next_label(const LessonView& view) { return view.last() ? tr("Finish") : tr("Next"); }

float button_width_of(std::string_view text, bool icon) {
  return std::ceil(text_size(fonts().ui_bold, text).x + ImGui::GetStyle().FramePadding.x * 2.4f +
                   (icon ? em() * 1.45f : 0) + em() * 0.1f);
}

}  // namespace

void draw_lesson_state(const ViewModel& model, const Emit& emit) {
  const LessonView& view = *model.lesson;
  draw_teacher_line(model, emit);
  if (!view.faulty.empty()) draw_trouble(tr("The lesson file cannot be read"), view.faulty);
  if (!view.error.empty()) draw_trouble(tr("This step could not be set up"), view.error);
  if (!view.doing.empty()) return draw_doing(model);
  if (!view.strayed) return;
  if (text_button("lesson.again", Icon::Undo, tr("Back to the lesson"),
                  tr("Restores what this step shows, and keeps your answers")))
    emit({"lesson.again", {}});
}

void go_on(const ViewModel& model, const Emit& emit) {
  if (!model.lesson->last()) return emit({"lesson.next", {}});
  emit({"lesson.close", {}});
  show_dialog(Dialog::Lessons);
}

namespace {

/// The least width that they need.
float lesson_buttons_width(const LessonView& view) {
  return button_width_of(tr("Back"), true) + em() * 0.5f + button_width_of(next_label(view), true);
}

}  // namespace

void draw_lesson_buttons(const ViewModel& model, float width, const Emit& emit) {
  const LessonView& view = *model.lesson;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float next = button_width_of(next_label(view), true);
  if (text_button("lesson.back", Icon::ChevronLeft, tr("Back"), tr("Previous step (Page Up)"),
                  {.enabled = !view.first()}))
    emit({"lesson.previous", {}});
  move_cursor({std::floor(at.x + width - next), at.y});
  const char* const words =
      view.last() ? tr("Closes the lesson and lists the others") : tr("Next step (Page Down)");
  if (text_button("lesson.next", view.last() ? Icon::Check : Icon::ChevronRight, next_label(view), words,
                  {.primary = step_is_settled(view)}))
    go_on(model, emit);
}

namespace {

std::string place_words(const LessonView& view) {
  return tr("Step {1} of {2}", std::to_string(view.progress.step + 1),
            std::to_string(view.lesson->steps.size()));
}

std::string minutes_words(const LessonView& view) {
  return tr_plural("about {1} minute", "about {1} minutes", view.lesson->minutes,
                   std::to_string(view.lesson->minutes));
}

void draw_menu_entries(const ViewModel& model, const Emit& emit) {
  const LessonView& view = *model.lesson;
  if (menu_item("lesson.menu.reset", tr("Reset this step"))) {
    model.remembered<AnswerDrafts>().forget(*view.lesson, view.step());
    emit({"lesson.reset", {}});
  }
  command_item("lesson.menu.bar", tr("Below the other panels"), "lesson.bar toggle", emit,
               {.enabled = !model.screen.presenting, .checked = model.screen.lesson_bar});
  command_item("lesson.menu.teacher", tr("Notes for teachers"), "lesson.teacher toggle", emit,
               {.checked = view.teacher});
  if (view.teacher) dialog_item("lesson.menu.answers", Dialog::ClassAnswers);
  ImGui::Separator();
  dialog_item("lesson.menu.list", Dialog::Lessons);
  command_item("lesson.menu.close", tr("Close the lesson"), "lesson.close", emit);
}

void draw_menu_button(const ViewModel& model, const Emit& emit) {
  if (icon_button("lesson.menu", Icon::Menu, tr("More"), {.plain = true})) ImGui::OpenPopup("lesson menu");
  place_next_popup({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (!ImGui::BeginPopup("lesson menu")) return;
  draw_menu_entries(model, emit);
  ImGui::EndPopup();
}

/// Menu and close button, at the right of `row`.
void draw_corner(const ViewModel& model, const Box& row, const Emit& emit) {
  const float side = ImGui::GetFrameHeight();
  move_cursor({row.max.x - 2 * side, row.min.y});
  draw_menu_button(model, emit);
  move_cursor({row.max.x - side, row.min.y});
  if (icon_button("lesson.close", Icon::Close, tr("Close the lesson"), {.plain = true}))
    emit({"lesson.close", {}});
}

/// A dot: filled where the step was seen, larger where it is on screen.
void draw_dot(Canvas canvas, ImVec2 centre, bool here, bool seen, bool hovered) {
  const Palette& p = theme().palette;
  const float radius = em() * (here ? 0.36f : 0.26f);
  if (here || seen)
    canvas.disc(centre, radius, here ? p.accent : hovered ? p.text : p.text_dim);
  else
    canvas.ring(centre, radius, hovered ? p.text : p.text_dim, std::max(1.0f, em() / 12));
}

void draw_dots(const LessonView& view, float width, const Emit& emit) {
  const std::size_t count = view.lesson->steps.size();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float each = std::floor(std::min(em() * 1.25f, width / float(count))),
              height = std::floor(em() * 1.3f);
  for (std::size_t i = 0; i < count; ++i) {
    const Box box = box_at({at.x + each * float(i), at.y}, {each, height});
    const std::string name = "lesson.step." + std::to_string(i + 1);
    move_cursor(box.min);
    if (ImGui::InvisibleButton(name.c_str(), box.size())) emit({"lesson.to", {std::to_string(i + 1)}});
    mark(name, box);
    tip(std::to_string(i + 1) + ". " + view.lesson->steps[i].title);
    draw_dot(window_canvas(), box.centre(), i == view.progress.step, was_seen(view.progress, i),
             ImGui::IsItemHovered());
  }
  move_cursor(at);
  ImGui::Dummy({width, height});
}

}  // namespace

void draw_lesson_header(const ViewModel& model, const Emit& emit) {
  const LessonView& view = *model.lesson;
  const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetFrameHeight();
  const Box row = box_at(ImGui::GetCursorScreenPos(), {width, line});
  draw_text_in(window_canvas(), fonts().ui_bold, {row.min, {row.max.x - 2 * line - em() * 0.3f, row.max.y}},
               theme().palette.text, view.lesson->title, Align::Left, Cut::Meant);
  ImGui::Dummy({width - 2 * line, line});
  tip(view.lesson->question);
  draw_corner(model, row, emit);
  move_cursor({row.min.x, row.max.y});
  const std::string words = place_words(view) + " · " + minutes_words(view);
  const float words_width = text_size(fonts().small, words).x + em() * 0.8f;
  const float dots = em() * 1.25f * float(view.lesson->steps.size());
  const bool beside = words_width + dots <= width;
  const Box place = box_at(ImGui::GetCursorScreenPos(), {width, std::floor(em() * 1.3f)});
  draw_text_in(window_canvas(), fonts().small, place, theme().palette.text_dim, words);
  move_cursor({beside ? place.max.x - dots : place.min.x, beside ? place.min.y : place.max.y});
  draw_dots(view, beside ? dots : width, emit);
  const float y = ImGui::GetItemRectMax().y + std::floor(em() * 0.2f);
  window_canvas().fill({{row.min.x, y}, {row.max.x, y + 1}}, theme().palette.border);
  move_cursor({row.min.x, y + std::floor(em() * 0.3f)});
}

void draw_lesson_line(const ViewModel& model, const Emit& emit) {
  const LessonView& view = *model.lesson;
  const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetFrameHeight(), gap = em();
  const Box row = box_at(ImGui::GetCursorScreenPos(), {width, line});
  const float buttons = lesson_buttons_width(view), ways = row.max.x - 2 * line - gap - buttons;
  const float dots = std::min(em() * 1.25f * float(view.lesson->steps.size()), width * 0.3f);
  const Box words{row.min, {ways - dots - 2 * gap, row.max.y}};
  const std::string title = view.step().title.empty() ? view.lesson->title : view.step().title;
  const float title_width = text_size(fonts().ui_bold, title).x + em() * 0.8f;
  draw_text_in(window_canvas(), fonts().ui_bold, words, theme().palette.text, title, Align::Left, Cut::Meant);
  if (title_width + text_size(fonts().small, place_words(view)).x < words.width())
    draw_text_in(window_canvas(), fonts().small, {{words.min.x + title_width, words.min.y}, words.max},
                 theme().palette.text_dim, place_words(view));
  move_cursor({words.max.x + gap, row.min.y + std::floor((line - em() * 1.3f) / 2)});
  draw_dots(view, dots, emit);
  move_cursor({ways, row.min.y});
  draw_lesson_buttons(model, buttons, emit);
  draw_corner(model, row, emit);
  move_cursor({row.min.x, row.max.y + std::floor(em() * 0.35f)});
}

}  // namespace attnlab
