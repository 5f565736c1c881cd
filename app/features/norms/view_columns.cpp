// Norms: tokens down, places of the computation across; mean and deviation as an interval.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/norms/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/histogram.h"
#include "app/widgets/plots/ticks.h"
#include "app/widgets/tokens/token_text.h"

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
    return box.min.x + box.width() * static_cast<float>(share);
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
  number(d.box.max.x, "mean");
  number(d.box.max.x + number_width, "deviation");
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
  const float height = rows.height() / static_cast<float>(count);
  const Canvas canvas = window_canvas();
  HoverGrid grid;
  grid.box = rows;
  grid.rows = count;
  grid.query_source = tokens.of_source;
  hover_grid(grid);
  const int every = std::max(1, static_cast<int>(std::ceil(em() * 0.95f / height)));
  for (int t = 0; t < count; ++t) {
    const float top = rows.min.y + height * static_cast<float>(t);
    const Box row{{rows.min.x, top}, {rows.max.x, top + height}};
    mark("norms.row[" + std::to_string(t) + ",0]", row);
    if (hovered().on({tokens.of_source, t})) canvas.fill(row, theme().palette.raised, em() * 0.2f);
    if (t % every == 0)
      draw_text_in(
          canvas, fonts().ui,
          {{row.min.x, row.centre().y - em()}, {all[0].box.min.x - em() * 0.6f, row.centre().y + em()}},
          theme().palette.text, display_token(tokens.names[static_cast<std::size_t>(t)]), Align::Right);
    for (const DrawnColumn& d : all)
      draw_interval(d, d.rows[static_cast<std::size_t>(t)], row.centre().y, height, number_width);
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
                  .x_title = "values of all tokens",
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
  const float count = static_cast<float>(columns.size());
  const float width =
      std::max(std::floor((size.x - names - gap * (count - 1)) / count - 2 * number), em() * 4);
  const float head = std::ceil(em() * 2.9f), spread = std::clamp(size.y * 0.26f, em() * 5.5f, em() * 11);
  const auto lines = static_cast<float>(tokens.names.size());
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

}  // namespace attnlab
