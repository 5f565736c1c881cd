// The plane of scores, with one block in memory, and the running values of each query.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/features/tiles/view_frame.h"
#include "app/views/common/cached_matrix.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/cells.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

// Widths of m and l, and the gaps between matrices, in em().
constexpr float kStateCell = 3, kNarrowStateCell = 2.6f, kBesideGap = 1.2f, kPlaneGap = 1.5f;

/// The plane on screen; cells of all blocks have one size.
struct Plane {
  Box grid;
  float width, height;  ///< of a cell

  Box of(Index q0, Index q1, Index k0, Index k1) const {
    return {{grid.min.x + float(k0) * width, grid.min.y + float(q0) * height},
            {grid.min.x + float(k1) * width, grid.min.y + float(q1) * height}};
  }
};

/// Fades the blocks that are not in memory.
void fade_others(const TilesFrame& f, const Plane& plane) {
  const Canvas canvas = window_canvas();
  const Colour over = faded(theme().palette.panel, 0.82f);
  const Index q0 = f.first_query(), q1 = f.end_of_queries(), k0 = f.first_key(), k1 = f.end_of_keys();
  if (q0 > 0) canvas.fill(plane.of(0, q0, 0, f.keys()), over);
  if (k0 > 0) canvas.fill(plane.of(q0, q1, 0, k0), over);
  if (k1 < f.keys()) canvas.fill(plane.of(q0, q1, k1, f.keys()), over);
  if (q1 < f.queries()) canvas.fill(plane.of(q1, f.queries(), 0, f.keys()), over);
}

/// Draws lines between blocks, a mark on each finished block, and a frame around the current one.
void draw_blocks(const TilesFrame& f, const Plane& plane) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  if (plane.width * float(f.size) >= 6 && plane.height * float(f.size) >= 6) {
    for (Index q = f.size; q < f.queries(); q += f.size) {
      const Box box = plane.of(q, q, 0, f.keys());
      canvas.line(box.min, box.max, p.text_faint);
    }
    for (Index k = f.size; k < f.keys(); k += f.size) {
      const Box box = plane.of(0, f.queries(), k, k);
      canvas.line(box.min, box.max, p.text_faint);
    }
  }
  canvas.frame(plane.of(f.first_query(), f.end_of_queries(), f.first_key(), f.end_of_keys()),
               f.skipped() ? p.text_faint : p.accent, 0, std::max(2.0f, em() * 0.14f));
}

void follow(const TilesFrame& f, const HeatMapResult& map) {
  const int row = map.clicked ? map.clicked->row : map.clicked_row_label;
  const int col = map.clicked ? map.clicked->col : map.clicked_col_label;
  if (row >= 0) f.stage.emit({"select.query", {std::to_string(row)}});
  if (col >= 0) f.stage.emit({"select.key", {std::to_string(col)}});
}

HeatMapOptions scores_options(const TilesFrame& f, bool narrow) {
  HeatMapOptions o;
  o.title = hides_anything(f.stage) ? tr("Masked scores S") : tr("Scores S");
  if (!narrow) o.detail = tr("one block in memory");
  o.scale = signed_scale();
  o.rows = f.stage.query_labels();
  o.cols = f.stage.key_labels();
  o.largest_cell = 2.25f;
  o.legend = !narrow;
  o.square = false;
  o.zooms_across = o.zooms_down = o.leads = false;
  o.target = "tiles.plane";
  link_hovered(f.stage.selection, o);
  if (o.highlight_row < 0) o.highlight_row = static_cast<int>(f.query());
  return o;
}

/// Leaves room for the step below the plane. Rows are high enough for numbers while the formulas stay
/// visible; a few queries always have such rows, and the rest scrolls.
float plane_height(const TilesFrame& f, const HeatMapOptions& o, float room, bool narrow) {
  const float around = heat_map_offset(f.masked, o).y + em() * 2;  // with the legend
  const float row = smallest_numbered_cell() * kNumberedHeight;
  const float step = narrow ? room * 0.46f : em() * 14, formulas = em() * 9;
  const float numbered = around + float(f.queries()) * row;
  const float least = around + float(std::min<Index>(f.queries(), 12)) * row;
  const float high = numbered <= room - formulas ? std::max(room - step, numbered) : room - formulas;
  return std::floor(std::max(high, least));
}

/// The plane's width without m, l and a narrow o.
float plane_width(const TilesFrame& f, float room, bool narrow) {
  const float states = 2 * ((narrow ? kNarrowStateCell : kStateCell) + kBesideGap) + kPlaneGap;
  const float output = float(f.features()) * 3 + em();
  return std::floor(
      std::max(std::min(room * (narrow ? 0.4f : 0.5f), room - states * em() - output), em() * 4));
}

HeatMapResult draw_scores(const TilesFrame& f, const HeatMapOptions& o) {
  const HeatMapResult map = heat_map("tiles.plane", f.masked, o);
  const Plane plane{map.grid, map.cell_width, map.cell_height};
  fade_others(f, plane);
  draw_blocks(f, plane);
  hover_map(f.stage.selection, map, f.masked);
  follow(f, map);
  return map;
}

/// The running values of the queries at this step, as matrices with the plane's rows.
struct QueryStates {
  std::uint64_t version = 0;
  std::vector<float> maximum, sum, output;

  QueryStates() = default;
  explicit QueryStates(const TilesFrame& f) : version(version_of(f)) {
    const Index b = f.block();
    for (Index q = 0; q < f.queries(); ++q) {
      maximum.push_back(float(f.maximum(q, b)));
      sum.push_back(float(f.sum(q, b)));
      for (Index d = 0; d < f.features(); ++d) output.push_back(float(f.output(q, d, b)));
    }
  }
  static std::uint64_t version_of(const TilesFrame& f) {
    return joined(f.version, static_cast<std::uint64_t>(f.block()));
  }
};

const QueryStates& query_states(const TilesFrame& f) {
  QueryStates& cache = f.stage.model.remembered<QueryStates>();
  if (cache.version != QueryStates::version_of(f)) cache = QueryStates(f);
  return cache;
}

/// Draws a matrix aligned with the plane; returns where the next begins.
float draw_beside(const TilesFrame& f, const HeatMapResult& plane, const std::vector<float>& cells,
                  float left, HeatMapOptions o, float cell) {
  const int rows = static_cast<int>(f.queries()), cols = static_cast<int>(cells.size()) / rows;
  const auto place = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(cells.data()));
  const MatrixView view = matrix_view(cells.data(), rows, cols, joined(QueryStates::version_of(f), place));
  o.cell_width = cell;
  o.cell_height = plane.cell_height;
  o.rows.hidden = true;
  o.cols.hidden = cols == 1;
  o.zooms_across = o.zooms_down = o.leads = false;
  o.highlight_row = static_cast<int>(f.query());
  const ImVec2 offset = heat_map_offset(view, o);
  move_cursor({left, plane.grid.min.y - offset.y});
  const HeatMapResult map = heat_map(o.target.c_str(), view, o);
  if (map.clicked) f.stage.emit({"select.query", {std::to_string(map.clicked->row)}});
  return map.bounds.max.x + em() * kBesideGap;
}

}  // namespace

void draw_tiles_plane(const TilesFrame& f) {
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const bool narrow = room.x < em() * 36;  // beside another view
  HeatMapOptions scores = scores_options(f, narrow);
  scores.size = {plane_width(f, room.x, narrow), room.y};
  scores.size.y = plane_height(f, scores, room.y, narrow);
  const HeatMapResult plane = draw_scores(f, scores);
  const QueryStates& states = query_states(f);
  const float state = em() * (narrow ? kNarrowStateCell : kStateCell);
  float x = plane.bounds.max.x + em() * kPlaneGap;
  HeatMapOptions o;
  o.legend = false;
  o.title = "m";
  o.scale = signed_scale();
  o.target = "tiles.maximum";
  o.tensor = tr("running maximum m");
  x = draw_beside(f, plane, states.maximum, x, o, state);
  o.title = "l";
  o.target = "tiles.sum";
  o.tensor = tr("running sum l");
  x = draw_beside(f, plane, states.sum, x, o, state);
  o.title = "o";
  if (!narrow) o.detail = tr("not yet divided by l");
  o.role = Role::Output;
  o.target = "tiles.output";
  o.tensor = tr("partial output o");
  o.legend = !narrow;
  const float left = at.x + room.x - x - em() * 0.5f;  // for half of the last label
  draw_beside(f, plane, states.output, x, o,
              std::clamp(std::floor(left / float(f.features())), 2.0f, em() * 3));
  move_cursor({at.x, std::max(plane.bounds.max.y, ImGui::GetCursorScreenPos().y)});
}

}  // namespace attnlab
