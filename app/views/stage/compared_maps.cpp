// The three maps: one tensor in the other pass, in this one, and the difference.
#include "app/views/stage/compared_maps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/state/made_commands.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct Map {
  const char* name;
  std::string title;
  const TensorSlice& slice;
  const Trace& pass;  ///< the tokens on the axes are from this pass
  ColourScale scale;
  Role role;
};

/// The places of the maps, so that a cell under the pointer is marked in all maps in the same frame.
struct DrawnMaps {
  std::array<HeatMapResult, 3> maps;
};

Cell under_pointer(const DrawnMaps& drawn) {
  const ImVec2 at = ImGui::GetMousePos();
  for (const HeatMapResult& map : drawn.maps) {
    if (!map.cells.contains(at) || map.cells.empty() || !ImGui::IsWindowHovered()) continue;
    return {static_cast<int>((at.y - map.grid.min.y) / map.cell_height),
            static_cast<int>((at.x - map.grid.min.x) / map.cell_width)};
  }
  return {};
}

/// One range for both passes, so that equal numbers look the same.
struct CommonScale {
  std::uint64_t version = 0;
  ColourScale scale;
};

ColourScale common_scale(const CompareFrame& frame) {
  auto& [version, scale] = frame.model.remembered<CommonScale>();
  const MatrixView &a = frame.sides.after.view, &b = frame.sides.before.view;
  const std::uint64_t now = joined(a.version, b.version);
  if (now == version) return scale;
  version = now;
  scale = tensor_scale(*frame.model.trace, frame.cell.tensor);
  if (scale.mode != RangeMode::PerMatrix || b.empty()) return scale;
  const ValueRange one = measure_range(a, 0, a.rows), two = measure_range(b, 0, b.rows);
  scale.mode = RangeMode::Fixed;
  scale.fixed = {std::min(one.lo, two.lo), std::max(one.hi, two.hi)};
  return scale;
}

/// Chooses the cell in the matrix of the attention on the stage, or in the shown tensor.
void choose(const CompareFrame& frame, Cell cell) {
  const TensorSlice& slice = frame.sides.after;
  if (!slice.view.contains(cell)) return;
  if (frame.model.state.chosen.in_attention())
    return frame.emit({"select.cell", {std::to_string(cell.row), std::to_string(cell.col)}});
  frame.emit(show_command(slice.cell(cell)));
}

/// Whether the maps are of the selected head's queries and keys, whose tokens other views show too.
bool of_attention(const CompareFrame& frame) {
  const ChosenCell& chosen = frame.model.state.chosen;
  const Batch &before = frame.diff.before().batch(), &after = frame.diff.after().batch();
  return chosen.in_attention() && columns_are_keys(chosen.stage) && before.source == after.source &&
         before.input == after.input;
}

/// The place of a map; below another map with the same columns, columns have no names.
struct MapRoom {
  ImVec2 at, size;
  ImVec2 cell{0, 0};  ///< size of the cells; 0: as large as fits
  bool below_another = false;
  bool legend = true;
};

HeatMapResult draw_map(const CompareFrame& frame, const Map& map, std::size_t number, Cell over,
                       const MapRoom& room) {
  const TensorAxes axes = tensor_labels(frame.model, map.pass, *map.slice.tensor);
  HeatMapOptions o;
  o.title = map.title;
  o.detail = size_text(map.slice);
  o.role = map.role;
  o.scale = map.scale;
  o.rows = axes.rows.labels(axes.row_title, axes.row_role);
  o.cols = axes.cols.labels(axes.col_title, axes.col_role);
  o.rows.hidden = map.slice.view.rows == 1 && axes.rows.names.empty();
  o.cols.hidden = room.below_another;
  o.legend = room.legend;
  const MatrixView& view = map.slice.view;
  o.square = view.cols <= 2 * view.rows && view.rows <= 2 * view.cols;
  o.largest_cell = 4.5f;
  o.size = room.size;
  o.cell_width = room.cell.x;
  o.cell_height = room.cell.y;
  o.selected = frame.sides.after.find(frame.cell).value_or(Cell{});
  const bool attention = of_attention(frame);
  if (attention) link_hovered(frame.model.state.selection, o);
  if (over.valid()) o.linked = over;
  o.target = map.name;
  zoom_together(o, {"compare.before", "compare.after", "compare.difference"});
  o.tensor = map.title;
  move_cursor(room.at);
  const HeatMapResult r = heat_map(map.name, view, o);
  if (attention) hover_map(frame.model.state.selection, r, view);
  frame.model.remembered<DrawnMaps>().maps[number] = r;
  if (r.clicked) choose(frame, *r.clicked);
  return r;
}

std::string number_at(const TensorSlice& slice, Cell cell) {
  return slice.view.contains(cell)
             ? format_number(double(slice.view.at(cell.row, cell.col)), widgets().digits)
             : "–";
}

/// Draws "query “chat” · key “black”", and the number in both passes.
void draw_numbers(const CompareFrame& frame, Cell cell) {
  const Sides& s = frame.sides;
  if (!cell.valid() || !s.after.view.contains(cell)) return;
  const std::string where =
      index_words(*frame.model.trace, s.after.cell(cell), frame.model.vocabularies.get());
  std::string text = number_at(s.before, cell) + " → " + number_at(s.after, cell);
  if (!s.difference.empty()) text += "   Δ " + number_at(s.difference, cell);
  const float line = ImGui::GetContentRegionAvail().x;
  dim_text(where);
  if (text_size(fonts().ui, where).x + em() + text_size(fonts().mono_small, text).x <= line)
    ImGui::SameLine(0, em());
  const Box box = reserve({ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
  draw_text_in(window_canvas(), fonts().mono_small, box, theme().palette.text, text);
}

std::vector<Map> maps_of(const CompareFrame& frame) {
  const ColourScale scale = common_scale(frame);
  const Role role = tensor_role(*frame.model.trace, frame.cell.tensor);
  const Sides& s = frame.sides;
  std::vector<Map> maps;
  if (!s.before.empty())
    maps.push_back({"compare.before", frame.names.before, s.before, frame.diff.before(), scale, role});
  maps.push_back({"compare.after", frame.names.after, s.after, *frame.model.trace, scale, role});
  if (!s.difference.empty())
    maps.push_back({"compare.difference",
                    tr("difference"),
                    s.difference,
                    *frame.model.trace,
                    {Scale::Diverging, RangeMode::Symmetric, {0, 1}},
                    Role::Gradient});
  return maps;
}

/// The number of maps in a row, the room of each, and the height of the columns' names.
struct MapGrid {
  int columns = 1;
  ImVec2 size;
  float names = 0;
};

/// The grid with the largest cells. If cells would be too small to see, maps are below each other and
/// scroll. Maps of one size below each other have the names of columns once.
MapGrid grid_of(const MatrixView& matrix, int count, ImVec2 room, bool named_once) {
  const float gap = em() * 1.2f, beside = em() * 5, around = em() * 3.5f, least = em() * 0.75f;
  const auto cols = float(matrix.cols), rows = float(matrix.rows);
  MapGrid best;
  float largest = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const float lines = float((count + columns - 1) / columns), across = float(columns);
    const float wide = std::floor((room.x - gap * (across - 1)) / across);
    const float width = (wide - beside) / cols;
    const float names = em() * (width < em() * 2.2f && matrix.cols < 40 ? 3.6f : 2.6f);
    const float spared = columns == 1 && named_once ? em() * 1.75f : 0;
    const float high = std::floor(
        (room.y + spared - gap * 0.6f * (lines - 1) - (named_once ? names : lines * names)) / lines - around);
    const float cell = std::min(width, high / rows);
    if (columns > 1 && (cell <= largest || width < least || wide < em() * 13)) continue;
    largest = cell;
    best = {columns, {wide, std::max(high, rows * std::min(least, em() * 18 / rows)) + around}, names};
  }
  return best;
}

void place_maps(const CompareFrame& frame, const std::vector<Map>& maps, Cell over, ImVec2 room) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool same_size = !frame.sides.difference.empty();
  const MapGrid grid = grid_of(maps[0].slice.view, static_cast<int>(maps.size()), room, same_size);
  const float gap = em() * 1.2f;
  MapRoom to{start, grid.size};
  float bottom = start.y;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const bool first_line = static_cast<int>(i) < grid.columns;
    if (!first_line && static_cast<int>(i) % grid.columns == 0) to.at = {start.x, bottom + gap * 0.6f};
    to.below_another = !first_line && same_size;
    to.size = {grid.size.x, grid.size.y + (to.below_another ? 0 : grid.names)};
    // Both passes have the same colours: maps below each other share a legend.
    to.legend = i > 0 || grid.columns > 1 || !same_size;
    if (!to.legend) to.size.y -= em() * 1.75f;
    const HeatMapResult drawn = draw_map(frame, maps[i], i, over, to);
    if (same_size) to.cell = drawn.whole_cell;
    bottom = std::max(bottom, drawn.bounds.max.y);
    to.at.x += grid.size.x + gap;
  }
}

}  // namespace

void draw_compare_maps(const CompareFrame& frame, ImVec2 size) {
  ImGui::BeginChild("compare maps", size, false, ImGuiWindowFlags_NoBackground);
  const std::string place = tensor_place(*frame.model.trace, frame.cell.tensor);
  panel_header(tensor_title(*frame.model.trace, frame.cell.tensor), place);
  tip_term(tensor_term(*frame.model.trace, frame.cell.tensor));
  DrawnMaps& drawn = frame.model.remembered<DrawnMaps>();
  const Cell over = under_pointer(drawn);
  drawn = {};
  const Cell chosen = frame.sides.after.find(frame.cell).value_or(Cell{});
  draw_numbers(frame, over.valid() ? over : chosen);
  if (frame.sides.before.empty()) {
    dim_text(tr("The other pass does not have this tensor."));
  } else if (frame.sides.difference.empty()) {
    dim_text(tr("The two tensors differ in size, so their cells cannot be subtracted."));
  }
  ImGui::Dummy({0, em() * 0.2f});
  place_maps(frame, maps_of(frame), over, ImGui::GetContentRegionAvail());
  ImGui::EndChild();
}

}  // namespace attnlab
