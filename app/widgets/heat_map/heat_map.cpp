// Plans a heat map, takes its input and draws its parts.
#include "app/widgets/heat_map/heat_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/heat_map_axes.h"
#include "app/widgets/heat_map/heat_map_layout.h"
#include "app/widgets/heat_map/heat_map_zoom.h"
#include "app/widgets/heat_map/legend.h"
#include "app/widgets/heat_map/whole_cells.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

HeatMapSpace space_for(const MatrixView& m, const HeatMapOptions& o) {
  const ImVec2 left = ImGui::GetContentRegionAvail();
  HeatMapSpace s;
  s.width = o.size.x > 0 ? o.size.x : left.x;
  s.height = o.size.y > 0 ? o.size.y : left.y;
  s.rows = m.rows;
  s.cols = m.cols;
  s.em = em();
  s.row_label = o.rows.hidden ? 0 : widest_label(o.rows, m.rows);
  s.col_label = o.cols.hidden ? 0 : widest_label(o.cols, m.cols);
  s.label_line = label_line();
  s.title = !o.title.empty();
  s.legend = o.legend;
  s.row_title = !o.rows.hidden && !o.rows.title.empty();
  s.col_title = !o.cols.hidden && !o.cols.title.empty() && !o.cols_title_beside;
  s.cell_width = o.cell_width;
  s.cell_height = o.cell_height;
  s.largest_cell = o.largest_cell * em() * room_growth(s.height, em());
  s.square = o.square;
  s.thin_level = o.cols.names.empty();
  return s;
}

HeatMapResult place(const HeatMapPlan& plan, const MatrixView& m, ImVec2 at) {
  HeatMapResult r;
  at = {std::floor(at.x), std::floor(at.y)};
  r.bounds = box_at(at, {plan.total_width, plan.total_height});
  r.cell_width = plan.cell_width;
  r.cell_height = plan.cell_height;
  r.whole_cell = {plan.cell_width, plan.cell_height};
  r.cells = r.grid = box_at({at.x + plan.left, at.y + plan.title + plan.top},
                            {plan.cell_width * float(m.cols), plan.cell_height * float(m.rows)});
  return r;
}

/// Sets the places of the cells of a zoomed map.
void zoom(const SeenCells& seen, HeatMapResult& r) {
  if (seen.whole()) return;
  r.grid = seen.grid();
  r.cell_width = seen.cell_width();
  r.cell_height = seen.cell_height();
}

int index_at(float offset, float cell, int count) {
  return std::clamp(static_cast<int>(std::floor(offset / cell)), 0, count - 1);
}

void take_hover(const MatrixView& m, const HeatMapOptions& o, HeatMapResult& r) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int row = index_at(mouse.y - r.grid.min.y, r.cell_height, m.rows);
  const int col = index_at(mouse.x - r.grid.min.x, r.cell_width, m.cols);
  const bool beside = mouse.y >= r.cells.min.y && mouse.y < r.cells.max.y;
  const bool above = mouse.x >= r.cells.min.x && mouse.x < r.cells.max.x && mouse.y < r.cells.min.y;
  if (r.cells.contains(mouse)) r.hovered = Cell{row, col};
  if (!o.rows.hidden && beside && mouse.x < r.cells.min.x) r.hovered_row_label = row;
  if (!o.cols.hidden && above) r.hovered_col_label = col;
}

/// With the focus, arrows move the selection by a cell.
void take_arrows(const MatrixView& m, const HeatMapOptions& o, HeatMapResult& r) {
  const ImGuiDir arrow = focus_arrow();
  if (arrow == ImGuiDir_None) return;
  const Cell from{std::clamp(o.selected.row, 0, m.rows - 1), std::clamp(o.selected.col, 0, m.cols - 1)};
  r.clicked = Cell{moved_by(arrow, from.row, m.rows, ArrowAxis::Vertical), moved_by(arrow, from.col, m.cols)};
}

void take_input(const char* id, const MatrixView& m, const HeatMapOptions& o, const Zoomed& zoomed,
                HeatMapResult& r) {
  const ImVec2 size{std::max(r.bounds.width(), 1.0f), std::max(r.bounds.height(), 1.0f)};
  if (!o.interactive) return ImGui::Dummy(size);
  const bool pressed = ImGui::InvisibleButton(id, size);
  add_focus_stop(o.target, r.cells);
  take_arrows(m, o, r);
  const bool over = ImGui::IsItemHovered();
  if (o.leads) {
    take_zoom(ImGui::GetID(id), zoomed, over);
    follow_selection(ImGui::GetID(id), zoomed, m.contains(o.selected) ? o.selected : Cell{});
  }
  if (!over) return;
  take_hover(m, o, r);
  if (is_zooming()) return;
  if (r.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) r.clicked = r.hovered;
  if (r.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) r.opened = r.hovered;
  if (pressed) {
    r.clicked_row_label = r.hovered_row_label;
    r.clicked_col_label = r.hovered_col_label;
  }
}

void mark_cells(const HeatMapOptions& o, const MatrixView& m, const HeatMapResult& r) {
  const Box seen = intersection(r.cells, clip_box());
  const TargetRect all{r.grid.min.x, r.grid.min.y, r.grid.max.x, r.grid.max.y};
  const TargetRect visible{seen.min.x, seen.min.y, seen.max.x, seen.max.y};
  mark_target_grid(o.target, all, seen.empty() ? TargetRect{} : visible, m.rows, m.cols);
}

/// The visible part of a row; empty for none.
Box row_box(const HeatMapResult& r, int row) {
  const float y = r.grid.min.y + r.cell_height * float(row);
  const auto seen = [&](float at) { return std::clamp(at, r.cells.min.y, r.cells.max.y); };
  return {{r.cells.min.x, seen(y)}, {r.cells.max.x, seen(y + r.cell_height)}};
}

Box col_box(const HeatMapResult& r, int col) {
  const float x = r.grid.min.x + r.cell_width * float(col);
  const auto seen = [&](float at) { return std::clamp(at, r.cells.min.x, r.cells.max.x); };
  return {{seen(x), r.cells.min.y}, {seen(x + r.cell_width), r.cells.max.y}};
}

/// Fades all cells outside the highlighted row and column.
void dim_others(Canvas canvas, const HeatMapOptions& o, const HeatMapResult& r) {
  const bool row = o.highlight_row >= 0, col = o.highlight_col >= 0;
  if (!o.dim_others || (!row && !col)) return;
  const Box none{r.cells.min, r.cells.min};
  const Box across = row ? row_box(r, o.highlight_row) : none,
            down = col ? col_box(r, o.highlight_col) : none;
  const float xs[] = {r.cells.min.x, col ? down.min.x : r.cells.max.x, col ? down.max.x : r.cells.max.x,
                      r.cells.max.x};
  const float ys[] = {r.cells.min.y, row ? across.min.y : r.cells.max.y, row ? across.max.y : r.cells.max.y,
                      r.cells.max.y};
  for (int i : {0, 2}) {
    for (int j : {0, 2}) draw_veil(canvas, {{xs[i], ys[j]}, {xs[i + 1], ys[j + 1]}}, 0.5f);
  }
}

void draw_highlights(Canvas canvas, const MatrixView& m, const HeatMapOptions& o, const HeatMapResult& r) {
  const Palette& p = theme().palette;
  const float thick = std::max(2.0f, em() / 7), thin = std::max(1.0f, em() / 15);
  const Colour role = o.role == Role::None ? p.accent : role_text(o.role);
  dim_others(canvas, o, r);
  const Box row = row_box(r, o.highlight_row), col = col_box(r, o.highlight_col);
  if (o.highlight_row >= 0 && o.highlight_row < m.rows && !row.empty()) draw_outline(canvas, row, role, thin);
  if (o.highlight_col >= 0 && o.highlight_col < m.cols && !col.empty()) draw_outline(canvas, col, role, thin);
  if (m.contains(o.linked)) draw_outline(canvas, cell_box(r, o.linked), p.text_dim, thin);
  if (r.hovered) draw_outline(canvas, cell_box(r, *r.hovered), p.text, thin);
  if (m.contains(o.selected)) draw_outline(canvas, cell_box(r, o.selected), p.accent, thick);
  if (m.contains(o.edited)) {
    const Box cell = cell_box(r, o.edited);
    canvas.disc({cell.max.x - em() * 0.3f, cell.min.y + em() * 0.3f}, em() * 0.17f, p.accent);
  }
}

float marked_value(const MatrixView& m, const HeatMapOptions& o, const HeatMapResult& r) {
  const Cell cell = r.hovered ? *r.hovered : m.contains(o.linked) ? o.linked : o.selected;
  return m.contains(cell) ? m.at(cell.row, cell.col) : std::numeric_limits<float>::quiet_NaN();
}

/// The least width of the legend's line; 0 for enough for any legend.
float heat_map_legend_room(const char* id, const MatrixView& m, const HeatMapOptions& o) {
  if (!o.legend || o.legend_room <= 0) return 0;
  return std::max(o.legend_room,
                  least_legend_width(matrix_facts(ImGui::GetID(id), m, o.scale).range(0), o.scale));
}

/// Between a title and its detail, in em.
constexpr float kDetailGap = 0.6f;

/// Describes the visible part, in as many words as fit.
std::string words_within(const SeenCells& seen, float width) {
  for (const std::string& words : {seen.words(), seen.short_words()})
    if (text_size(fonts().small, words).x <= width) return words;
  return "";
}

/// The width of what stands after a title, with the gap before.
float after_title(const std::string& words) {
  return words.empty() ? 0 : em() * kDetailGap + text_size(fonts().small, words).x;
}

std::string columns_beside(const HeatMapOptions& o) { return o.cols_title_beside ? o.cols.title : ""; }

/// The detail of a zoomed map's title describes the visible part.
void draw_title(Canvas canvas, const HeatMapOptions& o, const SeenCells& seen, const Box& box) {
  if (o.title.empty()) return;
  draw_text_in(canvas, fonts().ui_bold, box, role_text(o.role), o.title);
  const float x = box.min.x + text_size(fonts().ui_bold, o.title).x + em() * kDetailGap;
  Box rest{{x, box.min.y + em() * 0.08f}, box.max};
  const std::string words = words_within(seen, rest.width()), &detail = seen.whole() ? o.detail : words;
  if (rest.width() > 0) draw_text_in(canvas, fonts().small, rest, theme().palette.text_dim, detail);
  rest.min.x += detail.empty() ? 0 : text_size(fonts().small, detail).x + em() * kDetailGap;
  const std::string columns = columns_beside(o);
  if (!columns.empty() && text_size(fonts().small, columns).x <= rest.width())
    draw_text_in(canvas, fonts().small, rest, axis_title_colour(o.cols), columns);
}

/// The line above the cells.
Box title_line(const HeatMapResult& r) {
  const float right = std::max(r.bounds.max.x, r.bounds.min.x + em() * 13);
  return {r.bounds.min, {right, r.bounds.min.y + std::ceil(em() * 1.4f)}};
}

/// The line below the cells.
Box legend_line(const HeatMapResult& r) {
  return {{r.bounds.min.x, r.bounds.max.y - legend_height()}, r.bounds.max};
}

/// Draws the legend into its line; after it, for a zoomed map without a title, the visible part.
void draw_range(Canvas canvas, ImGuiID id, const MatrixView& m, const HeatMapOptions& o,
                const SeenCells& seen, const HeatMapResult& r, const Box& line) {
  if (!o.legend) return;
  const MatrixFacts& facts = matrix_facts(id, m, o.scale);
  const int row = r.hovered ? r.hovered->row : m.contains(o.selected) ? o.selected.row : 0;
  const ValueRange range = facts.range(row);
  const float width = legend_width(range, o.scale);
  const float x = std::max(line.min.x, std::min(r.cells.min.x, line.max.x - width));
  draw_legend(canvas, {{x, line.min.y}, line.max}, range, o.scale, marked_value(m, o, r));
  if (!o.title.empty()) return;
  const Box rest{{x + width + em() * 4, line.min.y}, line.max};
  draw_text_in(canvas, fonts().small, rest, theme().palette.text_dim, words_within(seen, rest.width()),
               Align::Right);
}

void show_tooltip(const MatrixView& m, const HeatMapOptions& o, Cell cell) {
  const std::string name = o.tensor.empty() ? o.title : o.tensor;
  const float value = m.at(cell.row, cell.col);
  begin_tooltip();
  value_line(name + "[" + std::to_string(cell.row) + ", " + std::to_string(cell.col) + "]",
             format_exact(value), o.role);
  if (!o.rows.names.empty())
    value_line(o.rows.title.empty() ? tr("row") : o.rows.title, label_text(o.rows, cell.row));
  if (!o.cols.names.empty())
    value_line(o.cols.title.empty() ? tr("column") : o.cols.title, label_text(o.cols, cell.col));
  if (m.masked(cell.row, cell.col)) dim_text(tr("masked"));
  end_tooltip();
}

/// Draws cells with numbers and marks, clipped at the edge of a zoomed map.
void draw_inside(Canvas canvas, ImGuiID id, const MatrixView& m, const HeatMapOptions& o,
                 const SeenCells& seen, const HeatMapResult& r) {
  if (!seen.whole()) canvas.push_clip(r.cells);
  draw_cells(canvas, id, m, o.scale, r.grid);
  if (o.numbers) draw_numbers(canvas, id, m, o.scale, r.grid);
  draw_highlights(canvas, m, o, r);
  if (!seen.whole()) canvas.pop_clip();
}

}  // namespace

Box cell_box(const HeatMapResult& r, Cell cell) {
  const ImVec2 at{r.grid.min.x + r.cell_width * float(cell.col),
                  r.grid.min.y + r.cell_height * float(cell.row)};
  return box_at(at, {r.cell_width, r.cell_height});
}

Box seen_cell_box(const HeatMapResult& r, Cell cell) {
  const Box seen = intersection(cell_box(r, cell), r.cells);
  return seen.empty() ? Box{r.cells.min, r.cells.min} : seen;
}

void zoom_together(HeatMapOptions& o, std::initializer_list<std::string_view> maps) {
  for (const std::string_view map : maps) {
    o.rows_with.push_back({std::string(map), MapAxis::Rows});
    o.cols_with.push_back({std::string(map), MapAxis::Columns});
  }
}

float heat_map_title_width(const HeatMapOptions& o) {
  return std::ceil(text_size(fonts().ui_bold, o.title).x + after_title(o.detail) +
                   after_title(columns_beside(o)));
}

ImVec2 heat_map_offset(const MatrixView& m, const HeatMapOptions& o) {
  const HeatMapPlan plan = plan_heat_map(space_for(m, o));
  return {plan.left, plan.title + plan.top};
}

HeatMapResult heat_map(const char* id, const MatrixView& m, const HeatMapOptions& o) {
  if (m.empty()) return {};
  KeepsDirection kept;
  HeatMapSpace space = space_for(m, o);
  space.legend_room = heat_map_legend_room(id, m, o);
  HeatMapPlan plan = plan_heat_map(space);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  HeatMapResult r = place(plan, m, start);
  kept.within(r.bounds);
  const Zoomed zoomed = zoomed_map(m, o, r.cells);
  const SeenCells& seen = zoomed.seen;
  zoom(seen, r);
  if (!seen.whole()) plan = zoomed_labels(space, plan, r.cell_width, r.cell_height);
  Box title = title_line(r), legend = legend_line(r);
  // Drawn before the map's own item, so that the pointer finds the control.
  Box& line = o.title.empty() ? legend : title;
  const bool has_line = o.interactive && (!o.title.empty() || o.legend);
  if (has_line) line.max.x = draw_zoom_control(zoomed, line);
  move_cursor(start);
  take_input(id, m, o, zoomed, r);
  mark_cells(o, m, r);
  mark_part(o.target, o.title.empty() ? o.tensor : o.title, r.bounds, FigurePartKind::Matrix);
  if (!ImGui::IsRectVisible(r.bounds.min, r.bounds.max)) return r;
  const Canvas canvas = window_canvas();
  const ImGuiID key = ImGui::GetID(id);
  draw_title(canvas, o, seen, title);
  draw_inside(canvas, key, m, o, seen, r);
  draw_axes(canvas, m, o, plan, r);
  draw_range(canvas, key, m, o, seen, r, legend);
  if (r.hovered && o.tooltip) show_tooltip(m, o, *r.hovered);
  return r;
}

}  // namespace attnlab
