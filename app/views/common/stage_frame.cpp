// Matrices of the stage: their tensors, their colours, and clicks in them.
#include "app/views/common/stage_frame.h"

#include <algorithm>
#include <cmath>

#include "app/state/made_commands.h"
#include "app/widgets/base/context.h"

namespace attnlab {

namespace {

/// The most keys for a scale from 0 to 1. With more keys, weights are small, and under a causal mask the
/// first rows would outshine all others: then each row has its own scale.
constexpr int kFixedWeightKeys = 32;

bool under_pointer(const HeatMapResult& drawn) {
  return drawn.hovered || (ImGui::IsWindowHovered() && drawn.cells.contains(ImGui::GetIO().MousePos));
}

void emit_cell(const StageFrame& frame, Cell cell) {
  frame.emit({"select.cell", {std::to_string(cell.row), std::to_string(cell.col)}});
}

}  // namespace

TensorSlice StageFrame::named(std::string_view name) const {
  const TraceTensor* const tensor = trace.find(name);
  return matrix_slice(tensor, head_in(tensor, selection), model.trace_version);
}

TensorSlice StageFrame::matrix(std::string_view local) const {
  return named(attention_prefix(selection) + "." + std::string(local));
}

TensorSlice StageFrame::matrix(Stage stage) const { return named(stage_tensor(selection, stage)); }

Cell selected_on_stage(const StageFrame& frame) {
  const CellName cell = selected_cell(frame.selection, frame.model.state.chosen.stage);
  return {static_cast<int>(row_of(cell)), static_cast<int>(column_of(cell))};
}

Cell selected_in(const StageFrame& frame, const TensorSlice& own) {
  const ChosenCell& chosen = frame.model.state.chosen;
  return chosen.shown ? own.find(*chosen.shown).value_or(Cell{0, 0}) : selected_on_stage(frame);
}

std::string size_text(const TensorSlice& slice) {
  return std::to_string(slice.view.rows) + " × " + std::to_string(slice.view.cols);
}

ColourScale signed_scale() { return {Scale::Diverging, RangeMode::PerMatrix, {0, 1}}; }

ColourScale shared_scale(const MatrixView& matrix) {
  const ValueRange range = measure_range(matrix, 0, matrix.rows);
  return {Scale::Diverging, RangeMode::Fixed, range};
}

ColourScale weight_scale(const MatrixView& weights) {
  const RangeMode mode = weights.cols <= kFixedWeightKeys ? RangeMode::Fixed : RangeMode::PerRow;
  return {Scale::Sequential, mode, {0, 1}};
}

void tie(StageFrame& frame, const StageMatrix& matrix, const HeatMapResult& drawn) {
  if (matrix.slice.empty()) return;
  if (under_pointer(drawn)) frame.touched = matrix.symbol;
  const Canvas canvas = window_canvas();
  const float thick = std::max(2.0f, em() / 7);
  if (frame.lit == matrix.symbol) draw_outline(canvas, grown(drawn.cells, 2), role_text(matrix.role), thick);
  if (!frame.model.state.aside) return;
  const CellName& cell = *frame.model.state.aside;
  const Colour colour = is_gradient(cell.tensor) ? role_colour(Role::Gradient) : theme().palette.good;
  const bool of_gradient = is_gradient(matrix.slice.tensor->name);
  const auto followed = matrix.slice.find(of_gradient ? cell : value_cell(cell));
  if (!followed) return;
  if (const Box box = seen_cell_box(drawn, *followed); !box.empty()) draw_outline(canvas, box, colour, thick);
}

void follow_click(const StageFrame& frame, const StageMatrix& matrix, const HeatMapResult& drawn) {
  if (!drawn.clicked || matrix.slice.empty()) return;
  frame.emit(cell_command("inspect.here", matrix.slice.cell(*drawn.clicked)));
}

void choose_click(const StageFrame& frame, const TensorSlice& own, const HeatMapResult& drawn) {
  if (!drawn.clicked) return;
  frame.model.state.chosen.in_attention() ? emit_cell(frame, *drawn.clicked)
                                          : frame.emit(show_command(own.cell(*drawn.clicked)));
}

void choose_token(const StageFrame& frame, TokenRole role, int label) {
  const char* const verb = role == TokenRole::Query ? "select.query" : "select.key";
  if (label >= 0) frame.emit({verb, {std::to_string(label)}});
}

void keep_in_sight(const Box& cell, Cell selected) {
  if (cell.empty()) return;  // the map first brings the cell into sight
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("in sight");
  const int now = selected.row * 65536 + selected.col;
  if (storage.GetInt(key, -1) == now) return;
  storage.SetInt(key, now);
  const Box seen = clip_box();
  const ImVec2 corner = ImGui::GetWindowPos();
  if (cell.min.y < seen.min.y || cell.max.y > seen.max.y) {
    ImGui::SetScrollFromPosY(cell.centre().y - corner.y, 0.7f);
  }
  if (cell.min.x < seen.min.x || cell.max.x > seen.max.x) {
    ImGui::SetScrollFromPosX(cell.centre().x - corner.x, 0.7f);
  }
}

bool hides_anything(const StageFrame& frame) {
  const TensorSlice mask = frame.matrix("mask");
  return !mask.empty() && !masked_cells(mask.view).empty();
}

}  // namespace attnlab
