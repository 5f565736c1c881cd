// Promoted tokens: the tokens of the output that a unit promotes and suppresses, as bars. Also the weights of
// the unit.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/by_prediction.h"
#include "app/base/format.h"
#include "app/features/neurons/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/stage_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/column_chart.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

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
    rows.push_back({tr("gate weights"), layer.gate, false, UnitLayer::weights_in(*layer.gate, frame.unit),
                    layer.gate_bias});
  rows.push_back({layer.gate ? tr("value weights") : tr("input weights"), layer.in, false,
                  UnitLayer::weights_in(*layer.in, frame.unit), layer.in_bias});
  rows.push_back({tr("output weights"), layer.out, true, layer.weights_out(frame.unit), nullptr});
  return rows;
}

double length_of_weights(const std::vector<double>& x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

std::string weight_words(const NeuronsFrame& frame, const std::vector<UnitWeights>& rows) {
  const int digits = static_cast<int>(frame.model.screen.digits);
  std::string words;
  for (const UnitWeights& row : rows) {
    const std::string norm = format_number(length_of_weights(row.values), digits);
    words += (words.empty() ? "" : ", ") +
             (row.bias ? tr("{1} {2} (bias {3})", row.title, norm,
                            format_number(double(row.bias->value[frame.unit]), digits))
                       : row.title + " " + norm);
  }
  words = tr("Norms: {1}.", words);
  const std::vector<double>&in = rows.front().values, &out = rows.back().values;
  const double both = length_of_weights(in) * length_of_weights(out);
  const double dot = std::inner_product(in.begin(), in.end(), out.begin(), 0.0);
  if (both > 0)
    words += " " + tr("The cosine of {1} and {2} is {3}: below 0, the unit subtracts from the residual "
                      "stream what it reads there; above 0, it adds to it.",
                      rows.front().title, rows.back().title, format_fixed(dot / both, 2));
  return words;
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
    for (const double value : row.values) cells.push_back(float(value));
  }
  const int columns = static_cast<int>(frame.layer().width());
  const MatrixView view = matrix_view(cells.data(), static_cast<int>(rows.size()), columns);
  HeatMapOptions o;
  o.title = tr("Weights of unit {1}", std::to_string(frame.unit));
  o.scale = signed_scale();
  o.rows = {.names = names};
  o.cols = {.title = tr("features of the residual stream")};
  o.target = "neurons.weights";
  o.tensor = tr("weight");
  o.cell_width = o.cell_height = std::ceil(em() * 1.6f);
  const float room = width - heat_map_offset(view, o).x - em() * 0.5f;
  o.cell_width = std::clamp(std::floor(room / float(columns)), 2.0f, em() * 3);
  const HeatMapResult map = heat_map("weights", view, o);
  if (!map.clicked) return;
  const UnitWeights& row = rows[map.clicked->row];
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
  const std::string unit = std::to_string(frame.unit);
  draw_unit_note((frame.layer().gate ? tr("Unit {1} reads the residual stream with its gate weights and its "
                                          "value weights, and writes to it with its output weights.",
                                          unit)
                                     : tr("Unit {1} reads the residual stream with its input weights, and "
                                          "writes to it with its output weights.",
                                          unit)) +
                 " " + weight_words(frame, rows));
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("neurons weights", 16);
  const float width = rest.room().x;
  draw_weight_rows(frame, rows, width);
  for (std::size_t i = 0; i < rows.size(); ++i) draw_weight_bars(frame, rows[i], i, width);
}

namespace {

/// One of the two lists.
struct SaidList {
  const char* name;
  std::string title;
  const std::vector<SaidWord>& words;
  double most;
  Colour colour;
};

void draw_said_word(const NeuronsFrame& frame, const SaidList& list, std::size_t number, const Box& box) {
  const Palette& p = theme().palette;
  const SaidWord& word = list.words[number];
  mark(std::string("neurons.") + list.name + "[" + std::to_string(number) + ",0]", box);
  const float label = std::min(em() * 9, box.width() * 0.4f);
  const float digits = std::ceil(text_size(fonts().mono_small, "−00.000").x + em() * 0.5f);
  draw_text_in(window_canvas(), fonts().ui, {box.min, {box.min.x + label - em() * 0.5f, box.max.y}}, p.text,
               display_token(output_word(frame, word.word)), Align::Left, Cut::Meant);
  const Box rail{{box.min.x + label, box.min.y + em() * 0.3f}, {box.max.x - digits, box.max.y - em() * 0.3f}};
  window_canvas().fill(rail, p.raised, em() * 0.1f);
  const float length = rail.width() * float(std::abs(word.value) / list.most);
  window_canvas().fill({rail.min, {rail.min.x + std::max(length, 1.0f), rail.max.y}}, list.colour);
  draw_text_in(window_canvas(), fonts().mono_small, {{box.max.x - digits, box.min.y}, box.max}, p.text,
               format_fixed(word.value, 3), Align::Right);
}

void draw_said_list(const NeuronsFrame& frame, const SaidList& list, float width) {
  ImGui::BeginGroup();
  const Box title = reserve({width, std::ceil(em() * 1.5f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, list.title);
  for (std::size_t i = 0; i < list.words.size(); ++i)
    draw_said_word(frame, list, i, reserve({width, std::ceil(em() * 1.5f)}));
  if (list.words.empty()) dim_text(tr("none"));
  ImGui::EndGroup();
}

double largest_said(const SaidWords& said) {
  double most = 0;
  for (const auto* words : {&said.promoted, &said.suppressed})
    for (const SaidWord& word : *words) most = std::max(most, std::abs(word.value));
  return most > 0 ? most : 1;
}

}  // namespace

std::string unit_in_short(const NeuronsFrame& frame) {
  constexpr std::size_t kShort = 5;
  const UnitWords* const known = frame.words();
  if (!known) return "";
  const UnitWords& words = *known;
  const std::string unit = std::to_string(frame.unit);
  if (!words.no_way.empty())
    return tr("Unit {1} does not add to any logit directly: {2}.", unit, tr(words.no_way));
  const auto listed = [&](const std::vector<SaidWord>& said) {
    std::string list;
    for (std::size_t i = 0; i < std::min(kShort, said.size()); ++i)
      list += (i ? ", “" : "“") + display_token(output_word(frame, said[i].word)) + "”";
    return list.empty() ? std::string(tr("nothing")) : list;
  };
  return tr("Unit {1} promotes {2} and suppresses {3}.", unit, listed(words.said.promoted),
            listed(words.said.suppressed));
}

void draw_neurons_words(const NeuronsFrame& frame) {
  const UnitWords* const known = frame.words();
  if (!known) return draw_unit_note(tr("Computing what this unit adds to the logits…"));
  const UnitWords& words = *known;
  if (!words.no_way.empty())
    return draw_unit_note(tr("This unit does not add to any logit directly: {1}.", tr(words.no_way)));
  draw_unit_note(
      tr("The lists show what an activation of 1 adds to each logit: the unit’s output weights, through the "
         "gains γ of the norms after it (their scales taken as 1), times the output matrix. The unit’s "
         "contribution in a text is this number × its activation × those scales. A negative activation swaps "
         "the two lists."));
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("neurons words", 16);
  const float room = rest.room().x, gap = em() * 2;
  const bool beside = room > em() * 36;
  const float width = std::min(beside ? std::floor((room - gap) / 2) : room, em() * 40);
  const double most = largest_said(words.said);
  const Format format = frame.model.format;
  const char *const promoted = by_prediction(format, tr("Promoted tokens"), tr("Promoted labels"),
                                             tr("Promoted classes")),
                    *const suppressed = by_prediction(format, tr("Suppressed tokens"),
                                                      tr("Suppressed labels"), tr("Suppressed classes"));
  draw_said_list(frame, {"promoted", promoted, words.said.promoted, most, series_colour(0)}, width);
  if (beside) {
    ImGui::SameLine(0, gap);
  } else {
    ImGui::Dummy({0, em() * 0.5f});
  }
  draw_said_list(frame, {"suppressed", suppressed, words.said.suppressed, most, series_colour(1)}, width);
}

}  // namespace attnlab
