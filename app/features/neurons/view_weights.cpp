// Weights of a unit: into it and out of it, as rows of cells and as bars.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/format.h"
#include "app/features/neurons/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/stage_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/column_chart.h"

namespace attnlab {

namespace {

/// One row of weights of the selected unit.
struct UnitWeights {
  std::string title;
  const TraceTensor* tensor = nullptr;
  bool out = false;  ///< a column of the tensor; else a row
  std::vector<double> values;
  const TraceTensor* bias = nullptr;  ///< with a number for this unit; null: none
};

std::vector<UnitWeights> unit_weights(const NeuronsFrame& frame) {
  const UnitLayer& layer = frame.layer();
  std::vector<UnitWeights> rows;
  if (layer.gate)
    rows.push_back({"into the gate", layer.gate, false, UnitLayer::weights_in(*layer.gate, frame.unit),
                    layer.gate_bias});
  rows.push_back({layer.gate ? "into the value" : "weights in", layer.in, false,
                  UnitLayer::weights_in(*layer.in, frame.unit), layer.in_bias});
  rows.push_back({"weights out", layer.out, true, layer.weights_out(frame.unit), nullptr});
  return rows;
}

double length_of_weights(const std::vector<double>& x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

std::string weight_words(const NeuronsFrame& frame, const std::vector<UnitWeights>& rows) {
  const int digits = static_cast<int>(frame.model.screen.digits);
  std::string words;
  for (const UnitWeights& row : rows) {
    words += (words.empty() ? "Length of " : "; of ") + row.title + " " +
             format_number(length_of_weights(row.values), digits);
    if (row.bias)
      words +=
          ", bias " +
          format_number(static_cast<double>(row.bias->value[static_cast<std::size_t>(frame.unit)]), digits);
  }
  const std::vector<double>&in = rows.front().values, &out = rows.back().values;
  const double both = length_of_weights(in) * length_of_weights(out);
  const double dot = std::inner_product(in.begin(), in.end(), out.begin(), 0.0);
  if (both > 0)
    words += ". The cosine of " + rows.front().title + " and weights out is " + format_fixed(dot / both, 2) +
             ": below 0 the unit takes away from the stream what it reads there, above 0 it adds to it";
  return words + ".";
}

CellName weight_cell(const NeuronsFrame& frame, const UnitWeights& row, Index feature) {
  if (row.out) return {row.tensor->name, {feature, frame.unit}};
  return {row.tensor->name, {frame.unit, feature}};
}

void draw_weight_rows(const NeuronsFrame& frame, const std::vector<UnitWeights>& rows, float width) {
  std::vector<float> cells;
  std::vector<std::string> names;
  for (const UnitWeights& row : rows) {
    names.push_back(row.title);
    for (const double value : row.values) cells.push_back(static_cast<float>(value));
  }
  const int columns = static_cast<int>(frame.layer().width());
  const MatrixView view = matrix_view(cells.data(), static_cast<int>(rows.size()), columns);
  HeatMapOptions o;
  o.title = "Weights of unit " + std::to_string(frame.unit);
  o.scale = signed_scale();
  o.rows = {.names = names};
  o.cols = {.title = "features of the stream"};
  o.target = "neurons.weights";
  o.tensor = "weight";
  o.cell_width = o.cell_height = std::ceil(em() * 1.6f);
  const float room = width - heat_map_offset(view, o).x - em() * 0.5f;
  o.cell_width = std::clamp(std::floor(room / static_cast<float>(columns)), 2.0f, em() * 3);
  const HeatMapResult map = heat_map("weights", view, o);
  if (!map.clicked) return;
  const UnitWeights& row = rows[static_cast<std::size_t>(map.clicked->row)];
  frame.emit(cell_command("inspect.here", weight_cell(frame, row, map.clicked->col)));
}

void draw_weight_bars(const NeuronsFrame& frame, const UnitWeights& row, std::size_t number, float width) {
  group_label(row.title);
  ColumnChartOptions o;
  o.size = {width, em() * 8};
  o.target = "neurons.bars." + std::to_string(number);
  const ColumnChartResult drawn = column_chart(o.target.c_str(), row.values, o);
  if (drawn.clicked >= 0) frame.emit(cell_command("inspect.here", weight_cell(frame, row, drawn.clicked)));
}

}  // namespace

void draw_neurons_weights(const NeuronsFrame& frame) {
  const std::vector<UnitWeights> rows = unit_weights(frame);
  draw_unit_note("Unit " + std::to_string(frame.unit) + " reads the stream by its weights in" +
                 (frame.layer().gate ? " (one set makes its value, one its gate)" : "") +
                 ", and writes to it by its weights out. " + weight_words(frame, rows));
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("neurons weights", 16);
  const float width = rest.room().x;
  draw_weight_rows(frame, rows, width);
  for (std::size_t i = 0; i < rows.size(); ++i) draw_weight_bars(frame, rows[i], i, width);
}

}  // namespace attnlab
