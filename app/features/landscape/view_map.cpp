// The landscape as a map: colours, lines of equal loss, and the path.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/features/landscape/view_frame.h"
#include "app/views/common/cached_matrix.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {
namespace {

constexpr int kContours = 10;

/// The names of the points along an axis.
std::vector<std::string> axis_names(const std::vector<double>& points, bool falling) {
  std::vector<std::string> names;
  for (const double point : points) names.push_back(format_number(point, 2));
  if (falling) std::ranges::reverse(names);
  return names;
}

/// From the middle of one cell to that of a neighbour, where the loss is `level`.
ImVec2 contour_crossing(ImVec2 a, double at_a, ImVec2 b, double at_b, double level) {
  const double share = at_b != at_a ? (level - at_a) / (at_b - at_a) : 0.5;
  const auto s = static_cast<float>(std::clamp(share, 0.0, 1.0));
  return {a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s};
}

/// The line of one level through the square between four neighbours (marching squares).
struct ContourSquare {
  std::array<ImVec2, 4> corners;  ///< in order around the square
  std::array<double, 4> values;

  void draw(double level, Colour colour) const {
    std::array<ImVec2, 4> ends;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t j = (i + 1) % 4;
      if ((values[i] < level) != (values[j] < level))
        ends[count++] = contour_crossing(corners[i], values[i], corners[j], values[j], level);
    }
    for (std::size_t i = 0; i + 1 < count; i += 2) window_canvas().line(ends[i], ends[i + 1], colour, 1.2f);
  }
};

void draw_contour_square(const LandscapeFrame& frame, const HeatMapResult& map, int row, int column) {
  const std::array<std::pair<int, int>, 4> around{{{0, 0}, {0, 1}, {1, 1}, {1, 0}}};
  ContourSquare square;
  for (std::size_t i = 0; i < 4; ++i) {
    const int r = row + around[i].first, c = column + around[i].second;
    if (frame.hidden(r, c)) return;
    square.corners[i] = {map.grid.min.x + (static_cast<float>(c) + 0.5f) * map.cell_width,
                         map.grid.min.y + (static_cast<float>(r) + 0.5f) * map.cell_height};
    square.values[i] = static_cast<double>(frame.cell(r, c));
  }
  const ValueRange range = frame.cells.range;
  const Colour colour = faded(theme().palette.text, 0.35f);
  for (int level = 1; level < kContours; ++level)
    square.draw(static_cast<double>(range.lo + (range.hi - range.lo) * static_cast<float>(level) / kContours),
                colour);
}

void draw_contours(const LandscapeFrame& frame, const HeatMapResult& map) {
  for (int row = 0; row + 1 < frame.size(); ++row)
    for (int column = 0; column + 1 < frame.size(); ++column) draw_contour_square(frame, map, row, column);
}

std::vector<ImVec2> path_on_map(const LandscapeFrame& frame, const HeatMapResult& map) {
  std::vector<ImVec2> at;
  for (const StatePoint& point : frame.landscape.path) {
    const ImVec2 place = frame.place(point.at);
    at.push_back({map.grid.min.x + (place.x + 0.5f) * map.cell_width,
                  map.grid.min.y + (place.y + 0.5f) * map.cell_height});
  }
  return at;
}

}  // namespace

void draw_landscape_map(const LandscapeFrame& frame, ImVec2 size) {
  const LossLandscape& l = frame.landscape;
  MatrixView view = matrix_view(frame.cells.cells.data(), frame.size(), frame.size(),
                                joined(frame.cells.version, frame.choice.log ? 3 : 2));
  view.mask = frame.cells.hidden.data();
  const std::vector<std::string> rows = axis_names(l.b, true), columns = axis_names(l.a, false);
  HeatMapOptions o;
  o.title = frame.choice.log ? "log₁₀ of the held-out loss" : "Held-out loss";
  o.scale = {Scale::Sequential, RangeMode::Fixed, frame.cells.range};
  o.rows = {.names = rows, .title = landscape_axis("b", l.plane->share_y)};
  o.cols = {.names = columns, .title = landscape_axis("a", l.plane->share_x)};
  o.size = size;
  o.largest_cell = 4;
  o.square = false;
  o.numbers = false;
  o.target = "landscape.map";
  o.tensor = o.title;
  const HeatMapResult map = heat_map("landscape.map", view, o);
  const ImVec2 end = ImGui::GetCursorScreenPos();
  ImGui::PushClipRect(map.cells.min, map.cells.max, true);
  draw_contours(frame, map);
  draw_landscape_path(frame, path_on_map(frame, map));
  ImGui::PopClipRect();
  move_cursor(end);
}

}  // namespace attnlab
