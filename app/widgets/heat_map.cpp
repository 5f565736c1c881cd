// Plans a heat map, takes its input and draws its parts.
#include "app/widgets/heat_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/script/targets.h"
#include "app/theme/format.h"
#include "app/widgets/cells.h"
#include "app/widgets/context.h"
#include "app/widgets/controls.h"
#include "app/widgets/focus.h"
#include "app/widgets/heat_map_axes.h"
#include "app/widgets/heat_map_layout.h"
#include "app/widgets/legend.h"

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
  s.col_title = !o.cols.hidden && !o.cols.title.empty();
  s.cell_width = o.cell_width;
  s.cell_height = o.cell_height;
  s.largest_cell = o.largest_cell * em();
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
  r.cells =
      box_at({at.x + plan.left, at.y + plan.title + plan.top},
             {plan.cell_width * static_cast<float>(m.cols), plan.cell_height * static_cast<float>(m.rows)});
  return r;
}

int index_at(float offset, float cell, int count) {
  return std::clamp(static_cast<int>(std::floor(offset / cell)), 0, count - 1);
}

void take_hover(const MatrixView& m, const HeatMapOptions& o, HeatMapResult& r) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int row = index_at(mouse.y - r.cells.min.y, r.cell_height, m.rows);
  const int col = index_at(mouse.x - r.cells.min.x, r.cell_width, m.cols);
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
  r.clicked = Cell{moved_by(arrow, from.row, m.rows, true), moved_by(arrow, from.col, m.cols)};
}

void take_input(const char* id, const MatrixView& m, const HeatMapOptions& o, HeatMapResult& r) {
  const ImVec2 size{std::max(r.bounds.width(), 1.0f), std::max(r.bounds.height(), 1.0f)};
  if (!o.interactive) return ImGui::Dummy(size);
  const bool pressed = ImGui::InvisibleButton(id, size);
  add_focus_stop(o.target, r.cells);
  take_arrows(m, o, r);
  if (!ImGui::IsItemHovered()) return;
  take_hover(m, o, r);
  if (r.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) r.clicked = r.hovered;
  if (r.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) r.opened = r.hovered;
  if (pressed) {
    r.clicked_row_label = r.hovered_row_label;
    r.clicked_col_label = r.hovered_col_label;
  }
}

void mark_cells(const HeatMapOptions& o, const MatrixView& m, const HeatMapResult& r) {
  const Box seen = intersection(r.cells, clip_box());
  const TargetRect all{r.cells.min.x, r.cells.min.y, r.cells.max.x, r.cells.max.y};
  const TargetRect visible{seen.min.x, seen.min.y, seen.max.x, seen.max.y};
  mark_target_grid(o.target, all, seen.empty() ? TargetRect{} : visible, m.rows, m.cols);
}

Box row_box(const HeatMapResult& r, int row) {
  const float y = r.cells.min.y + r.cell_height * static_cast<float>(row);
  return {{r.cells.min.x, y}, {r.cells.max.x, y + r.cell_height}};
}

Box col_box(const HeatMapResult& r, int col) {
  const float x = r.cells.min.x + r.cell_width * static_cast<float>(col);
  return {{x, r.cells.min.y}, {x + r.cell_width, r.cells.max.y}};
}

/// Fades the rectangle around row and column: what lies in both bands stays.
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
  if (o.highlight_row >= 0 && o.highlight_row < m.rows)
    draw_outline(canvas, row_box(r, o.highlight_row), role, thin);
  if (o.highlight_col >= 0 && o.highlight_col < m.cols)
    draw_outline(canvas, col_box(r, o.highlight_col), role, thin);
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

void draw_range(Canvas canvas, ImGuiID id, const MatrixView& m, const HeatMapOptions& o,
                const HeatMapResult& r) {
  if (!o.legend) return;
  const MatrixFacts& facts = matrix_facts(id, m, o.scale);
  const int row = r.hovered ? r.hovered->row : m.contains(o.selected) ? o.selected.row : 0;
  const ValueRange range = facts.range(row);
  const float y = r.bounds.max.y - legend_height(), right = r.bounds.max.x;
  const float x = std::max(r.bounds.min.x, std::min(r.cells.min.x, right - legend_width(range, o.scale)));
  draw_legend(canvas, {{x, y}, {right, r.bounds.max.y}}, range, o.scale, marked_value(m, o, r));
}

void draw_title(Canvas canvas, const HeatMapOptions& o, const HeatMapResult& r) {
  if (o.title.empty()) return;
  const float right = std::max(r.bounds.max.x, r.bounds.min.x + em() * 13);
  const float line = std::ceil(em() * 1.4f);
  const Box box{r.bounds.min, {right, r.bounds.min.y + line}};
  draw_text_in(canvas, fonts().ui_bold, box, role_text(o.role), o.title);
  const float x = box.min.x + text_size(fonts().ui_bold, o.title).x + em() * 0.6f;
  if (x < right)
    draw_text_in(canvas, fonts().small, {{x, box.min.y + em() * 0.08f}, box.max}, theme().palette.text_dim,
                 o.detail);
}

void show_tooltip(const MatrixView& m, const HeatMapOptions& o, Cell cell) {
  const std::string name = o.tensor.empty() ? o.title : o.tensor;
  const float value = m.at(cell.row, cell.col);
  begin_tooltip();
  value_line(name + "[" + std::to_string(cell.row) + ", " + std::to_string(cell.col) + "]",
             format_exact(value), o.role);
  if (!o.rows.names.empty())
    value_line(o.rows.title.empty() ? "row" : o.rows.title, label_text(o.rows, cell.row));
  if (!o.cols.names.empty())
    value_line(o.cols.title.empty() ? "column" : o.cols.title, label_text(o.cols, cell.col));
  if (m.masked(cell.row, cell.col)) dim_text("masked");
  end_tooltip();
}

}  // namespace

Box cell_box(const HeatMapResult& r, Cell cell) {
  const ImVec2 at{r.cells.min.x + r.cell_width * static_cast<float>(cell.col),
                  r.cells.min.y + r.cell_height * static_cast<float>(cell.row)};
  return box_at(at, {r.cell_width, r.cell_height});
}

ImVec2 heat_map_offset(const MatrixView& m, const HeatMapOptions& o) {
  const HeatMapPlan plan = plan_heat_map(space_for(m, o));
  return {plan.left, plan.title + plan.top};
}

HeatMapResult heat_map(const char* id, const MatrixView& m, const HeatMapOptions& o) {
  if (m.empty()) return {};
  const HeatMapPlan plan = plan_heat_map(space_for(m, o));
  HeatMapResult r = place(plan, m, ImGui::GetCursorScreenPos());
  take_input(id, m, o, r);
  mark_cells(o, m, r);
  if (!ImGui::IsRectVisible(r.bounds.min, r.bounds.max)) return r;
  const Canvas canvas = window_canvas();
  const ImGuiID key = ImGui::GetID(id);
  draw_title(canvas, o, r);
  draw_cells(canvas, key, m, o.scale, r.cells);
  if (o.numbers) draw_numbers(canvas, key, m, o.scale, r.cells);
  draw_axes(canvas, m, o, plan, r);
  draw_highlights(canvas, m, o, r);
  draw_range(canvas, key, m, o, r);
  if (r.hovered && o.tooltip) show_tooltip(m, o, *r.hovered);
  return r;
}

}  // namespace attnlab
