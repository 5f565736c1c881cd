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
void scroll_by(int pages, LessonKeys& keys) {
  const float most = ImGui::GetScrollMaxY(), now = ImGui::GetScrollY();
  keys.above |= now > 1;
  keys.below |= now < most - 1;
  if (pages == 0) return;
  const float page = float(pages) * ImGui::GetWindowHeight() * 0.85f;
  ImGui::SetScrollY(std::clamp(now + page, 0.0f, most));
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
  LessonKeys& keys = model.remembered<LessonKeys>();
  scroll_by(std::exchange(keys.pages, 0), keys);
  draw_step_title(model.lesson->step());
  draw_step_blocks(model, shown_blocks(*model.lesson), 1, emit);
  ImGui::Dummy({0, em() * 0.4f});
  fade_in(model);
  ImGui::EndChild();
}

/// A ring around the panel, which is being drawn, says that the keys are the lesson's.
void draw_key_ring() {
  const Box panel = grown(box_at(ImGui::GetWindowPos(), ImGui::GetWindowSize()), -1);
  control_canvas().frame(panel, theme().palette.accent, ImGui::GetStyle().ChildRounding,
                         std::max(1.5f, em() / 9));
}

/// A new step has the keys, because the learner who turned to it reads it.
void take_keys(const ViewModel& model, bool is_new) {
  if (is_new && !ImGui::GetIO().WantTextInput) ImGui::SetWindowFocus();
  LessonKeys& keys = model.remembered<LessonKeys>();
  keys.open = true;
  keys.has = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  keys.goes_on = step_is_settled(*model.lesson);
  keys.asks = step_asks(*model.lesson);
  if (keys.has) draw_key_ring();
}

}  // namespace

void draw_lesson(const ViewModel& model, const Emit& emit) {
  const bool is_new = turned(model);
  take_keys(model, is_new);
  draw_lesson_header(model, emit);
  float& footer = model.remembered<LessonPanel>().footer;
  draw_text_region(model, is_new, footer > 0 ? footer : em() * 2.6f, emit);
  const float top = ImGui::GetCursorPosY();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  window_canvas().fill({at, {at.x + ImGui::GetContentRegionAvail().x, at.y + 1}}, theme().palette.border);
  ImGui::Dummy({0, em() * 0.1f});
  draw_lesson_state(model, emit);
  draw_lesson_buttons(model, ImGui::GetContentRegionAvail().x, emit);
  footer = std::ceil(ImGui::GetCursorPosY() - top);
}

namespace {

/// A column of the bar, which scrolls by itself.
struct BarColumn {
  const char* id;
  StepBlocks blocks;
  float width = 0;
};

void draw_column(const ViewModel& model, const BarColumn& column, bool is_new, int pages, int& link,
                 const Emit& emit) {
  ImGui::BeginChild(column.id, {column.width, 0}, false, ImGuiWindowFlags_NoBackground);
  if (is_new) ImGui::SetScrollY(0);
  scroll_by(pages, model.remembered<LessonKeys>());
  link = draw_step_blocks(model, column.blocks, link, emit);
  fade_in(model);
  ImGui::EndChild();
}

/// About how high a block is, in ems, to share blocks between columns.
float weight_of(const LessonBlock& block, float width) {
  if (const auto* const prose = std::get_if<Prose>(&block))
    return rich_text_height({prose, 1}, width) / em() + 0.65f;
  if (const auto* const figure = std::get_if<LessonFigure>(&block)) return float(figure->height) + 3;
  const Exercise& exercise = std::get<Exercise>(block);
  return 7 + 2 * float(exercise.options.size() + exercise.picture.size());
}

/// Text at the left, exercises and figures at the right; what is of one kind is shared in its order.
std::pair<StepBlocks, StepBlocks> columns_of(const StepBlocks& blocks, float width) {
  std::pair<StepBlocks, StepBlocks> columns;
  for (const LessonBlock* const block : blocks)
    (std::holds_alternative<Prose>(*block) ? columns.first : columns.second).push_back(block);
  if (!columns.first.empty() && !columns.second.empty()) return columns;
  float all = 0, before = 0;
  for (const LessonBlock* const block : blocks) all += weight_of(*block, width);
  columns = {};
  for (const LessonBlock* const block : blocks) {
    const float weight = weight_of(*block, width);
    const bool left = columns.second.empty() && (columns.first.empty() || before + weight / 2 < all / 2);
    (left ? columns.first : columns.second).push_back(block);
    before += weight;
  }
  return columns;
}

}  // namespace

void draw_lesson_bar(const ViewModel& model, const Emit& emit) {
  const bool is_new = turned(model);
  take_keys(model, is_new);
  draw_lesson_line(model, emit);
  draw_lesson_state(model, emit);
  const float width = ImGui::GetContentRegionAvail().x, gap = std::floor(em() * 1.2f);
  const float half = std::floor((width - gap) / 2);
  const StepBlocks blocks = shown_blocks(*model.lesson);
  const bool two = half >= em() * 20 && blocks.size() > 1;
  auto [left, right] = two ? columns_of(blocks, half) : std::pair(blocks, StepBlocks{});
  const int pages = std::exchange(model.remembered<LessonKeys>().pages, 0);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  int link = 1;
  draw_column(model, {"lesson text", left, two ? half : width}, is_new, pages, link, emit);
  if (!two) return;
  move_cursor({start.x + half + gap, start.y});
  draw_column(model, {"lesson more", right, half}, is_new, pages, link, emit);
}

}  // namespace attnlab
