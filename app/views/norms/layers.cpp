// Norms, layer by layer: the residual stream after each sublayer, a row each, with a number for every token
// and the spread of its values. Script names: norms.statistic[0,i] chooses the number, norms.map the rows and
// norms.map[row,token] a cell, norms.stack[0,i] encoder or decoder.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/hover.h"
#include "app/views/norms/frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/histogram.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

constexpr const char* kStatistics[] = {"mean", "deviation", "size"};

double statistic_of(const RowStatistics& s, const std::string& name) {
  return name == "mean" ? s.mean : name == "deviation" ? s.deviation : s.size;
}

/// Streams of the text that the selected attention asks from.
std::vector<const TraceTensor*> chosen_streams(const NormsFrame& frame) {
  const bool encoder = frame.model.state.selection.attention == AttentionKind::EncoderSelf;
  std::vector<const TraceTensor*> streams, all = residual_streams(frame.trace);
  for (const TraceTensor* stream : all) {
    if ((stream->place.text() == Text::Source) == encoder) streams.push_back(stream);
  }
  return streams.empty() ? all : streams;
}

void choose_statistic(const NormsFrame& frame) {
  int chosen = static_cast<int>(std::ranges::find(kStatistics, frame.choice.statistic) - kStatistics);
  if (segmented("norms.statistic", kStatistics, chosen))
    frame.choose("statistic", kStatistics[static_cast<std::size_t>(chosen)]);
}

void choose_stack(const NormsFrame& frame) {
  if (!architecture_of(frame.trace.config()).has_two_stacks()) return;
  ImGui::SameLine(0, em());
  constexpr const char* kStacks[] = {"encoder", "decoder"};
  int stack = frame.model.state.selection.attention == AttentionKind::EncoderSelf ? 0 : 1;
  if (segmented("norms.stack", kStacks, stack))
    frame.emit({"select.attention", {stack == 0 ? "encoder_self" : "decoder_self"}});
}

/// What is measured of the streams, until the trace or the choice changes.
struct MeasuredStreams {
  TraceKey trace;
  std::string statistic, first;  ///< `first` stream: which of the stacks
  std::vector<float> numbers;    ///< [streams, tokens]
  float largest = 0;             ///< size of a value
};

const MeasuredStreams& measured(const NormsFrame& frame, const std::vector<const TraceTensor*>& streams) {
  MeasuredStreams& cache = frame.model.remembered<MeasuredStreams>();
  const std::string &statistic = frame.choice.statistic, &first = streams.front()->name;
  if (cache.trace == frame.model.trace_key() && cache.statistic == statistic && cache.first == first)
    return cache;
  cache = {frame.model.trace_key(), statistic, first, {}, 0};
  for (const TraceTensor* stream : streams) {
    for (const RowStatistics& s : row_statistics(stream->value, stream->shape.last()))
      cache.numbers.push_back(static_cast<float>(statistic_of(s, frame.choice.statistic)));
    for (const Real value : stream->value)
      if (std::isfinite(value)) cache.largest = std::max(cache.largest, static_cast<float>(std::abs(value)));
  }
  return cache;
}

std::string sentence(const NormsFrame& frame) {
  const std::string what = frame.choice.statistic == "mean"        ? "Mean of each token's vector"
                           : frame.choice.statistic == "deviation" ? "Deviation within each token's vector"
                                                                   : "Length ‖x‖ of each token's vector";
  const std::string norm = frame.trace.config().norm;
  if (norm == "post") return what + " in each sum, before the norm that follows it.";
  return what + " in the residual stream after each sublayer" +
         (norm == "pre" ? ": with norms only before sublayers, it is free to grow." : ": nothing holds it.");
}

/// Spread of each stream's values beside its row, all over one axis.
void draw_spreads(const NormsFrame& frame, const std::vector<const TraceTensor*>& streams, float most,
                  const HeatMapResult& map, float x, float width) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const Box row = cell_box(map, {static_cast<int>(i), 0});
    const bool last = i + 1 == streams.size();
    ImGui::SetCursorScreenPos({x, row.min.y + 2});
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
  const bool is_signed = frame.choice.statistic == "mean";
  o.scale = {is_signed ? Scale::Diverging : Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
  o.zooms_down = false;  // in line with the histograms beside it
  o.target = "norms.map";
  o.cell_width = o.cell_height = 20;
  const MatrixView view = matrix_view(found.numbers.data(), rows, cols);
  const ImVec2 offset = heat_map_offset(view, o);
  const float left = room.x * 0.62f;
  o.cell_width = std::clamp((left - offset.x) / static_cast<float>(cols), 3.0f, em() * 4);
  o.cell_height =
      std::clamp((room.y - offset.y - em() * 2.6f) / static_cast<float>(rows), em() * 0.8f, em() * 5);
  ImGui::SetCursorScreenPos(start);
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
