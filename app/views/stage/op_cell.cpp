// One time step of a recurrent cell on the stage: its inputs, gates and states as rows, with formulas.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/views/common/tensor_words.h"
#include "app/views/stage/cell_formulas.h"
#include "app/views/stage/op_stage.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/heat_map/legend.h"
#include "core/analysis/operation_parts.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {
namespace {

using namespace math;

Formula at(const char* letter, const char* index = "t") { return sub(var(letter), text(index)); }

Formula formula_of(const StageFrame& frame, const WalkStep& step, const Site& site) {
  const ModelConfig& config = frame.trace.config();
  return step.kind() == PartKind::Alignment ? alignment_formula(alignment_kind(config.alignment), site)
                                            : cell_formula(cell_kind(config.cell), site);
}

/// ∂L/∂x_t
Formula gradient_of(const char* letter) {
  return frac(row({text("∂"), var("L")}), row({text("∂"), at(letter)}));
}

/// A row of the picture.
struct PictureLine {
  Formula formula;
  StageMatrix matrix;
  RangeMode mode = RangeMode::Fixed;  ///< how the range of the colours was chosen
};

PictureLine line_of(const StageFrame& frame, const WalkStep& step, const TraceTensor& tensor) {
  StageMatrix m = tensor_matrix(frame, tensor.name + (step.backward ? ".grad" : ""));
  if (!m.slice.empty()) m.slice = row_range(m.slice, step.position, 1);
  m.target = "stage.cell." + std::string(tensor.site->name);
  m.symbol = "row";
  return {step.backward ? gradient_of(tensor.site->symbol.data()) : formula_of(frame, step, *tensor.site), m};
}

enum class RowOf { Value, Gradient };

/// Adds one position of an input of the step: of x, or of the previous state.
void add_read(const StageFrame& frame, std::vector<PictureLine>& lines, const TraceTensor* tensor,
              Index row_index, RowOf of, Formula formula, const char* target) {
  if (!tensor || row_index < 0 || row_index >= tensor->shape.last(1)) return;
  StageMatrix m = tensor_matrix(frame, tensor->name + (of == RowOf::Gradient ? ".grad" : ""));
  if (m.slice.empty()) return;
  m.slice = row_range(m.slice, row_index, 1);
  m.target = target;
  m.symbol = "row";
  lines.push_back({std::move(formula), m});
}

/// The first input of the step's first operation.
const TraceTensor* input_of(const StageFrame& frame, const WalkStep& step) {
  for (const TraceTensor* input : operation_parts(frame.trace, *step.tensors[0]).inputs) {
    const bool own = input && std::ranges::find(step.tensors, input) != step.tensors.end();
    if (input && !own && input->shape.rank() == 3) return input;
  }
  return nullptr;
}

/// The gradients of the step's outputs, the last first, and of its inputs.
std::vector<PictureLine> backward_lines(const StageFrame& frame, const WalkStep& step) {
  std::vector<PictureLine> lines;
  for (auto tensor = step.tensors.rbegin(); tensor != step.tensors.rend(); ++tensor) {
    PictureLine line = line_of(frame, step, **tensor);
    if (!line.matrix.slice.empty()) lines.push_back(std::move(line));
  }
  if (step.kind() == PartKind::Recurrent)
    add_read(frame, lines, input_of(frame, step), step.position, RowOf::Gradient, gradient_of("x"),
             "stage.cell.x");
  return lines;
}

std::vector<PictureLine> lines_of(const StageFrame& frame, const WalkStep& step,
                                  std::optional<Index> before) {
  if (step.backward) return backward_lines(frame, step);
  std::vector<PictureLine> lines;
  if (step.kind() == PartKind::Recurrent) {
    add_read(frame, lines, input_of(frame, step), step.position, RowOf::Value, at("x"), "stage.cell.x");
    if (before) {
      add_read(frame, lines, step.shown, *before, RowOf::Value, at("h", "t−1"), "stage.cell.before");
      for (const TraceTensor* tensor : step.tensors)
        if (tensor->is(cell_sites::kCell))
          add_read(frame, lines, tensor, *before, RowOf::Value, at("c", "t−1"), "stage.cell.cell_before");
    }
  }
  for (const TraceTensor* tensor : step.tensors) {
    PictureLine line = line_of(frame, step, *tensor);
    if (!line.matrix.slice.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

const FormulaOptions kFormula{.size = 0.78f};

/// Rows of one tensor, now and before, share their colours. Gates always range from 0 to 1.
void share_scales(std::vector<PictureLine>& lines) {
  for (PictureLine& line : lines) {
    if (line.matrix.scale.mode == RangeMode::Fixed) continue;
    ValueRange range{0, 0};
    for (const PictureLine& other : lines) {
      if (other.matrix.slice.tensor != line.matrix.slice.tensor) continue;
      const ValueRange own = measure_range(other.matrix.slice.view, 0, 1);
      range = {std::min(range.lo, own.lo), std::max(range.hi, own.hi)};
    }
    line.matrix.scale.fixed = range;
  }
  for (PictureLine& line : lines) line.mode = std::exchange(line.matrix.scale.mode, RangeMode::Fixed);
}

/// Draws the name of a row, and below it the range of its colours.
void draw_row_name(const PictureLine& named, const Box& box, Cell marked) {
  const StageMatrix& m = named.matrix;
  const Canvas canvas = window_canvas();
  const float line = legend_height(), top = std::floor(box.centre().y - line);
  draw_text_in(canvas, fonts().small, {{box.min.x, top}, {box.max.x, top + line}}, role_text(m.role),
               fitted(fonts().small, m.title, box.width()));
  draw_legend(canvas, {{box.min.x, top + line}, {box.max.x - em(), top + 2 * line}}, m.scale.fixed,
              {m.scale.scale, named.mode},
              m.slice.view.contains(marked) ? m.slice.view.at(marked.row, marked.col)
                                            : std::numeric_limits<float>::quiet_NaN());
}

/// The chosen cell's feature in another row; none if the columns are not features.
Cell same_feature(const StageFrame& frame, const TraceTensor& tensor) {
  const CellName shown = chosen_cell(frame.model.state);
  const TraceTensor* chosen = frame.trace.find(value_name(shown.tensor));
  const auto columns = [&](const TraceTensor& t) { return t.site->axes[t.site->axes.size() - 1]; };
  if (!chosen || columns(*chosen) != columns(tensor)) return {-1, -1};
  return {0, static_cast<int>(column_of(shown))};
}

void draw_line(StageFrame& frame, const PictureLine& line, const Box& box, float formula_width) {
  const ImVec2 size = formula_size(line.formula, kFormula);
  move_cursor({box.min.x + std::max(0.0f, formula_width - size.x), box.centre().y - size.y / 2});
  draw_formula("formula", line.formula, kFormula);
  const StageMatrix& m = line.matrix;
  const float left = box.min.x + formula_width + em() * 1.2f, name = em() * 14;
  const Cell own = m.slice.find(chosen_cell(frame.model.state)).value_or(Cell{-1, -1});
  const Cell same = same_feature(frame, *m.slice.tensor);
  draw_row_name(line, {{left, box.min.y}, {left + name, box.max.y}}, same);
  HeatMapOptions o;
  o.scale = m.scale;
  o.rows.hidden = o.cols.hidden = true;
  o.legend = false;
  o.target = m.target;
  o.tensor = m.slice.tensor->name;
  const float room = box.max.x - left - name - em() * 0.5f;
  o.cell_width = std::max(std::min(room / float(m.slice.view.cols), em() * 3), 0.2f);
  if (o.cell_width >= 3) o.cell_width = std::floor(o.cell_width);
  o.cell_height = std::floor(box.height() * 0.8f);
  o.selected = own;
  if (!own.valid()) o.linked = same;
  move_cursor({left + name, box.min.y + (box.height() - o.cell_height) / 2});
  const HeatMapResult r = heat_map("row", m.slice.view, o);
  tie(frame, m, r);
  choose_click(frame, m.slice, r);
}

}  // namespace

void draw_cell_stage(StageFrame& frame, const WalkStep& step, std::optional<Index> before) {
  std::vector<PictureLine> lines = lines_of(frame, step, before);
  if (lines.empty()) return;
  share_scales(lines);
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  float formulas = 0;
  for (const PictureLine& line : lines) formulas = std::max(formulas, formula_size(line.formula, kFormula).x);
  formulas = std::min(formulas, room.x * 0.4f);
  const float height = std::clamp(room.y / float(lines.size()), 2.1f * legend_height(), em() * 3.4f);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_line(frame, lines[i], box_at({start.x, start.y + height * float(i)}, {room.x, height}), formulas);
    ImGui::PopID();
  }
}

}  // namespace attnlab
