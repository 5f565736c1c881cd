// Step through: the chosen operation of the chosen head with its real matrices, or the chosen tensor.
// Script names: stage.left, stage.right, stage.result and stage.bias are matrices, NAME[row,column] one cell;
// stage.softmax[i,0] is a row of the softmax table; stage_header.cpp names the selectors and switches.
#include "app/state/steps_choice.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/view_page.h"
#include "app/views/stage/stages.h"
#include "app/views/stage/tensor_stage.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/config/no_such_kind.h"

namespace attnlab {

namespace {

void draw_matrices(StageFrame& frame) {
  switch (frame.model.state.chosen.stage) {
    case Stage::Scores: return draw_scores_stage(frame);
    case Stage::Scaled: return draw_scaled_stage(frame);
    case Stage::Masked: return draw_masked_stage(frame);
    case Stage::Softmax: return draw_softmax_stage(frame);
    case Stage::Context: return draw_context_stage(frame);
    case Stage::Query:
    case Stage::Key:
    case Stage::Value:
    case Stage::Output: return draw_projection_stage(frame);
  }
  no_such_kind("stage");
}

/// The matrix under the pointer highlights its symbol in the next frame.
struct TouchedSymbol {
  std::string symbol;
};

void draw_steps(const ViewModel& model, const Emit& emit) {
  const Trace& trace = *model.trace;
  if (!model.state.chosen.in_attention()) return draw_tensor_stage(model, emit);
  const Selection& selection = model.state.selection;
  const Stage stage = model.state.chosen.stage;
  if (!trace.find(stage_tensor(selection, stage))) {
    return empty_note("This model has no such attention.", "Choose another one in the map.");
  }
  StageFrame frame{model,
                   emit,
                   trace,
                   selection,
                   query_tokens(trace, selection.attention),
                   key_tokens(trace, selection.attention),
                   {},
                   {}};
  std::string& touched_before = model.remembered<TouchedSymbol>().symbol;
  draw_stage_header(frame, touched_before);
  // In a window too small for legible matrices, they scroll.
  ImGui::BeginChild("matrices", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushID(static_cast<int>(stage));
  draw_matrices(frame);
  ImGui::PopID();
  ImGui::EndChild();
  if (frame.touched == touched_before) return;
  touched_before = frame.touched;
  widgets().animating = true;
}

std::string chosen_tensor(const ViewModel& model) { return chosen_cell(model.state).tensor; }

}  // namespace

namespace steps {
extern const ViewPage kPage = {.draw = draw_steps, .play = play_walk, .figure_title = chosen_tensor};
}

}  // namespace attnlab
