// The stage: the chosen view, or two of them side by side, under tabs to choose by.
// Script names: view.NAME and beside.NAME are the tabs, view.split opens a second view, beside.close closes
// it; stage.divider lies between the two.
#include "app/views/changes.h"
#include "app/views/view_tabs.h"
#include "app/views/views.h"
#include "app/views/workbench.h"
#include "app/widgets/controls.h"

namespace attnlab {

namespace {

void draw_nothing(const ViewModel& model) {
  if (!model.trace_error.empty()) {
    empty_note("This text cannot be traced: " + model.trace_error, "Change the text above.");
  } else if (model.loading) {
    empty_note("Opening " + (model.title.empty() ? std::string("the model") : model.title) + " …");
  } else if (model.training.state == TrainingView::State::Failed) {
    empty_note("There is no model to look at: " + model.training.message, "Choose a preset in the menu.");
  } else {
    empty_note("The first pass through the model is being recorded …");
  }
}

void draw_view(ViewKind view, const ViewModel& model, const Emit& emit) {
  switch (view) {
    case ViewKind::Steps: return draw_steps(model, emit);
    case ViewKind::Heads: return draw_heads(model, emit);
    case ViewKind::Positions: return draw_positions(model, emit);
    case ViewKind::Masks: return draw_masks(model, emit);
    case ViewKind::Norms: return draw_norms(model, emit);
    case ViewKind::Generation: return draw_generation(model, emit);
  }
}

/// One of the views with its tabs, in a window of its own.
void draw_pane(const char* id, ViewKind view, bool second, float width, const ViewModel& model,
               const Emit& emit) {
  ImGui::BeginChild(id, {width, 0}, false, ImGuiWindowFlags_NoBackground);
  if (!model.figure) draw_view_tabs(model.state, second, emit);
  if (!model.trace) {
    draw_nothing(model);
  } else if (model.state.changes && !second) {
    draw_changes(model, emit);
  } else {
    draw_view(view, model, emit);
  }
  ImGui::EndChild();
}

}  // namespace

void draw_stage(const ViewModel& model, const Emit& emit) {
  if (!model.state.beside) return draw_pane("view", model.state.view, false, 0, model, emit);
  const float gap = em() * 1.2f, room = ImGui::GetContentRegionAvail().x;
  const float half = std::floor((room - gap) / 2);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetContentRegionAvail().y;
  draw_pane("view", model.state.view, false, half, model, emit);
  const float middle = std::floor(start.x + half + gap / 2);
  window_canvas().line({middle, start.y}, {middle, start.y + height}, theme().palette.border);
  ImGui::SameLine(0, gap);
  draw_pane("beside", *model.state.beside, true, 0, model, emit);
}

}  // namespace attnlab
