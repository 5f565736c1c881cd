// Norms, layer by layer: one row for the residual stream after each sublayer, with a number for every token
// and the distribution of the values. Script names: norms.statistic[0,i] chooses the number, norms.map the
// rows and norms.map[row,token] a cell, norms.stack[0,i] encoder or decoder.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/norms/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/histogram.h"
#include "core/layers/norm_placement.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

/// A number of each token's vector.
struct Statistic {
  std::string_view name;  ///< in the option "statistic"
  const char* title;
  const char* sentence;  ///< begins one
  double RowStatistics::*value;
  bool is_signed;
};
constexpr Statistic kStatistics[] = {
    {"mean", "mean", "Mean of each token's vector", &RowStatistics::mean, true},
    {"deviation", "deviation", "Deviation within each token's vector", &RowStatistics::deviation, false},
    {"size", "size", "Length ‖x‖ of each token's vector", &RowStatistics::size, false},
};

const Statistic& chosen_statistic(const NormsFrame& frame) {
  return row_named(kStatistics, "statistic", frame.choice.statistic);
}

/// The streams of the text of the selected attention's queries.
std::vector<const TraceTensor*> chosen_streams(const NormsFrame& frame) {
  const bool encoder = frame.model.state.selection.attention == AttentionKind::EncoderSelf;
  std::vector<const TraceTensor*> streams, all = residual_streams(frame.trace);
  for (const TraceTensor* stream : all) {
    if ((stream->place.text() == Text::Source) == encoder) streams.push_back(stream);
  }
  return streams.empty() ? all : streams;
}

void choose_statistic(const NormsFrame& frame) {
  choose_row("norms.statistic", kStatistics, frame.choice.statistic,
             [&](const std::string& name) { frame.choose("statistic", name); });
}

void choose_stack(const NormsFrame& frame) {
  if (!architecture_of(frame.trace.config()).has_two_stacks()) return;
  ImGui::SameLine(0, em());
  constexpr const char* kStacks[] = {"encoder", "decoder"};
  int stack = frame.model.state.selection.attention == AttentionKind::EncoderSelf ? 0 : 1;
  if (segmented("norms.stack", kStacks, stack))
    frame.emit({"select.attention", {stack == 0 ? "encoder_self" : "decoder_self"}});
}

/// The statistic of the streams, cached until the trace or the choice changes.
struct MeasuredStreams {
  TraceKey trace;
  std::string statistic, first;  ///< `first`: name of the first stream, which identifies the stack
  std::vector<float> numbers;    ///< [streams, tokens]
  float largest = 0;             ///< largest absolute value
};

const MeasuredStreams& measured(const NormsFrame& frame, const std::vector<const TraceTensor*>& streams) {
  MeasuredStreams& cache = frame.model.remembered<MeasuredStreams>();
  const std::string &statistic = frame.choice.statistic, &first = streams.front()->name;
  if (cache.trace == frame.model.trace_key() && cache.statistic == statistic && cache.first == first)
    return cache;
  cache = {frame.model.trace_key(), statistic, first, {}, 0};
  double RowStatistics::*const measure = chosen_statistic(frame).value;
  for (const TraceTensor* stream : streams) {
    for (const RowStatistics& s : row_statistics(stream->value, stream->shape.last()))
      cache.numbers.push_back(static_cast<float>(s.*measure));
    for (const Real value : stream->value)
      if (std::isfinite(value)) cache.largest = std::max(cache.largest, static_cast<float>(std::abs(value)));
  }
  return cache;
}

std::string sentence(const NormsFrame& frame) {
  return std::string(chosen_statistic(frame).sentence) + " " +
         std::string(norm_placement(frame.trace.config().norm).sentence) + ".";
}

/// Draws the distribution of each stream's values beside its row, all over one axis.
void draw_spreads(const NormsFrame& frame, const std::vector<const TraceTensor*>& streams, float most,
                  const HeatMapResult& map, float x, float width) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const Box row = cell_box(map, {static_cast<int>(i), 0});
    const bool last = i + 1 == streams.size();
    move_cursor({x, row.min.y + 2});
    ImGui::PushID(streams[i]->name.c_str());
    const HistogramSeries values{"values", streams[i]->value, role_text(Role::Residual)};
    histogram_plot("spread", {&values, 1},
                   {.size = {width, row.height() - 2 + (last ? em() * 2.3f : 0)},
                    .bins = 60,
                    .lo = -static_cast<double>(most),
                    .hi = static_cast<double>(most),
                    .axis = last,
                    .version = frame.model.trace_key().number(),
                    .x_title = "values of all tokens",
                    .target = "norms.spread[" + std::to_string(i) + ",0]"});
    ImGui::PopID();
  }
}

}  // namespace

void draw_norm_layers(const NormsFrame& frame) {
  choose_statistic(frame);
  choose_stack(frame);
  dim_text(sentence(frame));
  ImGui::Dummy({0, em() * 0.3f});
  const std::vector<const TraceTensor*> streams = chosen_streams(frame);
  if (streams.empty()) return empty_note("This pass has no residual stream.");
  const MeasuredStreams& found = measured(frame, streams);
  const RowTokens tokens = row_tokens(frame.trace, *streams.front());
  std::vector<std::string> names;
  for (const TraceTensor* stream : streams) names.push_back(stream_words(*stream));
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const auto rows = static_cast<int>(streams.size()), cols = static_cast<int>(tokens.names.size());
  HeatMapOptions o;
  o.title = frame.choice.statistic;
  o.role = Role::Residual;
  o.rows.names = names;
  o.cols.names = tokens.names;
  o.scale = {
      chosen_statistic(frame).is_signed ? Scale::Diverging : Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
  o.zooms_down = false;  // in line with the histograms beside it
  o.target = "norms.map";
  o.cell_width = o.cell_height = 20;
  const MatrixView view = matrix_view(found.numbers.data(), rows, cols);
  const ImVec2 offset = heat_map_offset(view, o);
  const float left = room.x * 0.62f;
  o.cell_width = std::clamp((left - offset.x) / static_cast<float>(cols), 3.0f, em() * 4);
  o.cell_height =
      std::clamp((room.y - offset.y - em() * 2.6f) / static_cast<float>(rows), em() * 0.8f, em() * 5);
  move_cursor(start);
  const HeatMapResult map = heat_map("map", view, o);
  HoverGrid grid;
  grid.box = map.cells;
  grid.whole = map.grid;
  grid.columns = cols;
  grid.key_source = tokens.of_source;
  hover_grid(grid);
  if (map.clicked) open_tensor(frame, *streams[static_cast<std::size_t>(map.clicked->row)], map.clicked->col);
  const float x = map.cells.max.x + em() * 1.5f;
  draw_spreads(frame, streams, found.largest, map, x, start.x + room.x - x);
}

}  // namespace attnlab
