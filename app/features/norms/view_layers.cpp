// Norms, layer by layer: one row for the residual stream after each sublayer, with a number for every token
// and the distribution of the values. Also the columns of one token. Script names: norms.statistic[0,i]
// chooses the number, norms.map the rows and norms.map[row,token] a cell, norms.stack[0,i] encoder or
// decoder.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/norms/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/histogram.h"
#include "app/widgets/plots/ticks.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/layers/norm_placement.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

/// A column while it is drawn.
struct DrawnColumn {
  const NormColumn& column;
  const std::vector<RowStatistics>& rows;
  Box box;                ///< of the column's intervals
  double lo = 0, hi = 1;  ///< ends of the column's axis

  float x(double value) const {
    const double share = std::clamp((value - lo) / (hi - lo), 0.0, 1.0);
    return box.min.x + box.width() * float(share);
  }
};

/// Columns that share an axis get an axis for all their values and zero.
void set_axes(std::vector<DrawnColumn>& all) {
  for (DrawnColumn& d : all) {
    double lo = 0, hi = 0;
    for (const DrawnColumn& other : all) {
      if (other.column.shared != d.column.shared) continue;
      for (const RowStatistics& s : other.rows) {
        lo = std::min(lo, s.mean - s.deviation);
        hi = std::max(hi, s.mean + s.deviation);
      }
    }
    const double most = std::max({-lo, hi, 1e-9}) * 1.08;
    d.lo = -most;
    d.hi = most;
  }
}

void draw_heading(const DrawnColumn& d, float y, float number_width) {
  const Canvas canvas = window_canvas();
  const float line = std::ceil(em() * 1.4f);
  const Box title{{d.box.min.x, y}, {d.box.max.x + 2 * number_width, y + line}};
  draw_text_in(canvas, fonts().ui_bold, title, d.column.colour, d.column.title);
  const float shift = text_size(fonts().ui_bold, d.column.title).x + em() * 0.6f;
  draw_text_in(canvas, fonts().small, {{title.min.x + shift, y}, title.max}, theme().palette.text_dim,
               d.column.note);
  const auto number = [&](float from, const char* words) {
    draw_text_in(canvas, fonts().small, {{from, y + line}, {from + number_width, y + 2 * line}},
                 theme().palette.text_dim, words, Align::Right);
  };
  number(d.box.max.x, tr("mean"));
  number(d.box.max.x + number_width, tr("std. dev."));
}

void draw_axis(const DrawnColumn& d) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  for (const Tick& t :
       linear_ticks(d.lo, d.hi, std::max(2, static_cast<int>(d.box.width() / (em() * 2.4f))))) {
    const float x = std::round(d.x(t.value));
    canvas.fill({{x, d.box.min.y}, {x + 1, d.box.max.y}}, t.value == 0 ? p.border : faded(p.grid, 0.7f));
    draw_text_in(canvas, fonts().mono_small,
                 {{x - em() * 2, d.box.min.y - em() * 1.2f}, {x + em() * 2, d.box.min.y - em() * 0.1f}},
                 p.text_faint, t.label, Align::Centre);
  }
}

void draw_interval(const DrawnColumn& d, const RowStatistics& s, float y, float height, float number_width) {
  const Canvas canvas = window_canvas();
  const float half = std::clamp(height * 0.2f, 2.0f, em() * 0.3f);
  const Box span{{d.x(s.mean - s.deviation), y - half}, {d.x(s.mean + s.deviation), y + half}};
  canvas.fill(span, faded(d.column.colour, 0.42f), half);
  canvas.disc({d.x(s.mean), y}, half * 1.25f, d.column.colour);
  if (height < em() * 0.8f) return;
  const auto write = [&](float from, double value) {
    draw_text_in(canvas, fonts().mono_small, {{from, y - em()}, {from + number_width, y + em()}},
                 theme().palette.text, format_fixed(value, 3), Align::Right);
  };
  write(d.box.max.x, s.mean);
  write(d.box.max.x + number_width, s.deviation);
}

/// The column at `x`, where a token was clicked.
const NormColumn* column_at(const std::vector<DrawnColumn>& all, float x) {
  const NormColumn* last = nullptr;
  for (const DrawnColumn& d : all)
    if (x >= d.box.min.x) last = &d.column;
  return last;
}

void draw_rows(const NormsFrame& frame, const RowTokens& tokens, const std::vector<DrawnColumn>& all,
               const Box& rows, float number_width) {
  const auto count = static_cast<int>(tokens.names.size());
  const float height = rows.height() / float(count);
  const Canvas canvas = window_canvas();
  HoverGrid grid;
  grid.box = rows;
  grid.rows = count;
  grid.query_source = tokens.of_source;
  hover_grid(grid);
  const int every = std::max(1, static_cast<int>(std::ceil(em() * 0.95f / height)));
  for (int t = 0; t < count; ++t) {
    const float top = rows.min.y + height * float(t);
    const Box row{{rows.min.x, top}, {rows.max.x, top + height}};
    mark("norms.row[" + std::to_string(t) + ",0]", row);
    if (hovered().on({tokens.of_source, t})) canvas.fill(row, theme().palette.raised, em() * 0.2f);
    if (t % every == 0)
      draw_text_in(
          canvas, fonts().ui,
          {{row.min.x, row.centre().y - em()}, {all[0].box.min.x - em() * 0.6f, row.centre().y + em()}},
          theme().palette.text, display_token(tokens.names[t]), Align::Right);
    for (const DrawnColumn& d : all) draw_interval(d, d.rows[t], row.centre().y, height, number_width);
  }
  move_cursor(rows.min);
  if (!ImGui::InvisibleButton("rows", rows.size())) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int token = std::clamp(static_cast<int>((mouse.y - rows.min.y) / height), 0, count - 1);
  const NormColumn* column = column_at(all, mouse.x);
  if (column && column->tensor) open_tensor(frame, *column->tensor, token);
}

/// The statistics of all columns, cached until the trace, the norm or the columns change.
struct NormStatisticsCache {
  TraceKey trace;
  std::string columns;
  std::vector<std::vector<RowStatistics>> all;
};

const std::vector<std::vector<RowStatistics>>& statistics_of(const NormsFrame& frame,
                                                             std::span<const NormColumn> columns) {
  NormStatisticsCache& cache = frame.model.remembered<NormStatisticsCache>();
  const std::string name = frame.norm().place.name() + " " + frame.choice.part;
  if (cache.trace == frame.model.trace_key() && cache.columns == name) return cache.all;
  cache = {frame.model.trace_key(), name, {}};
  for (const NormColumn& column : columns) cache.all.push_back(row_statistics(column.cells, column.width));
  return cache.all;
}

void draw_spread(const NormsFrame& frame, const DrawnColumn& d, float top, float height, int number) {
  move_cursor({d.box.min.x, top});
  ImGui::PushID(frame.norm().place.name().c_str());
  ImGui::PushID(frame.choice.part.c_str());
  ImGui::PushID(number);
  const HistogramSeries values{d.column.title, d.column.cells, d.column.colour};
  histogram_plot("spread", {&values, 1},
                 {.size = {d.box.width(), height},
                  .bins = 40,
                  .version = frame.model.trace_key().number(),
                  .x_title = tr("values of all tokens"),
                  .target = "norms.spread[" + std::to_string(number) + ",0]"});
  for (int i = 0; i < 3; ++i) ImGui::PopID();
}

}  // namespace

void draw_norm_columns(const NormsFrame& frame, const RowTokens& tokens, std::span<const NormColumn> columns,
                       ImVec2 size) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float number = std::ceil(em() * 3.6f), gap = em() * 1.1f;
  float names = 0;
  for (const std::string& name : tokens.names)
    names = std::max(names, text_size(fonts().ui, display_token(name)).x);
  names = std::min(names, em() * 7) + em() * 0.8f;
  const float count = float(columns.size());
  const float width =
      std::max(std::floor((size.x - names - gap * (count - 1)) / count - 2 * number), em() * 4);
  const float head = std::ceil(em() * 2.9f), spread = std::clamp(size.y * 0.26f, em() * 5.5f, em() * 11);
  const auto lines = float(tokens.names.size());
  const float rows = std::clamp(size.y - head - spread - em(), em() * 1.05f * lines, em() * 2.2f * lines);
  const auto& statistics = statistics_of(frame, columns);
  std::vector<DrawnColumn> all;
  float x = start.x + names;
  for (const NormColumn& column : columns) {
    const Box box = box_at({x, start.y + head}, {width, rows});
    all.push_back({column, statistics[all.size()], box});
    x += width + 2 * number + gap;
  }
  set_axes(all);
  for (const DrawnColumn& d : all) draw_heading(d, start.y, number);
  for (const DrawnColumn& d : all) draw_axis(d);
  draw_rows(frame, tokens, all,
            {{start.x, start.y + head}, {all.back().box.max.x + 2 * number, start.y + head + rows}}, number);
  for (std::size_t i = 0; i < all.size(); ++i)
    draw_spread(frame, all[i], start.y + head + rows + em() * 0.6f, spread, static_cast<int>(i));
  move_cursor({start.x, start.y + head + rows + em() * 0.6f + spread});
}

namespace {

/// A number of each token's vector.
struct Statistic {
  std::string_view name;  ///< in the option "statistic"
  const char* title;
  const char* sentence;  ///< {1}: the sentence of the norm placement
  double RowStatistics::*value;
  bool is_signed;
};
constexpr Statistic kStatistics[] = {
    {"mean", tr_mark("mean"), tr_mark("Mean of each token's vector {1}."), &RowStatistics::mean, true},
    {"deviation", tr_mark("standard deviation"),
     tr_mark("Standard deviation within each token's vector {1}."), &RowStatistics::deviation, false},
    {"size", tr_mark("length"), tr_mark("Length ‖x‖ of each token's vector {1}."), &RowStatistics::size,
     false},
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
  const char* const stacks[] = {tr("encoder"), tr("decoder")};
  int stack = frame.model.state.selection.attention == AttentionKind::EncoderSelf ? 0 : 1;
  if (segmented("norms.stack", stacks, stack))
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
      cache.numbers.push_back(float(s.*measure));
    for (const Real value : stream->value)
      if (std::isfinite(value)) cache.largest = std::max(cache.largest, float(std::abs(value)));
  }
  return cache;
}

std::string sentence(const NormsFrame& frame) {
  return tr(chosen_statistic(frame).sentence, tr(norm_placement(frame.trace.config().norm).sentence));
}

/// Draws the distribution of each stream's values beside its row, all over one axis.
void draw_spreads(const NormsFrame& frame, const std::vector<const TraceTensor*>& streams, float most,
                  const HeatMapResult& map, float x, float width) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const Box row = cell_box(map, {static_cast<int>(i), 0});
    const bool last = i + 1 == streams.size();
    move_cursor({x, row.min.y + 2});
    ImGui::PushID(streams[i]->name.c_str());
    const HistogramSeries values{tr("values"), streams[i]->value, role_text(Role::Residual)};
    histogram_plot("spread", {&values, 1},
                   {.size = {width, row.height() - 2 + (last ? em() * 2.3f : 0)},
                    .bins = 60,
                    .lo = -double(most),
                    .hi = double(most),
                    .axis = last,
                    .version = frame.model.trace_key().number(),
                    .x_title = tr("values of all tokens"),
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
  if (streams.empty()) return empty_note(tr("This model does not have a residual stream."));
  const MeasuredStreams& found = measured(frame, streams);
  const RowTokens tokens = row_tokens(frame.trace, *streams.front());
  std::vector<std::string> names;
  for (const TraceTensor* stream : streams) names.push_back(stream_words(*stream));
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const auto rows = static_cast<int>(streams.size()), cols = static_cast<int>(tokens.names.size());
  HeatMapOptions o;
  o.title = tr(chosen_statistic(frame).title);
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
  o.cell_width = std::clamp((left - offset.x) / float(cols), 3.0f, em() * 4);
  o.cell_height = std::clamp((room.y - offset.y - em() * 2.6f) / float(rows), em() * 0.8f, em() * 5);
  move_cursor(start);
  const HeatMapResult map = heat_map("map", view, o);
  HoverGrid grid;
  grid.box = map.cells;
  grid.whole = map.grid;
  grid.columns = cols;
  grid.key_source = tokens.of_source;
  hover_grid(grid);
  if (map.clicked) open_tensor(frame, *streams[map.clicked->row], map.clicked->col);
  const float x = map.cells.max.x + em() * 1.5f;
  draw_spreads(frame, streams, found.largest, map, x, start.x + room.x - x);
}

}  // namespace attnlab
