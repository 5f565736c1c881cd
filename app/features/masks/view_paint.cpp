// Painting: a stroke begins with a press and becomes one change at the release. Script name:
// masks.map.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/features/masks/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A stroke in progress; Shift makes a rectangle.
struct Stroke {
  std::vector<std::string> before, rows;  ///< the mask at the stroke's start, and now
  Cell first, last;
  char to = '0';
  bool active() const { return !rows.empty(); }
};

void set_cell(std::vector<std::string>& rows, int row, int col, char to) { rows[row][col] = to; }

Cell cell_under_pointer(const HeatMapResult& map, const std::vector<std::string>& rows) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  // Only visible cells are painted.
  const ImVec2 mouse{std::clamp(pointer.x, map.cells.min.x, map.cells.max.x - 0.5f),
                     std::clamp(pointer.y, map.cells.min.y, map.cells.max.y - 0.5f)};
  const auto place = [](float at, float cell, std::size_t count) {
    return std::clamp(static_cast<int>(std::floor(at / cell)), 0, static_cast<int>(count) - 1);
  };
  return {place(mouse.y - map.grid.min.y, map.cell_height, rows.size()),
          place(mouse.x - map.grid.min.x, map.cell_width, rows[0].size())};
}

/// Paints all cells on the line from the last cell, so that a fast stroke has no gaps.
void paint_line(Stroke& s, Cell to) {
  const int steps = std::max({std::abs(to.row - s.last.row), std::abs(to.col - s.last.col), 1});
  const auto between = [&](int from, int end, int i) {
    return from + static_cast<int>(std::lround(float((end - from) * i) / float(steps)));
  };
  for (int i = 0; i <= steps; ++i)
    set_cell(s.rows, between(s.last.row, to.row, i), between(s.last.col, to.col, i), s.to);
  s.last = to;
}

void paint_rectangle(Stroke& s, Cell to) {
  s.rows = s.before;
  const auto [top, bottom] = std::minmax(s.first.row, to.row);
  const auto [left, right] = std::minmax(s.first.col, to.col);
  for (int row = top; row <= bottom; ++row)
    for (int col = left; col <= right; ++col) set_cell(s.rows, row, col, s.to);
  s.last = to;
}

void take_stroke(const MaskFrame& frame, const HeatMapResult& map) {
  Stroke& s = frame.model.remembered<Stroke>();
  if (map.clicked) {
    const char seen = frame.rows[map.clicked->row][map.clicked->col];
    s = {frame.rows, frame.rows, *map.clicked, *map.clicked, seen == '1' ? '0' : '1'};
  }
  if (!s.active()) return;
  const bool fits = s.rows.size() == frame.rows.size() && s.rows[0].size() == frame.rows[0].size();
  if (!fits) return void(s = {});  // another text came meanwhile
  const Cell at = cell_under_pointer(map, s.rows);
  ImGui::GetIO().KeyShift ? paint_rectangle(s, at) : paint_line(s, at);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  if (s.rows != s.before) frame.emit(mask_command(frame, rows_text(s.rows)));
  s = {};
}

/// The cells of the mask: 1 visible, −∞ masked (hatched).
struct MaskCells {
  std::vector<std::string> rows;
  std::vector<float> cells;
  std::uint64_t version = 1;
};

MatrixView mask_view(const ViewModel& model, const std::vector<std::string>& rows) {
  auto& [made, cells, version] = model.remembered<MaskCells>();
  if (made != rows) {
    made = rows;
    ++version;
    cells.clear();
    for (const std::string& row : rows)
      for (const char cell : row) cells.push_back(cell == '1' ? 1 : -std::numeric_limits<float>::infinity());
  }
  return matrix_view(cells.data(), static_cast<int>(rows.size()), static_cast<int>(rows[0].size()), version);
}

/// Draws dots where the mask differs from the model's own. Returns their number.
int mark_changes(const MaskFrame& frame, const HeatMapResult& map, const std::vector<std::string>& rows) {
  if (frame.own.size() != rows.size()) return 0;
  const Canvas canvas = window_canvas();
  const float radius = std::min({map.cell_width * 0.16f, map.cell_height * 0.16f, em() * 0.2f});
  int count = 0;
  canvas.push_clip(map.cells);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row] == frame.own[row]) continue;
    for (std::size_t col = 0; col < rows[row].size() && col < frame.own[row].size(); ++col) {
      if (rows[row][col] == frame.own[row][col]) continue;
      ++count;
      const Box cell = cell_box(map, {static_cast<int>(row), static_cast<int>(col)});
      if (radius >= 1) canvas.disc(cell.centre(), radius, role_colour(Role::Gradient));
    }
  }
  canvas.pop_clip();
  return count;
}

void draw_legend_words(const HeatMapResult& map, int changed) {
  const std::string words =
      changed > 0 ? tr("filled: visible, hatched: masked, dots: changed ({1})", std::to_string(changed))
                  : tr("filled: visible, hatched: masked");
  const float y = map.cells.max.y + em() * 0.4f;
  draw_text_in(window_canvas(), fonts().small,
               {{map.bounds.min.x, y}, {map.bounds.min.x + em() * 30, y + std::ceil(em() * 1.2f)}},
               theme().palette.text_dim, words);
}

void mask_tip(const MaskFrame& frame, const std::vector<std::string>& rows, Cell cell) {
  const bool seen = rows[cell.row][cell.col] == '1';
  begin_tooltip();
  const std::string query = display_token(frame.queries.name(cell.row)),
                    key = display_token(frame.keys.name(cell.col));
  const std::string words =
      seen ? tr("“{1}” can attend to “{2}”", query, key) : tr("“{1}” cannot attend to “{2}”", query, key);
  std::string room;
  const std::string_view shown = drawn_text(fonts().ui, words, room);
  ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
  dim_text(seen ? tr("Press to mask it; drag for more.") : tr("Press to unmask it; drag for more."));
  end_tooltip();
}

HeatMapOptions map_options(const MaskFrame& frame) {
  HeatMapOptions o;
  o.title = tr("Mask");
  o.role = Role::Masked;
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 4.5f}};
  o.rows = frame.queries.labels(tr("queries"), Role::Query);
  o.cols = frame.keys.labels(tr("keys"), Role::Key);
  o.legend = o.numbers = o.tooltip = false;
  o.selected = {static_cast<int>(frame.selection.query), static_cast<int>(frame.selection.key)};
  o.target = "masks.map";
  zoom_mask_maps(o);
  return o;
}

}  // namespace

ImVec2 mask_labels(const MaskFrame& frame, float cell_width) {
  HeatMapOptions o = map_options(frame);
  o.title.clear();
  o.cell_width = o.cell_height = cell_width;
  return heat_map_offset(mask_view(frame.model, frame.rows), o);
}

Box draw_mask_map(const MaskFrame& frame, const MaskRoom& room) {
  const Stroke& stroke = frame.model.remembered<Stroke>();
  const std::vector<std::string>& rows = stroke.active() ? stroke.rows : frame.rows;
  HeatMapOptions o = map_options(frame);
  o.cell_width = room.cell.x;
  o.cell_height = room.cell.y;
  link_hovered(frame.selection, o);
  move_cursor(room.box.min);
  const MatrixView view = mask_view(frame.model, rows);
  const HeatMapResult r = heat_map("mask", view, o);
  hover_map(frame.selection, r, view);
  const int changed = mark_changes(frame, r, rows);
  draw_legend_words(r, changed);
  if (r.hovered && !stroke.active()) mask_tip(frame, rows, *r.hovered);
  if (r.clicked_row_label >= 0) frame.emit({"select.query", {std::to_string(r.clicked_row_label)}});
  if (r.clicked_col_label >= 0) frame.emit({"select.key", {std::to_string(r.clicked_col_label)}});
  take_stroke(frame, r);
  return r.bounds;
}

}  // namespace attnlab
