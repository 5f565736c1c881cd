// The layout of an operation on the stage: a product, a sum, a norm, a function of cells or rows.
#include "app/views/stage/op_stage.h"

#include <algorithm>
#include <cmath>

#include "app/views/common/gradient_tensors.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/op_curve.h"
#include "app/views/stage/op_flow.h"
#include "app/views/stage/stage_operation.h"
#include "app/views/stage/stage_product.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula_text.h"
#include "app/widgets/heat_map/cells.h"
#include "core/analysis/norms.h"
#include "core/analysis/operation_parts.h"
#include "core/language/messages.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

/// Wider results are shown in parts, so that cells stay visible.
constexpr Index kMostShownColumns = 384;

std::string name_of(const MatrixUse& use) { return use.tensor->name + (use.gradient ? ".grad" : ""); }

/// The title of a matrix: short for the product, with the value of a gradient.
std::string matrix_title(const StageFrame& frame, std::string_view name, bool turned) {
  const std::string title = tensor_title(frame.trace, value_name(name));
  return (is_gradient(name) ? "∂L/∂(" + title + ")" : title) + (turned ? "ᵀ" : "");
}

StageMatrix matrix_of(const StageFrame& frame, const MatrixUse& use) {
  StageMatrix m = tensor_matrix(frame, name_of(use));
  m.title = matrix_title(frame, name_of(use), use.transposed);
  if (use.transposed) m.slice = transposed(m.slice);
  return m;
}

TensorAxes axes_of(const StageFrame& frame, const MatrixUse& use) {
  TensorAxes axes = tensor_labels(frame.model, frame.trace, *use.tensor);
  if (!use.transposed) return axes;
  return {std::move(axes.cols), std::move(axes.rows), axes.col_title,
          axes.row_title,       axes.col_role,        axes.row_role};
}

/// Cuts the weights' gradient to the selected head's rows, which are all that the head's gradient reaches.
void cut_to_head(const StageFrame& frame, const ProductParts& parts, Product& p) {
  const Index size = frame.trace.config().head_size();
  const TraceTensor& y = *parts.left.tensor;
  if (y.shape.rank() != 4 || parts.result.tensor->shape.rank() != 2) return;
  p.result.slice = row_range(p.result.slice, head_in(&y, frame.selection) * size, size);
}

/// The numbers first … first+count−1 as names.
TokenAxis numbered_axis(Index first, Index count) {
  std::vector<std::string> numbers;
  for (Index i = first; i < first + count; ++i) numbers.push_back(std::to_string(i));
  return named_axis(std::move(numbers));
}

/// Cuts a wide product to the columns around the chosen one.
void cut_columns(const StageFrame& frame, Product& p, TensorAxes& cols) {
  const Index all = p.result.slice.view.cols;
  if (all <= kMostShownColumns) return;
  const Index chosen = std::max(selected_in(frame, p.result.slice).col, 0), half = kMostShownColumns / 2;
  const Index first = std::min(chosen / half * half, all - kMostShownColumns);
  for (TensorSlice* slice : {&p.result.slice, &p.right.slice, &p.bias.slice})
    if (!slice->empty()) *slice = column_range(*slice, first, kMostShownColumns);
  p.result.detail = tr("columns {1} to {2} of {3}", std::to_string(first),
                       std::to_string(first + kMostShownColumns - 1), std::to_string(all));
  cols.cols = part_of(cols.cols, first, kMostShownColumns);
  if (cols.cols.names.empty()) cols.cols = numbered_axis(first, kMostShownColumns);
}

bool draw_product_of(StageFrame& frame, const ProductParts& parts) {
  Product p;
  p.left = matrix_of(frame, parts.left);
  p.right = matrix_of(frame, parts.right);
  p.result = matrix_of(frame, parts.result);
  p.left.symbol = "left", p.right.symbol = "right", p.result.symbol = "result";
  p.left.target = "stage.left", p.right.target = "stage.right", p.result.target = "stage.result";
  if (parts.bias) {
    p.bias = tensor_matrix(frame, parts.bias->name);
    p.bias.symbol = "bias", p.bias.target = "stage.bias";
  }
  cut_to_head(frame, parts, p);
  const bool fits = p.left.slice.view.cols == p.right.slice.view.rows &&
                    p.left.slice.view.rows == p.result.slice.view.rows &&
                    p.right.slice.view.cols == p.result.slice.view.cols;
  if (!fits) return false;
  const TensorAxes left = axes_of(frame, parts.left);
  TensorAxes right = axes_of(frame, parts.right);
  cut_columns(frame, p, right);
  p.rows = left.rows.labels(left.row_title, left.row_role);
  p.inner = left.cols.labels(left.col_title, left.col_role);
  p.cols = right.cols.labels(right.col_title, right.col_role);
  if (p.result.slice.view.rows > 14) p.widest = 1.3f;
  draw_product(frame, p);
  return true;
}

FlowItem item_of(const StageFrame& frame, const std::string& name, const char* sign, const char* target) {
  FlowItem item{tensor_matrix(frame, name),
                tensor_labels(frame.model, frame.trace, frame.trace.at(value_name(name))), sign};
  item.matrix.title = matrix_title(frame, name, false);
  item.matrix.target = target;
  item.matrix.symbol = target;
  return item;
}

/// x with its mean and variance, γ, β, and the result.
void draw_norm(StageFrame& frame, const NormTensors& norm) {
  std::vector<FlowItem> items;
  if (norm.input) items.push_back(item_of(frame, norm.input->name, "", "stage.left"));
  if (items.empty()) items.push_back(item_of(frame, norm.normalized->name, "", "stage.normalized"));
  FlowItem& first = items.front();
  for (const Site* site : norm.kind->statistics) {
    const TraceTensor* statistic = site ? frame.trace.find(norm.place, *site) : nullptr;
    if (!statistic) continue;
    StageMatrix side = tensor_matrix(frame, statistic->name);
    side.title = site->symbol;
    side.symbol = site->name.data();
    side.target = "stage." + std::string(site->name);
    first.side.push_back(side);
  }
  items.push_back(item_of(frame, norm.gamma->name, "⊙", "stage.gamma"));
  if (norm.beta) items.push_back(item_of(frame, norm.beta->name, "+", "stage.beta"));
  items.push_back(item_of(frame, norm.output->name, "=", "stage.result"));
  draw_flow(frame, items);
}

/// Signs before the second operand and before the result.
std::pair<const char*, const char*> signs_of(std::string_view kind) {
  if (kind == "add") return {"+", "="};
  if (kind == "multiply") return {"⊙", "="};
  if (kind == "mask") return {"+", "="};
  return {"", "→"};
}

/// Width of an activation's curve at the right of its matrices; 0 if there is no room.
float curve_width(const Operation* operation) {
  const bool fits = ImGui::GetContentRegionAvail().x > em() * 44;
  return fits && operation && operation->is_cell_function() ? std::floor(em() * 15) : 0;
}

void draw_curve(const StageFrame& frame, const Operation& operation, const StageMatrix& input,
                const Box& box) {
  const MatrixView& view = input.slice.view;
  const TraceTensor& made = frame.trace.at(chosen_cell(frame.model.state).tensor);
  const TensorSlice own = matrix_slice(&made, head_in(&made, frame.selection), frame.model.trace_version);
  const Cell cell = selected_in(frame, own);
  const ValueRange range =
      matrix_facts(ImGui::GetID("curve.range"), view, {Scale::Diverging, RangeMode::PerMatrix}).range(0);
  const double limit = std::max({1.0, double(range.hi), -double(range.lo)});
  if (view.contains(cell)) draw_function_curve(operation, double(view.at(cell.row, cell.col)), limit, box);
}

bool draw_inputs(StageFrame& frame, const TraceTensor& tensor) {
  const OperationParts parts = operation_parts(frame.trace, tensor);
  std::vector<FlowItem> items;
  const auto [second, result] = signs_of(parts.kind);
  const Index rows = tensor.shape.last(1);
  for (const TraceTensor* input : parts.inputs) {
    const bool matrix = input && input->shape.rank() >= 2 && items.size() < 3;
    if (!matrix || frame.trace.find(input->name) != input || !input->site->axes.size() ||
        input->site->axes[0] != Axis::Batch)
      continue;
    if (input->shape.last(1) > 4 * rows && items.size() > 0) continue;
    items.push_back(item_of(frame, input->name, items.empty() ? "" : second,
                            items.empty() ? "stage.left" : "stage.right"));
  }
  if (items.empty()) return false;
  items.push_back(item_of(frame, tensor.name, result, "stage.result"));
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float curve = curve_width(parts.operation);
  draw_flow(frame, items, curve > 0 ? curve + em() * 1.5f : 0);
  if (curve > 0)
    draw_curve(frame, *parts.operation, items[0].matrix,
               box_at({start.x + room.x - curve, start.y}, {curve, std::min(room.y, curve)}));
  return true;
}

/// Draws value and gradient, if no single product passes the gradient back.
void draw_gradient(StageFrame& frame, const TraceTensor& tensor) {
  std::vector<FlowItem> items;
  items.push_back(item_of(frame, tensor.name, "", "stage.value"));
  items.push_back(item_of(frame, tensor.name + ".grad", "", "stage.result"));
  draw_flow(frame, items);
}

}  // namespace

StageMatrix tensor_matrix(const StageFrame& frame, std::string_view name) {
  const TraceTensor* tensor = value_or_gradient(frame.model, name);
  StageMatrix m;
  m.slice = matrix_slice(tensor, head_in(tensor, frame.selection), frame.model.trace_version);
  m.title = tensor_title(frame.trace, name);
  m.role = tensor_role(frame.trace, name);
  m.scale = tensor_scale(frame.trace, name);
  return m;
}

void draw_operation_formula(const ViewModel& model) {
  const StageOperation* const what = stage_operation(model);
  if (!what) return;
  // A gradient that comes by several ways is the sum of their formulas, which the inspector lists.
  if (what->formula.find("; ") != std::string::npos) return;
  const FormulaText text =
      formula_from_text(what->formula, {{"query", Role::Query}, {"key", Role::Key}, {"value", Role::Value}});
  if (!text.formula) return;
  const FormulaOptions options{.size = 0.82f, .target = "stage.formula"};
  const ImVec2 next = ImGui::GetCursorScreenPos();
  ImGui::SameLine(0, em() * 1.5f);
  const ImVec2 size = formula_size(text.formula, options), at = ImGui::GetCursorScreenPos();
  if (size.x > ImGui::GetContentRegionAvail().x) return ImGui::NewLine();
  move_cursor({at.x, at.y + (std::ceil(em() * 2.4f) - size.y) / 2});
  draw_formula("formula", text.formula, options);
  move_cursor(next);
  ImGui::Dummy({0, 0});
}

bool draw_operation(StageFrame& frame) {
  const std::string name = chosen_cell(frame.model.state).tensor;
  const TraceTensor& tensor = frame.trace.at(value_name(name));
  const StageOperation* const what = stage_operation(frame.model);
  if (!what) return dim_text(tr("Finding how this gradient is computed…")), true;
  if (what->product && draw_product_of(frame, *what->product)) return true;
  if (is_gradient(name)) return draw_gradient(frame, tensor), true;
  if (what->norm) return draw_norm(frame, *what->norm), true;
  const TraceTensor* const losses =
      frame.trace.find(tensor.place, output_sites(frame.trace.config()).per_token);
  if (losses) return draw_loss_stage(frame, *losses), true;
  return draw_inputs(frame, tensor);
}

}  // namespace attnlab
