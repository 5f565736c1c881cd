// The stage: the chosen view, or two views side by side, with tabs above.
// Script names: view.NAME and beside.NAME are the tabs, view.split opens a second view, beside.close closes
// it; split.beside is the divider between the two.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/base/format.h"
#include "app/views/common/looks_in_use.h"
#include "app/views/common/stale.h"
#include "app/views/common/view_page.h"
#include "app/views/common/views.h"
#include "app/views/frame/low_page.h"
#include "app/views/frame/view_tabs.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/splitter.h"

namespace attnlab {

namespace {

void draw_empty_stage(const ViewModel& model) {
  if (!model.trace_error.empty()) {
    const bool text = !has_picture(model.format);
    empty_note(
        (text ? "This text cannot be traced: " : "This picture cannot be traced: ") + model.trace_error,
        text ? "Change the text above." : "Open another picture.");
  } else if (model.loading) {
    empty_note("Opening " + (model.opening.name.empty() ? "the model" : model.opening.name) + " …",
               model.opening.stopping ? "It is being stopped."
               : model.opening.share  ? format_percent(*model.opening.share, 0) + " of its weights are read."
                                      : "");
  } else if (model.training.state == TrainingView::State::Failed) {
    empty_note("There is no model to look at: " + model.training.message, "Choose a preset in the menu.");
  } else if (model.preset.empty()) {
    empty_note("No model is open.", "Choose a preset in the menu File, or open a model.");
  } else {
    empty_note("The first pass through the model is being recorded …");
  }
}

void draw_page(const Feature& view, Pane pane, const ViewModel& model, const Emit& emit) {
  const ViewPage& page = page_of(view);
  const bool fits = model.trace && is_offered(view, &model.trace->config());  // it may be of another model
  if (page.needs_pass && !fits) return draw_empty_stage(model);
  const float top = ImGui::GetCursorScreenPos().y;
  page.draw(model, emit);
  if (page.of_pass) cover_stale(model, top, pane == Pane::First ? StaleMessage::Shown : StaleMessage::None);
}

/// One of the views with its tabs, in its own window.
void draw_pane(const char* id, const Feature& view, Pane pane, float width, const ViewModel& model,
               const Emit& emit) {
  ImGui::BeginChild(id, {width, 0}, false, ImGuiWindowFlags_NoBackground);
  if (!model.figure) draw_view_tabs(model, pane, emit);
  {
    const LowPage low(view, pane, model);
    draw_page(view, pane, model, emit);
  }
  ImGui::EndChild();
}

/// The divider between the two, `gap` wide from `left` on; `now` is the second view's width.
void draw_divider(float left, float gap, float now, float least, const ViewModel& model, const Emit& emit) {
  const ImVec2 at{std::floor(left + (gap - splitter_thickness()) / 2), ImGui::GetWindowPos().y};
  const float height = ImGui::GetWindowHeight();
  const float x = std::floor(left + gap / 2);
  window_canvas().line({x, at.y}, {x, at.y + height}, theme().palette.border);
  if (model.figure) return;
  move_cursor(at);
  const float most = ImGui::GetWindowWidth() - gap - least;
  if (const auto width = splitter("split.beside", now,
                                  {.least = least, .most = most, .length = height, .panel_after = true}))
    emit({"panel.size", {"beside", std::to_string(*width / point())}});
}

void draw_panes(const ViewModel& model, const Emit& emit) {
  if (!model.state.beside) return draw_pane("view", *model.state.view, Pane::First, 0, model, emit);
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float gap = em() * 1.2f, half = std::floor((room.x - gap) / 2), least = std::min(em() * 14, half);
  const float chosen =
      model.screen.beside_width > 0 ? static_cast<float>(model.screen.beside_width) * point() : half;
  const float now = std::clamp(std::floor(chosen), least, std::max(least, room.x - gap - least));
  draw_pane("view", *model.state.view, Pane::First, room.x - gap - now, model, emit);
  draw_divider(start.x + room.x - gap - now, gap, now, least, model, emit);
  move_cursor({start.x + room.x - now, start.y});
  draw_pane("beside", *model.state.beside, Pane::Second, now, model, emit);
}

struct StageParts {
  std::vector<FigurePart> all;
};

/// Widgets are recorded as parts while the object lives, when the stage is drawn on screen.
class PartsInUse {
 public:
  explicit PartsInUse(bool on_screen) {
    if (!on_screen) return;
    widgets().parts = &remembered<StageParts>().all;
    widgets().parts->clear();
  }
  ~PartsInUse() { widgets().parts = nullptr; }
  PartsInUse(const PartsInUse&) = delete;
  PartsInUse& operator=(const PartsInUse&) = delete;
};

}  // namespace

const std::vector<FigurePart>& stage_parts() { return remembered<StageParts>().all; }

void draw_stage(const ViewModel& model, const Emit& emit) {
  const LooksInUse looks(model.screen, emit);
  const PartsInUse parts(!model.figure);
  draw_panes(model, emit);
}

}  // namespace attnlab
