// The landscape as a map: colors, lines of equal loss, and the path. Also as hills that the mouse turns.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "app/base/format.h"
#include "app/features/landscape/view_frame.h"
#include "app/views/common/cached_matrix.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/legend.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr float kHillHeight = 0.55f;   // of the plane's width
constexpr float kHillDegrees = 0.35f;  // a pixel of the mouse
constexpr float kLeastHills = 20;      // em of their height, with title and legend

/// A point on screen, and how far behind the others it is.
struct HillPoint {
  ImVec2 at;
  float depth = 0;
};

/// A view of the plane from one side and from above, without perspective.
class HillView {
 public:
  HillView(const LandscapeFrame& frame, const Box& box) : frame_(frame), box_(box) {
    constexpr double kRadian = std::numbers::pi / 180;
    const double turn = frame.choice.turn * kRadian, tilt = frame.choice.tilt * kRadian;
    cos_turn_ = float(std::cos(turn));
    sin_turn_ = float(std::sin(turn));
    cos_tilt_ = float(std::cos(tilt));
    sin_tilt_ = float(std::sin(tilt));
    const float diagonal = std::numbers::sqrt2_v<float>;
    scale_ =
        std::min(box.width() / diagonal, box.height() / (diagonal * sin_tilt_ + kHillHeight * cos_tilt_));
  }

  /// `place` in cells, as LandscapeFrame::place(), and the height of a loss as it is drawn.
  HillPoint point(ImVec2 place, float loss) const {
    const auto last = float(frame_.size() - 1);
    const float x = place.x / last - 0.5f, y = place.y / last - 0.5f;
    const float across = x * cos_turn_ - y * sin_turn_, away = x * sin_turn_ + y * cos_turn_;
    const ValueRange range = frame_.cells.range;
    const float height =
        (std::clamp((loss - range.lo) / (range.hi - range.lo), 0.0f, 1.0f) - 0.5f) * kHillHeight;
    const ImVec2 centre = box_.centre();
    return {{centre.x + across * scale_, centre.y + (away * sin_tilt_ - height * cos_tilt_) * scale_}, away};
  }

 private:
  const LandscapeFrame& frame_;
  Box box_;
  float cos_turn_, sin_turn_, cos_tilt_, sin_tilt_, scale_;
};

/// One piece of the surface.
struct HillQuad {
  ImVec2 corners[4];
  float depth = 0, loss = 0;
};

std::vector<HillQuad> hill_quads(const LandscapeFrame& frame, const HillView& view) {
  constexpr int kAround[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
  std::vector<HillQuad> quads;
  for (int row = 0; row + 1 < frame.size(); ++row)
    for (int column = 0; column + 1 < frame.size(); ++column) {
      HillQuad quad;
      bool whole = true;
      for (int i = 0; i < 4; ++i) {
        const int r = row + kAround[i][0], c = column + kAround[i][1];
        whole = whole && !frame.hidden(r, c);
        const HillPoint p = view.point({float(c), float(r)}, frame.cell(r, c));
        quad.corners[i] = p.at;
        quad.depth += p.depth / 4;
        quad.loss += frame.cell(r, c) / 4;
      }
      if (whole) quads.push_back(quad);
    }
  std::ranges::sort(quads, {}, &HillQuad::depth);
  return quads;
}

void draw_surface(const LandscapeFrame& frame, const HillView& view) {
  const Canvas canvas = window_canvas();
  const Colour edge = faded(theme().palette.panel, 0.45f);
  for (const HillQuad& q : hill_quads(frame, view)) {
    canvas.quad(q.corners[0], q.corners[1], q.corners[2], q.corners[3],
                value_colour(q.loss, frame.cells.range, Scale::Sequential));
    canvas.line(q.corners[0], q.corners[1], edge, 1);
    canvas.line(q.corners[1], q.corners[2], edge, 1);
  }
}

/// The edge of the plane at its lowest, with the names of its directions.
void draw_ground(const LandscapeFrame& frame, const HillView& view) {
  const auto last = float(frame.size() - 1);
  const float low = frame.cells.range.lo;
  const ImVec2 corners[] = {{0, 0}, {last, 0}, {last, last}, {0, last}};
  for (int i = 0; i < 4; ++i)
    window_canvas().line(view.point(corners[i], low).at, view.point(corners[(i + 1) % 4], low).at,
                         theme().palette.border, 1);
}

void draw_axis_name(const HillView& view, ImVec2 place, float low, const std::string& text, const Box& room) {
  const ImVec2 size = text_size(fonts().small, text), at = view.point(place, low).at;
  const float x = std::clamp(at.x - size.x / 2, room.min.x, std::max(room.max.x - size.x, room.min.x));
  const float y = std::clamp(at.y + em() * 0.4f, room.min.y, room.max.y - size.y);
  draw_text(window_canvas(), fonts().small, {x, y}, theme().palette.text_dim, text);
}

std::vector<ImVec2> path_over_hills(const LandscapeFrame& frame, const HillView& view) {
  std::vector<ImVec2> at;
  for (const StatePoint& point : frame.landscape.path)
    at.push_back(view.point(frame.place(point.at), float(frame.shown_loss(point.loss))).at);
  return at;
}

/// Dragging turns the hills, up and down tilts them.
void turn_by_mouse(const LandscapeFrame& frame, const Box& box) {
  move_cursor(box.min);
  let_next_be_overlapped();  // by points of the path
  ImGui::InvisibleButton("landscape.hills", box.size());
  let_last_be_overlapped();
  mark("landscape.hills", box);
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (!ImGui::IsItemActive() || (moved.x == 0 && moved.y == 0)) return;
  const double turn = std::fmod(frame.choice.turn - double(moved.x * kHillDegrees) + 360, 360);
  const double tilt = std::clamp(frame.choice.tilt + double(moved.y * kHillDegrees), 5.0, 90.0);
  if (turn != frame.choice.turn) frame.choose("turn", format_fixed(turn, 1));
  if (tilt != frame.choice.tilt) frame.choose("tilt", format_fixed(tilt, 1));
}

}  // namespace

void draw_landscape_hills(const LandscapeFrame& frame, ImVec2 size) {
  size.y = std::max(size.y, em() * kLeastHills);
  const float line = std::ceil(legend_height() + em() * 0.5f);
  const Box whole = box_at(ImGui::GetCursorScreenPos(), size);
  const Box hills{{whole.min.x, whole.min.y + em() * 1.6f}, {whole.max.x, whole.max.y - line - em() * 1.4f}};
  draw_text_in(window_canvas(), fonts().ui_bold, box_at(whole.min, {size.x, em() * 1.4f}),
               theme().palette.text,
               frame.choice.log ? tr("log₁₀ of the validation loss") : tr("Validation loss"));
  turn_by_mouse(frame, hills);
  const HillView view(frame, hills);
  const auto last = float(frame.size() - 1);
  const LossLandscape& l = frame.landscape;
  draw_ground(frame, view);
  draw_surface(frame, view);
  const Box room{whole.min, {whole.max.x, whole.max.y - line}};
  draw_axis_name(view, {last / 2, last}, frame.cells.range.lo, landscape_axis("a", l.plane->share_x), room);
  draw_axis_name(view, {last, last / 2}, frame.cells.range.lo, landscape_axis("b", l.plane->share_y), room);
  draw_landscape_path(frame, path_over_hills(frame, view));
  const ColourScale scale{Scale::Sequential, RangeMode::Fixed, frame.cells.range};
  const float legend = std::min(legend_width(frame.cells.range, scale), size.x);
  draw_legend(window_canvas(),
              box_at({whole.min.x, whole.max.y - legend_height()}, {legend, legend_height()}),
              frame.cells.range, scale, std::nanf(""));
  move_cursor(whole.min);
  ImGui::Dummy(size);
}

namespace {

constexpr int kContours = 10;

/// The names of the points along an axis.
std::vector<std::string> axis_names(const std::vector<double>& points, bool falling) {
  std::vector<std::string> names;
  for (const double point : points) names.push_back(format_number(point, 2));
  if (falling) std::ranges::reverse(names);
  return names;
}

/// The point between the centers of two neighboring cells at which the loss is `level`.
ImVec2 contour_crossing(ImVec2 a, double at_a, ImVec2 b, double at_b, double level) {
  const double share = at_b != at_a ? (level - at_a) / (at_b - at_a) : 0.5;
  const auto s = float(std::clamp(share, 0.0, 1.0));
  return {a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s};
}

/// The line of one level through the square between four neighbors (marching squares).
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
    square.corners[i] = {map.grid.min.x + (float(c) + 0.5f) * map.cell_width,
                         map.grid.min.y + (float(r) + 0.5f) * map.cell_height};
    square.values[i] = double(frame.cell(r, c));
  }
  const ValueRange range = frame.cells.range;
  const Colour colour = faded(theme().palette.text, 0.35f);
  for (int level = 1; level < kContours; ++level)
    square.draw(double(range.lo + (range.hi - range.lo) * float(level) / kContours), colour);
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
  o.title = frame.choice.log ? tr("log₁₀ of the validation loss") : tr("Validation loss");
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
