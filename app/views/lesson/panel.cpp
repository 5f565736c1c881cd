// The lesson's panel: a column at the left, or a bar below.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/views/common/lesson_keys.h"
#include "app/views/common/views.h"
#include "app/views/lesson/exercise.h"
#include "app/views/lesson/panel_parts.h"
#include "app/views/lesson/step_text.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/rich_text/rich_text.h"

namespace attnlab {
namespace {

/// What the panel remembers between frames.
struct LessonPanel {
  std::string lesson;
  std::size_t step = 0;
  bool any = false;    ///< a step was drawn
  unsigned turns = 0;  ///< grows with each step that comes on screen
  float footer = 0;    ///< height in the last frame
};

/// Whether another step has come on screen since the last frame.
bool turned(const ViewModel& model) {
  LessonPanel& panel = model.remembered<LessonPanel>();
  const LessonView& view = *model.lesson;
  const bool same = panel.any && panel.lesson == view.lesson->id && panel.step == view.progress.step;
  if (!same) ++panel.turns;
  panel.any = true, panel.lesson = view.lesson->id, panel.step = view.progress.step;
  return !same;
}

/// Scrolls the window being drawn by the pages that the keys ask for, and tells them what there is to scroll.
void scroll_by_keys(LessonKeys& keys) {
  const float most = ImGui::GetScrollMaxY(), now = ImGui::GetScrollY();
  keys.above = now > 1;
  keys.below = now < most - 1;
  if (const int pages = std::exchange(keys.pages, 0); pages != 0)
    ImGui::SetScrollY(
        std::clamp(now + static_cast<float>(pages) * ImGui::GetWindowHeight() * 0.85f, 0.0f, most));
}

/// A new step comes out of the panel's colour.
void fade_in(const ViewModel& model) {
  const float shown = motion(ImGui::GetID("turn"), model.remembered<LessonPanel>().turns, 300.0f);
  if (shown < 1) draw_veil(window_canvas(), box_at(ImGui::GetWindowPos(), ImGui::GetWindowSize()), 1 - shown);
}

void draw_step_title(const LessonStep& step) {
  if (step.title.empty()) return;
  wrapped_text(fonts().heading, theme().palette.text, step.title);
  ImGui::Dummy({0, em() * 0.1f});
}

/// What is left below the header, for the step; the footer below has `footer` pixels.
void draw_text_region(const ViewModel& model, bool is_new, float footer, const Emit& emit) {
  const float height = std::max(ImGui::GetContentRegionAvail().y - footer, em() * 3);
  ImGui::BeginChild("lesson text", {0, height}, false, ImGuiWindowFlags_NoBackground);
  if (is_new) ImGui::SetScrollY(0);
  scroll_by_keys(model.remembered<LessonKeys>());
  draw_step_title(model.lesson->step());
  draw_step_blocks(model, shown_blocks(*model.lesson), 1, emit);
  ImGui::Dummy({0, em() * 0.4f});
  fade_in(model);
  ImGui::EndChild();
}

void take_keys(const ViewModel& model) {
  LessonKeys& keys = model.remembered<LessonKeys>();
  keys.has = model.screen.presenting || ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  keys.goes_on = step_is_settled(*model.lesson);
  for (const LessonBlock& block : model.lesson->step().blocks)
    if (const auto* const exercise = std::get_if<Exercise>(&block);
        exercise && waits_for_choice(*model.lesson, *exercise)) {
      keys.digits = static_cast<int>(std::min<std::size_t>(exercise->options.size(), 9));
      break;
    }
}

}  // namespace

void draw_lesson(const ViewModel& model, const Emit& emit) {
  const bool is_new = turned(model);
  take_keys(model);
  draw_lesson_header(model, emit);
  float& footer = model.remembered<LessonPanel>().footer;
  draw_text_region(model, is_new, footer > 0 ? footer : em() * 2.6f, emit);
  const float top = ImGui::GetCursorPosY();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  window_canvas().fill({at, {at.x + ImGui::GetContentRegionAvail().x, at.y + 1}}, theme().palette.border);
  ImGui::Dummy({0, em() * 0.1f});
  draw_lesson_state(model, emit);
  draw_lesson_buttons(model, emit);
  footer = std::ceil(ImGui::GetCursorPosY() - top);
}

namespace {

/// A column of the bar, which scrolls by itself.
void draw_column(const ViewModel& model, const char* id, const StepBlocks& blocks, float width, bool first,
                 bool is_new, int& link, const Emit& emit) {
  ImGui::BeginChild(id, {width, 0}, false, ImGuiWindowFlags_NoBackground);
  if (is_new) ImGui::SetScrollY(0);
  if (first) scroll_by_keys(model.remembered<LessonKeys>());
  link = draw_step_blocks(model, blocks, link, emit);
  fade_in(model);
  ImGui::EndChild();
}

float height_of(const LessonBlock& block, float width) {
  const auto* const prose = std::get_if<Prose>(&block);
  return prose ? rich_text_height({prose, 1}, width) + em() * 0.65f : 0;
}

/// The blocks of two columns: text at the left, exercises and figures at the right; where there are none,
/// half of the text in each.
std::pair<StepBlocks, StepBlocks> columns_of(const StepBlocks& blocks, float width) {
  std::pair<StepBlocks, StepBlocks> columns;
  for (const LessonBlock* const block : blocks)
    (std::holds_alternative<Prose>(*block) ? columns.first : columns.second).push_back(block);
  if (!columns.second.empty()) return columns;
  float all = 0, so_far = 0;
  for (const LessonBlock* const block : blocks) all += height_of(*block, width);
  columns.first.clear();
  for (const LessonBlock* const block : blocks) {
    (so_far < all / 2 ? columns.first : columns.second).push_back(block);
    so_far += height_of(*block, width);
  }
  return columns;
}

}  // namespace

void draw_lesson_bar(const ViewModel& model, const Emit& emit) {
  const bool is_new = turned(model);
  take_keys(model);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x,
              buttons = std::max(lesson_buttons_width(*model.lesson), em() * 12);
  draw_lesson_line(model, width, emit);
  ImGui::SetCursorScreenPos({at.x, at.y + ImGui::GetFrameHeight() + std::floor(em() * 0.3f)});
  const float gap = std::floor(em() * 1.2f), text = width - buttons - gap;
  const float column = std::floor((text - gap) / 2);
  const bool two = column >= em() * 20;
  const StepBlocks blocks = shown_blocks(*model.lesson);
  auto [left, right] = two ? columns_of(blocks, column) : std::pair(blocks, StepBlocks{});
  int link = 1;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  draw_column(model, "lesson text", left, two ? column : text, true, is_new, link, emit);
  if (two) {
    ImGui::SetCursorScreenPos({start.x + column + gap, start.y});
    draw_column(model, "lesson more", right, column, left.empty(), is_new, link, emit);
  }
  ImGui::SetCursorScreenPos({at.x + width - buttons, start.y});
  ImGui::BeginChild("lesson ways", {buttons, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_lesson_buttons(model, emit);
  draw_lesson_state(model, emit);
  ImGui::EndChild();
}

}  // namespace attnlab
