// The steps of attention by hand, each with its real matrices. Also the typed matrices. Script names:
// hand.step[0,i] (or hand.steps) are the steps; stage.left, stage.right, stage.result and stage.softmax are
// as in Step through; hand.q, hand.k, hand.v and so on are the matrices as hand_matrices() names them,
// NAME[row,column] their cells and NAME.field the field in a cell; hand.seen[query,key] is the mask.
#include <algorithm>
#include <cmath>

#include "app/features/hand/view_frame.h"
#include "app/views/common/hand_model.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/op_flow.h"
#include "app/views/stage/op_stage.h"
#include "app/views/stage/stage_product.h"
#include "app/views/stage/stages.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/sheet/sheet.h"
#include "app/widgets/tokens/token_text.h"
#include "core/io/hand/hand_numbers.h"
#include "core/language/messages.h"
#include "core/trace/hand_sites.h"

namespace attnlab {
namespace {

/// Least width of a cell, in em.
constexpr float kLeastCell = 3.2f;
/// Width of the widest title with its detail, in em.
constexpr float kTitles = 14;

std::string sheet_target(const HandMatrixKind& kind) { return "hand." + std::string(kind.name); }

std::vector<std::string> counted_names(Index count, const char* before) {
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i) names.push_back(before + std::to_string(i));
  return names;
}

/// The names along the sides of a matrix.
struct SheetNames {
  std::vector<std::string> rows, columns;
};
SheetNames names_of(const HandAttention& numbers, const HandMatrixKind& kind) {
  const HandMatrix& m = numbers.*kind.cells;
  const bool tokens = kind.row_names && !(numbers.*kind.row_names).empty();
  return {tokens ? numbers.*kind.row_names : counted_names(m.rows, ""),
          counted_names(m.columns, kind.score ? "" : "d ")};
}

SheetOptions options_of(const HandFrame& frame, const HandMatrixKind& kind, const SheetNames& names,
                        const HandSheetPlan& plan) {
  const HandMatrix& m = frame.numbers.*kind.cells;
  const HandCursor& c = frame.choice.cursor;
  SheetOptions o{.title = std::string(tr(kind.site->title)),
                 .detail = std::to_string(m.rows) + " × " + std::to_string(m.columns),
                 .role = kind.site->role,
                 .row_names = names.rows,
                 .column_names = names.columns,
                 .cell_width = plan.cell,
                 .label_width = plan.labels,
                 .target = sheet_target(kind)};
  if (c.matrix == kind.name)
    o.selected = {{static_cast<int>(c.row), static_cast<int>(c.column)},
                  {static_cast<int>(c.to_row), static_cast<int>(c.to_column)}};
  return o;
}

std::vector<const HandMatrixKind*> shown_matrices(const HandAttention& numbers) {
  std::vector<const HandMatrixKind*> shown;
  for (const HandMatrixKind& kind : hand_matrices())
    if (reads(numbers, kind)) shown.push_back(&kind);
  return shown;
}

std::vector<std::string> place_of(const HandMatrixKind& kind, Cell cell) {
  return {std::string(kind.name), std::to_string(cell.row), std::to_string(cell.col)};
}

void select_cells(const HandFrame& frame, const HandMatrixKind& kind, const SheetRange& range) {
  std::vector<std::string> words = place_of(kind, range.at);
  if (range.to != range.at)
    words.insert(words.end(), {std::to_string(range.to.row), std::to_string(range.to.col)});
  frame.say("select", std::move(words));
}

/// Tab leads from matrix to matrix, and out of the last one.
void leave_sheet(const HandFrame& frame, const HandMatrixKind& from, int by) {
  const std::vector<const HandMatrixKind*> shown = shown_matrices(frame.numbers);
  const auto here = std::ranges::find(shown, &from);
  const bool out = by > 0 ? here + 1 == shown.end() : here == shown.begin();
  if (out) return pass_focus(by);
  const HandMatrixKind& to = **(here + by);
  const HandMatrix& m = frame.numbers.*to.cells;
  const Cell cell = by > 0 ? Cell{0, 0} : Cell{static_cast<int>(m.rows) - 1, static_cast<int>(m.columns) - 1};
  select_cells(frame, to, {cell, cell});
  give_focus(sheet_target(to));
}

void take_result(const HandFrame& frame, const HandMatrixKind& kind, const SheetResult& r) {
  if (r.typed) {
    std::vector<std::string> words = place_of(kind, r.edited);
    words.push_back(*r.typed);
    frame.say("cell", std::move(words));
  }
  if (r.pasted) {
    const HandCursor& c = frame.choice.cursor;
    frame.say("paste", {std::string(kind.name), std::to_string(std::min(c.row, c.to_row)),
                        std::to_string(std::min(c.column, c.to_column)), *r.pasted});
  }
  if (r.cleared) frame.say("clear", {});
  if (r.selected) select_cells(frame, kind, *r.selected);
  if (r.leaves != 0) leave_sheet(frame, kind, r.leaves);
}

/// The mask as numbers for a map: zeros, hatched where a key is masked.
struct HandMaskCells {
  std::vector<float> zeros;
  std::vector<unsigned char> hidden;
};

void draw_mask(const HandFrame& frame, const HandSheetPlan& plan) {
  if (!has_mask(frame.numbers)) return;
  HandMaskCells& cells = frame.model.remembered<HandMaskCells>();
  cells.hidden.clear();
  for (const std::string& row : hand_mask(frame.numbers))
    for (const char seen : row) cells.hidden.push_back(seen == '0');
  cells.zeros.assign(cells.hidden.size(), 0);
  const HandMatrix &query = frame.numbers.query, &key = frame.numbers.key;
  MatrixView view = matrix_view(cells.zeros.data(), static_cast<int>(query.rows), static_cast<int>(key.rows));
  view.mask = cells.hidden.data();
  HeatMapOptions o;
  o.title = tr("Mask M");
  o.detail = tr("click to mask or unmask");
  o.role = Role::Masked;
  o.scale = signed_scale();
  o.legend = false;
  o.cell_width = plan.cell;
  o.cell_height = std::ceil(em() * 1.65f);
  o.rows.names = frame.numbers.query_names;
  o.cols.names = frame.numbers.key_names;
  o.tensor = tr("mask");
  o.selected = {static_cast<int>(frame.choice.query), static_cast<int>(frame.choice.key)};
  o.target = "hand.seen";
  const float before = sheet_width(0, {.row_names = frame.numbers.query_names, .label_width = plan.labels});
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(before - heat_map_offset(view, o).x, 0.0f));
  const HeatMapResult r = heat_map("mask", view, o);
  if (!r.clicked) return;
  const std::string row = std::to_string(r.clicked->row), col = std::to_string(r.clicked->col);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return frame.say("see", {row, col, "toggle"});
  frame.say("query", {row});
  frame.say("key", {col});
}

}  // namespace

HandSheetPlan plan_hand_sheets(const HandFrame& frame, float room) {
  HandSheetPlan plan{.cell = usual_sheet_cell()};
  Index columns = has_mask(frame.numbers) ? frame.numbers.key.rows : 1;
  for (const HandMatrixKind* kind : shown_matrices(frame.numbers)) {
    const SheetNames names = names_of(frame.numbers, *kind);
    plan.labels = std::max(plan.labels, sheet_label_width(options_of(frame, *kind, names, plan)));
    columns = std::max(columns, (frame.numbers.*kind->cells).columns);
  }
  const std::string name;
  const float before = sheet_width(0, {.row_names = {&name, 1}, .label_width = plan.labels});
  const float fitting = std::floor((room - before) / float(columns));
  plan.cell = std::clamp(fitting, std::min(std::ceil(em() * kLeastCell), plan.cell), plan.cell);
  plan.width = std::max(before + plan.cell * float(columns), em() * kTitles);
  return plan;
}

void draw_hand_sheets(const HandFrame& frame, const HandSheetPlan& plan) {
  for (const HandMatrixKind* kind : shown_matrices(frame.numbers)) {
    const HandMatrix& m = frame.numbers.*kind->cells;
    const SheetNames names = names_of(frame.numbers, *kind);
    take_result(frame, *kind,
                sheet(kind->member.data(), m.cells, static_cast<int>(m.columns),
                      options_of(frame, *kind, names, plan)));
    ImGui::Dummy({0, em() * 0.3f});
  }
  draw_mask(frame, plan);
}

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
  item.matrix.detail = tr("query “{1}”", display_token(item.axes.rows.name(stage.selection.query)));
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
  hidden.matrix.title = tr("Hidden valuesᵀ");
  p.left = v.matrix, p.right = hidden.matrix, p.result = scores.matrix;
  p.rows.hidden = true;
  p.cols = scores.axes.cols.labels(tr("keys"), Role::Key);
  p.inner.title = "a";
  p.cols_are_keys = true;
  draw_product(stage, p);
}

/// β times the cosines.
void draw_sharpened(StageFrame& stage) {
  draw_flow(stage, {flow_item(stage, hand_sites::kCosine, "", "stage.left"),
                    flow_item(stage, hand_sites::kScores, "→", "stage.result")});
}

/// How a step is drawn differently from its operation elsewhere.
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
  const int chosen = choose_by_hand({"hand.steps", "hand.step", labels[at], tr("Step")}, titles, at);
  if (chosen != at) frame.say("step", {std::string(steps[chosen]->site->name)});
}

/// The step's title with its formula, and its sentence if there is room.
void draw_step_head(const ViewModel& pass, const TraceTensor& step) {
  ImGui::Dummy({0, em() * 0.5f});
  const std::string title(tr(step.site->title));
  const ImVec2 size{text_size(fonts().heading, title).x, std::ceil(em() * 2.4f)};
  const Box box = box_at(ImGui::GetCursorScreenPos(), size);
  ImGui::InvisibleButton("step title", size);
  tip_term(step.site->term);
  const Role role = step.site->role;
  draw_text_in(window_canvas(), fonts().heading, box,
               role == Role::None ? theme().palette.text : role_text(role), title);
  draw_operation_formula(pass);
  if (ImGui::GetContentRegionAvail().y >= em() * kLowStage) dim_text(tr(step.site->sentence));
}

/// The softmax's matrices, and beside or below them the selected row's table if the inspector is hidden.
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
