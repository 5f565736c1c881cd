// Positions: curves over the positions, and the whole table below them with the same axis. Also the values
// at the dragged position. Script names: positions.waves is the plot, in which the position is dragged;
// positions.map the table, positions.map[row,position] one cell; positions.value[i,0] is a line;
// positions.first.less, positions.first.more, and likewise positions.every and positions.dimensions, choose
// the curves.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/format.h"
#include "app/features/positions/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/line_plot.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

bool turns(const PositionsFrame& frame) { return frame.page->angle != nullptr; }

/// Whether a row is the sine of its angle, not the cosine.
bool is_sine(const PositionsFrame& frame, Index row) { return frame.page->is_sine(frame, row); }

/// The divisor of the angle: 10000^(2i/d); infinite for a pair that is not turned.
double divisor(const PositionsFrame& frame, Index row) { return 1 / frame.page->angle(frame, row); }

std::string short_number(double value) {
  if (std::isinf(value)) return "∞";
  return value >= 99.5 ? format_count(std::llround(value)) : format_number(value, 3);
}

std::string expression(const PositionsFrame& frame, Index row) {
  if (!turns(frame)) return frame.page->origin(frame, row);
  return (is_sine(frame, row) ? "sin(" : "cos(") + std::to_string(frame.position) + " ÷ " +
         short_number(divisor(frame, row)) + ")";
}

double value_of(const PositionsFrame& frame, const PositionRows& rows, Index row) {
  if (frame.page->value) return frame.page->value(frame, row);
  return double(rows.at(row, frame.position));
}

/// Draws the pair's angle as a hand on a dial, and the value as the line from the axis to the hand's tip.
void draw_dial(const PositionsFrame& frame, Index row, const Box& box, Colour colour) {
  const Canvas canvas = window_canvas();
  const ImVec2 centre = box.centre();
  const float radius = box.height() * 0.40f;
  const double angle = double(frame.position) / divisor(frame, row);
  const ImVec2 tip{centre.x + radius * float(std::cos(angle)), centre.y - radius * float(std::sin(angle))};
  canvas.ring(centre, radius, theme().palette.border);
  const ImVec2 foot = is_sine(frame, row) ? ImVec2{tip.x, centre.y} : ImVec2{centre.x, tip.y};
  canvas.line(foot, tip, colour, std::max(2.0f, em() / 7));
  canvas.line(centre, tip, theme().palette.text, std::max(1.0f, em() / 12));
}

std::string value_text(const PositionsFrame& frame, double value) {
  if (frame.page->whole_values) return std::to_string(std::lround(value));
  return format_number(value, widgets().digits);
}

/// Inspects the value in the pass on screen, if the text is long enough.
void inspect(const PositionsFrame& frame, const PositionRows& rows, Index row) {
  const TraceTensor* tensor = frame.trace.find(rows.tensor);
  if (tensor && frame.position < tensor->shape[0])
    frame.emit({"inspect", {rows.tensor, std::to_string(frame.position) + "," + std::to_string(row)}});
}

void draw_line(const PositionsFrame& frame, const PositionRows& rows, std::size_t i, float width) {
  const Index row = rows.waves[i];
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, std::ceil(em() * 1.95f)});
  const std::string id = "positions.value[" + std::to_string(i) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), false, 0, box.size())) inspect(frame, rows, row);
  if (!rows.tensor.empty()) tip(tr("Show where this number comes from"));
  mark(id, box);
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const Colour colour = series_colour(static_cast<int>(i));
  float x = box.min.x;
  canvas.fill({{x, box.min.y + em() * 0.4f}, {x + em() * 0.3f, box.max.y - em() * 0.4f}}, colour, 2);
  x += em() * 0.7f;
  draw_text_in(canvas, fonts().mono, {{x, box.min.y}, {x + em() * 2.4f, box.max.y}}, p.text,
               std::to_string(row));
  x += em() * 2.5f;
  if (turns(frame)) draw_dial(frame, row, box_at({x, box.min.y}, {box.height(), box.height()}), colour);
  if (turns(frame)) x += box.height() + em() * 0.3f;
  const float number = em() * 3.8f, wave = turns(frame) && width > em() * 20 ? em() * 4 : 0;
  draw_text_in(canvas, fonts().mono_small, {{x, box.min.y}, {box.max.x - number - wave, box.max.y}},
               p.text_dim, expression(frame, row));
  if (wave > 0)
    draw_text_in(canvas, fonts().mono_small,
                 {{box.max.x - number - wave, box.min.y}, {box.max.x - number, box.max.y}}, p.text_dim,
                 short_number(2 * std::numbers::pi * divisor(frame, row)), Align::Right);
  draw_text_in(canvas, fonts().mono, {{box.max.x - number, box.min.y}, {box.max.x - em() * 0.3f, box.max.y}},
               p.text, value_text(frame, value_of(frame, rows, row)), Align::Right);
}

void draw_heading(const PositionsFrame& frame, float width) {
  const Box box = reserve({width, std::ceil(em() * 1.3f)});
  const Canvas canvas = window_canvas();
  const auto write = [&](float from, float to, std::string_view words, Align align) {
    draw_text_in(canvas, fonts().small, {{box.min.x + from, box.min.y}, {box.min.x + to, box.max.y}},
                 theme().palette.text_dim, words, align);
  };
  write(em() * 0.7f, em() * 6, tr(frame.page->row), Align::Left);
  if (turns(frame) && width > em() * 20)
    write(width - em() * 8.8f, width - em() * 3.8f, tr("wavelength"), Align::Right);
  write(width - em() * 3.8f, width - em() * 0.3f, tr(frame.page->value_word), Align::Right);
}

/// Beside the last stepper, or below it if there is no room.
void step(const PositionsFrame& frame, const char* label, const char* option, Index now, Index less,
          Index more) {
  const float gap = em() * 0.5f;
  if (ImGui::GetItemRectMax().x + gap + stepper_width(label, true) <= content_right())
    ImGui::SameLine(0, gap);
  const std::string name = std::string("positions.") + option;
  const Index chosen = stepper(name, label, now, {.less = less, .more = more, .small = true});
  if (chosen != now) frame.choose(option, std::to_string(chosen));
}

void choose_waves(const PositionsFrame& frame) {
  const Index count = frame.choice.dimensions, first = frame.first_dimension(), every = frame.every();
  step(frame, turns(frame) ? tr("waves") : tr("rows"), "dimensions", count, std::max<Index>(count - 1, 1),
       std::min<Index>(count + 1, kMostWaves));
  step(frame, tr("from"), "first_dimension", first, std::max<Index>(first - 1, 0),
       std::min(first + 1, frame.width - 1));
  const Index most = std::max<Index>((frame.width - first) / count, 1);
  step(frame, tr("every"), "every", every, std::max<Index>(every / 2, 1), std::min(every * 2, most));
}

}  // namespace

void draw_position_values(const PositionsFrame& frame, const PositionRows& rows) {
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string_view title = frame.page->values_title;
  panel_header(title.empty() ? tr("At position {1}", frame.place(frame.position)) : std::string(tr(title)),
               frame.page->by_head ? drawn_heads_words(frame.width) : "");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_heading(frame, width);
  for (std::size_t i = 0; i < rows.waves.size(); ++i) draw_line(frame, rows, i, width);
  if (!frame.page->by_head) choose_waves(frame);
  ImGui::PopStyleVar();
}

namespace {

/// Points of a smooth curve per position.
constexpr Index kPointsBetween = 8;

struct WaveCurve {
  std::string name;
  std::vector<double> x, y;
};

/// The curve of a row: sinusoids are defined between positions too, other numbers are joined by lines.
WaveCurve curve_of(const PositionsFrame& frame, const PositionRows& rows, Index row) {
  WaveCurve curve{std::string(tr(frame.page->row)) + " " + std::to_string(row), {}, {}};
  const bool between = frame.page->angle;
  const double angle = between ? frame.page->angle(frame, row) : 0;
  const bool sine = between && frame.page->is_sine(frame, row);
  const auto wave = [&](double at) { return sine ? std::sin(at * angle) : std::cos(at * angle); };
  const Index steps = between ? kPointsBetween : 1;
  for (Index i = 0; i <= (frame.positions - 1) * steps; ++i) {
    const double at = double(i) / double(steps);
    curve.x.push_back(at);
    curve.y.push_back(between ? wave(at) : double(rows.at(row, i)));
  }
  return curve;
}

/// The values at the dragged position, on their curves.
void draw_marks(const PositionsFrame& frame, const PositionRows& rows, const LinePlotResult& plot, double lo,
                double hi) {
  const Canvas canvas = window_canvas();
  const float share = (float(frame.position) + 0.5f) / float(frame.positions);
  for (std::size_t i = 0; i < rows.waves.size(); ++i) {
    const auto height = float((rows.at(rows.waves[i], frame.position) - lo) / (hi - lo));
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
      lo = std::min(lo, double(rows.at(row, t)));
      hi = std::max(hi, double(rows.at(row, t)));
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
  const double last = double(frame.positions) - 0.5;
  const LinePlotResult plot = line_plot("waves", series,
                                        {.x_title = frame.page->by_head ? tr("key") : tr("position"),
                                         .y_title = std::string(tr(frame.page->y_title)),
                                         .size = size,
                                         .x_values = AxisValues::Whole,
                                         .y_lo = lo,
                                         .y_hi = hi,
                                         .x_lo = -0.5,
                                         .x_hi = last,
                                         .marker = double(frame.position),
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
  o.title = tr(frame.page->map_title);
  if (frame.page->by_head) o.title = tr("{1}, for query {2}", o.title, frame.place(frame.position));
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

/// Marks the rows of the curves above, by their colors beside the map.
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
  box.max.x = box.min.x + map.cell_width * float(count);
  HoverGrid grid;
  grid.box = box;
  grid.columns = count;
  grid.key_source = frame.of_source;
  hover_grid(grid);
  for (int t = 0; t < count; ++t) {
    if (!hovered().on({frame.of_source, t}) || map.hovered) continue;
    const float x = map.cells.min.x + map.cell_width * float(t);
    draw_outline(window_canvas(), {{x, map.cells.min.y}, {x + map.cell_width, map.cells.max.y}},
                 theme().palette.text_dim, 1);
  }
}

/// The distance of the curves from the left edge, which leaves room for the labels of the map's rows below.
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
  o.cell_width = plot.plot.width() / float(frame.positions);
  o.cell_height = 4;
  const ImVec2 offset = heat_map_offset(rows.view, o);
  const float below = size.y - high - gap - offset.y - em() * 1.9f;
  o.cell_height = std::clamp(below / float(frame.width), 0.25f, em() * 1.8f);
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
