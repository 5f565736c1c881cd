// The steps of attention by hand, each with its real matrices. Script names: hand.step[0,i] (or hand.steps)
// are the steps; stage.left, stage.right, stage.result and stage.softmax are as in Step through.
#include <algorithm>
#include <cmath>

#include "app/features/hand/view_frame.h"
#include "app/views/common/hand_model.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_text.h"
#include "app/views/stage/op_flow.h"
#include "app/views/stage/op_stage.h"
#include "app/views/stage/stage_product.h"
#include "app/views/stage/stages.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/trace/hand_sites.h"

namespace attnlab {

namespace {

const TraceTensor& tensor_of(const StageFrame& stage, const Site& site) {
  return *stage.trace.find(hand_place(), site);
}

FlowItem flow_item(const StageFrame& stage, const Site& site, const char* sign, const char* target) {
  const TraceTensor& tensor = tensor_of(stage, site);
  FlowItem item{tensor_matrix(stage, tensor.name), tensor_labels(stage.model, stage.trace, tensor), sign};
  item.matrix.target = item.matrix.symbol = target;
  return item;
}

/// The selected query's row of a matrix alone.
void cut_to_query(const StageFrame& stage, FlowItem& item) {
  item.matrix.slice = row_range(item.matrix.slice, stage.selection.query, 1);
  item.matrix.detail = "query “" + display_token(item.axes.rows.name(stage.selection.query)) + "”";
}

/// tanh of the selected query's row plus each key's.
void draw_hidden(StageFrame& stage) {
  std::vector<FlowItem> items{flow_item(stage, hand_sites::kHiddenQuery, "", "stage.left"),
                              flow_item(stage, hand_sites::kHiddenKey, "+", "stage.right"),
                              flow_item(stage, hand_sites::kHidden, "→", "stage.result")};
  cut_to_query(stage, items[0]);
  items[1].other_rows = true;
  draw_flow(stage, items);
}

/// The selected query's scores: v times the hidden values of its pairs.
void draw_additive_scores(StageFrame& stage) {
  Product p;
  FlowItem v = flow_item(stage, hand_sites::kScoreWeight, "", "stage.left"),
           hidden = flow_item(stage, hand_sites::kHidden, "", "stage.right"),
           scores = flow_item(stage, hand_sites::kScores, "", "stage.result");
  cut_to_query(stage, scores);
  hidden.matrix.slice = transposed(hidden.matrix.slice);
  hidden.matrix.title = "Hidden valuesᵀ";
  p.left = v.matrix, p.right = hidden.matrix, p.result = scores.matrix;
  p.rows.hidden = true;
  p.cols = scores.axes.cols.labels("keys", Role::Key);
  p.inner.title = "a";
  p.cols_are_keys = true;
  draw_product(stage, p);
}

/// β times the cosines.
void draw_sharpened(StageFrame& stage) {
  draw_flow(stage, {flow_item(stage, hand_sites::kCosine, "", "stage.left"),
                    flow_item(stage, hand_sites::kScores, "→", "stage.result")});
}

/// What draws a step otherwise than the operation that makes it is drawn elsewhere.
struct HandStepDrawing {
  const Site* site;
  GeneralAttention::Score score;
  void (*draw)(StageFrame& stage);
};
constexpr HandStepDrawing kStepDrawings[] = {
    {&hand_sites::kHidden, GeneralAttention::Score::Additive, draw_hidden},
    {&hand_sites::kScores, GeneralAttention::Score::Additive, draw_additive_scores},
    {&hand_sites::kScores, GeneralAttention::Score::Cosine, draw_sharpened}};

void draw_matrices(StageFrame& stage, const TraceTensor& step, GeneralAttention::Score score) {
  for (const HandStepDrawing& drawing : kStepDrawings)
    if (drawing.site == step.site && drawing.score == score) return drawing.draw(stage);
  draw_operation(stage);
}

void choose_step(const HandFrame& frame, const Trace& pass, const TraceTensor& now) {
  const std::vector<const TraceTensor*> steps = hand_steps(pass);
  std::vector<std::string> labels;
  for (const TraceTensor* step : steps) labels.push_back(tensor_label(*step));
  std::vector<const char*> titles;
  for (const std::string& label : labels) titles.push_back(label.c_str());
  const auto at = static_cast<int>(std::ranges::find(steps, &now) - steps.begin());
  const int chosen = choose_by_hand(
      {"hand.steps", "hand.step", labels[static_cast<std::size_t>(at)], "Another step"}, titles, at);
  if (chosen != at) frame.say("step", {std::string(steps[static_cast<std::size_t>(chosen)]->site->name)});
}

/// The step's title with its formula, and its sentence where there is room.
void draw_step_head(const ViewModel& pass, const TraceTensor& step) {
  ImGui::Dummy({0, em() * 0.5f});
  const std::string title(step.site->title);
  const ImVec2 size{text_size(fonts().heading, title).x, std::ceil(em() * 2.4f)};
  const Box box = box_at(ImGui::GetCursorScreenPos(), size);
  ImGui::InvisibleButton("step title", size);
  tip_term(step.site->term);
  const Role role = step.site->role;
  draw_text_in(window_canvas(), fonts().heading, box,
               role == Role::None ? theme().palette.text : role_text(role), title);
  draw_operation_formula(pass);
  if (ImGui::GetContentRegionAvail().y >= em() * kLowStage) dim_text(step.site->sentence);
}

/// The softmax's matrices, and beside or below them the selected row's table, which else the inspector has.
void draw_softmax(StageFrame& stage) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool table = !stage.model.screen.show_inspector;
  const bool beside = room.x >= em() * 44;
  const ImVec2 maps{table && beside ? room.x - em() * 24 : 0, table && !beside ? room.y * 0.5f : 0};
  ImGui::BeginChild("maps", maps, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  draw_operation(stage);
  ImGui::EndChild();
  if (!table) return;
  if (beside) ImGui::SameLine(0, em());
  ImGui::BeginChild("softmax", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_softmax_row(stage, stage.named(softmax_input(stage.trace).name).view,
                   stage.named(tensor_of(stage, hand_sites::kWeights).name).view);
  ImGui::EndChild();
}

}  // namespace

void draw_hand_steps(const HandFrame& frame) {
  const ViewModel pass = hand_model(frame.model);
  const Emit emit = hand_emit(frame.emit);
  const Trace& trace = *pass.trace;
  const TraceTensor& step = trace.at(pass.state.chosen.shown->tensor);
  StageFrame stage{pass,
                   emit,
                   trace,
                   pass.state.selection,
                   token_axis(trace.input_pieces),
                   token_axis(trace.source_pieces),
                   {},
                   {}};
  if (!pass.figure) choose_step(frame, trace, step);
  draw_step_head(pass, step);
  ImGui::BeginChild("matrices", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushID(step.site->name.data());
  step.is(hand_sites::kWeights) ? draw_softmax(stage)
                                : draw_matrices(stage, step, score_kind(frame.numbers.score).score);
  ImGui::PopID();
  ImGui::EndChild();
}

}  // namespace attnlab
