// Positions: curves over the positions, and the whole table below them with the same axis.
// Script names: positions.waves is the plot, in which the position is dragged; positions.map the table,
// positions.map[row,position] one cell.
#include <algorithm>
#include <cmath>

#include "app/features/positions/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {

namespace {

/// Points of a smooth curve per position.
constexpr Index kPointsBetween = 8;

struct WaveCurve {
  std::string name;
  std::vector<double> x, y;
};

/// The curve of a row: sinusoids are defined between positions too, other numbers are joined by lines.
WaveCurve curve_of(const PositionsFrame& frame, const PositionRows& rows, Index row) {
  WaveCurve curve{std::string(frame.page->row) + " " + std::to_string(row), {}, {}};
  const bool between = frame.page->angle;
  const double angle = between ? frame.page->angle(frame, row) : 0;
  const bool sine = between && frame.page->is_sine(frame, row);
  const auto wave = [&](double at) { return sine ? std::sin(at * angle) : std::cos(at * angle); };
  const Index steps = between ? kPointsBetween : 1;
  for (Index i = 0; i <= (frame.positions - 1) * steps; ++i) {
    const double at = static_cast<double>(i) / static_cast<double>(steps);
    curve.x.push_back(at);
    curve.y.push_back(between ? wave(at) : static_cast<double>(rows.at(row, i)));
  }
  return curve;
}

/// The values at the dragged position, on their curves.
void draw_marks(const PositionsFrame& frame, const PositionRows& rows, const LinePlotResult& plot, double lo,
                double hi) {
  const Canvas canvas = window_canvas();
  const float share = (static_cast<float>(frame.position) + 0.5f) / static_cast<float>(frame.positions);
  for (std::size_t i = 0; i < rows.waves.size(); ++i) {
    const auto height = static_cast<float>((rows.at(rows.waves[i], frame.position) - lo) / (hi - lo));
    const ImVec2 at{plot.plot.min.x + share * plot.plot.width(),
                    plot.plot.max.y - height * plot.plot.height()};
    canvas.disc(at, em() * 0.36f, theme().palette.panel);
    canvas.disc(at, em() * 0.28f, series_colour(static_cast<int>(i)));
  }
}

std::pair<double, double> value_ends(const PositionsFrame& frame, const PositionRows& rows) {
  if (frame.page->angle) return {-1.1, 1.1};
  double lo = 0, hi = 0;
  for (Index row : rows.waves)
    for (Index t = 0; t < frame.positions; ++t) {
      lo = std::min(lo, static_cast<double>(rows.at(row, t)));
      hi = std::max(hi, static_cast<double>(rows.at(row, t)));
    }
  const double air = std::max((hi - lo) * 0.06, 1e-6);
  return {lo - air, hi + air};
}

LinePlotResult draw_curves(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size) {
  std::vector<WaveCurve> curves;
  for (Index row : rows.waves) curves.push_back(curve_of(frame, rows, row));
  std::vector<Series> series;
  for (const WaveCurve& curve : curves) series.push_back({.name = curve.name, .x = curve.x, .y = curve.y});
  const auto [lo, hi] = value_ends(frame, rows);
  const double last = static_cast<double>(frame.positions) - 0.5;
  const LinePlotResult plot = line_plot("waves", series,
                                        {.x_title = frame.page->by_head ? "key" : "position",
                                         .y_title = std::string(frame.page->y_title),
                                         .size = size,
                                         .x_values = AxisValues::Whole,
                                         .y_lo = lo,
                                         .y_hi = hi,
                                         .x_lo = -0.5,
                                         .x_hi = last,
                                         .marker = static_cast<double>(frame.position),
                                         .zooms = false,
                                         .target = "positions.waves"});
  draw_marks(frame, rows, plot, lo, hi);
  if (plot.picked_x) {
    const Index wanted =
        std::clamp<Index>(static_cast<Index>(std::lround(*plot.picked_x)), 0, frame.positions - 1);
    if (wanted != frame.choice.position) frame.choose("position", std::to_string(wanted));
  }
  return plot;
}

HeatMapOptions map_options(const PositionsFrame& frame) {
  HeatMapOptions o;
  o.title = frame.page->map_title;
  if (frame.page->by_head) o.title += ", for query " + frame.place(frame.position);
  o.detail = std::to_string(frame.width) + " × " + std::to_string(frame.positions);
  o.role = Role::Residual;
  o.scale = {Scale::Diverging, frame.page->angle ? RangeMode::Fixed : RangeMode::PerMatrix, {-1, 1}};
  o.cols.hidden = true;
  o.numbers = false;
  o.highlight_col = static_cast<int>(frame.position);
  o.zooms_across = false;  // aligned with the curves above
  o.target = "positions.map";
  return o;
}

/// Marks the rows of the curves above, by their colours beside the map.
void draw_keys(const PositionRows& rows, const HeatMapResult& map) {
  const Canvas canvas = window_canvas();
  for (std::size_t i = 0; i < rows.waves.size(); ++i) {
    const Box row = cell_box(map, {static_cast<int>(rows.waves[i]), 0});
    if (!map.cells.contains({map.cells.min.x, row.centre().y})) continue;
    const float y = row.centre().y, x = map.cells.max.x + em() * 0.2f, r = em() * 0.32f;
    canvas.triangle({x, y}, {x + 2 * r, y - r}, {x + 2 * r, y + r}, series_colour(static_cast<int>(i)));
  }
}

/// Links the columns to the tokens on screen, for hover.
void link_tokens(const PositionsFrame& frame, const HeatMapResult& map) {
  const int count = std::min(static_cast<int>(frame.tokens.size()), static_cast<int>(frame.positions));
  if (count == 0) return;
  Box box = map.cells;
  box.max.x = box.min.x + map.cell_width * static_cast<float>(count);
  HoverGrid grid;
  grid.box = box;
  grid.columns = count;
  grid.key_source = frame.of_source;
  hover_grid(grid);
  for (int t = 0; t < count; ++t) {
    if (!hovered().on({frame.of_source, t}) || map.hovered) continue;
    const float x = map.cells.min.x + map.cell_width * static_cast<float>(t);
    draw_outline(window_canvas(), {{x, map.cells.min.y}, {x + map.cell_width, map.cells.max.y}},
                 theme().palette.text_dim, 1);
  }
}

/// How far the curves stand from the left edge, for the map below to have room for the labels of its rows.
struct WaveIndent {
  float pixels = 0;
};

}  // namespace

void draw_position_waves(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float& indent = frame.model.remembered<WaveIndent>().pixels;
  move_cursor({start.x + indent, start.y});
  const float gap = em() * 0.2f, high = std::floor(size.y * (frame.page->by_head ? 0.6f : 0.44f));
  const LinePlotResult plot = draw_curves(frame, rows, {size.x - em() - indent, high});
  HeatMapOptions o = map_options(frame);
  o.cell_width = plot.plot.width() / static_cast<float>(frame.positions);
  o.cell_height = 4;
  const ImVec2 offset = heat_map_offset(rows.view, o);
  const float below = size.y - high - gap - offset.y - em() * 1.9f;
  o.cell_height = std::clamp(below / static_cast<float>(frame.width), 0.25f, em() * 1.8f);
  const float left = plot.plot.min.x - heat_map_offset(rows.view, o).x;
  indent = std::max(0.0f, indent + start.x - left);
  move_cursor({left, start.y + high + gap});
  const HeatMapResult map = heat_map("map", rows.view, o);
  draw_keys(rows, map);
  link_tokens(frame, map);
  if (map.clicked) frame.choose("position", std::to_string(map.clicked->col));
  if (map.clicked_row_label >= 0) frame.choose("first_dimension", std::to_string(map.clicked_row_label));
}

}  // namespace attnlab
