// The places of a flow's matrices.
#include "app/views/stage/op_flow.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/legend.h"
#include "app/widgets/heat_map/whole_cells.h"

namespace attnlab {
namespace {

/// The least width and height of a flow's cell, in pixels.
constexpr float kLeastFlowCell = 0.2f;

/// The legend of a single row is beside its title.
float legend_room(const MatrixView& view) { return std::ceil(em() * (view.rows == 1 ? 0.7f : 1.9f)); }
float side_cell() { return std::floor(em() * 3.2f); }

enum class FlowLayout { Stacked, Beside };

HeatMapOptions options_of(const FlowItem& item, FlowLayout layout, std::size_t number) {
  const bool stacked = layout == FlowLayout::Stacked, first = number == 0;
  const StageMatrix& m = item.matrix;
  HeatMapOptions o;
  o.title = (stacked && !item.sign.empty() ? item.sign + " " : "") + m.title;
  o.detail = m.detail.empty() ? size_text(m.slice) : m.detail;
  o.role = m.role;
  o.scale = m.scale;
  o.rows = item.axes.rows.labels(item.axes.row_title, item.axes.row_role);
  o.cols = item.axes.cols.labels(item.axes.col_title, item.axes.col_role);
  o.rows.hidden = m.slice.view.rows == 1 || (!stacked && !first && !item.other_rows);
  o.cols.hidden = stacked && !first;
  o.legend = m.slice.view.rows > 1;
  o.target = m.target;
  o.tensor = m.slice.tensor->name;
  return o;
}

/// Between a title and the next, in em.
constexpr float kTitleGap = 0.6f;

/// The width of what is above the cells, from the left end of the row labels.
float words_above(const FlowItem& item, std::size_t number) {
  const HeatMapOptions o = options_of(item, FlowLayout::Beside, number);
  const float columns =
      heat_map_offset(item.matrix.slice.view, o).x + text_size(fonts().small, o.cols.title).x;
  return std::max(heat_map_title_width(o), columns);
}

/// Sizes of the cells: the largest with which all matrices fit.
struct Plan {
  FlowLayout layout = FlowLayout::Stacked;
  float left = 0, cell_width = 0, cell_height = 0, gap = 0;
  float right = 0;  ///< beside each other: where the last one ends, from the first on
};

float side_width(const FlowItem& item) {
  return item.side.empty() ? 0 : float(item.side.size()) * (side_cell() + em() * 2.2f);
}

Plan plan_stacked(const std::vector<FlowItem>& items, ImVec2 room) {
  Plan plan;
  float above = 0, rows = 0, sides = 0, cols = 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const MatrixView& view = items[i].matrix.slice.view;
    const ImVec2 offset = heat_map_offset(view, options_of(items[i], FlowLayout::Stacked, i));
    plan.left = std::max(plan.left, offset.x);
    above += offset.y + legend_room(view);
    rows += float(view.rows);
    cols = std::max(cols, float(view.cols));
    sides = std::max(sides, side_width(items[i]));
  }
  plan.cell_width = std::min((room.x - plan.left - sides) / cols, em() * 4);
  plan.cell_height = std::clamp((room.y - above) / rows, em() * 0.5f, em() * 2.2f);
  return plan;
}

/// What a matrix beside others takes across, apart from its cells; in pixels.
struct BesideWidths {
  float offset = 0, side = 0, title = 0, cols = 0;
};

/// The width of all matrices with cells of this width, each with room for its title.
float width_beside(const std::vector<BesideWidths>& items, float cell, float gap) {
  float at = 0, right = 0;
  for (const BesideWidths& item : items) {
    const float cells = at + item.offset + item.cols * cell + item.side;
    right = std::max(cells, at + item.title);
    at = std::max(cells + gap, right + kTitleGap * em());
  }
  return right;
}

/// The largest cell with which all matrices have room, but not less than `least`.
float cell_beside(const std::vector<BesideWidths>& items, float room, float gap, float least, float most) {
  if (width_beside(items, most, gap) <= room) return most;
  for (int halving = 0; halving < 12; ++halving) {
    const float middle = (least + most) / 2;
    (width_beside(items, middle, gap) <= room ? least : most) = middle;
  }
  return least;
}

Plan plan_beside(const std::vector<FlowItem>& items, ImVec2 room) {
  Plan plan;
  plan.layout = FlowLayout::Beside;
  plan.gap = em() * 2.2f;
  std::vector<BesideWidths> widths;
  float across = -plan.gap, above = 0, cols = 0, rows = 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const MatrixView& view = items[i].matrix.slice.view;
    const ImVec2 offset = heat_map_offset(view, options_of(items[i], FlowLayout::Beside, i));
    widths.push_back({offset.x, side_width(items[i]), words_above(items[i], i), float(view.cols)});
    across += offset.x + plan.gap + widths.back().side;
    above = std::max(above, offset.y + legend_room(view));
    cols += widths.back().cols;
    rows = std::max(rows, float(view.rows));
  }
  const float fitting = std::clamp((room.x - across) / cols, em() * 0.1f, em() * 4);
  plan.cell_width = cell_beside(widths, room.x, plan.gap, std::min(fitting, em()), fitting);
  plan.right = width_beside(widths, plan.cell_width, plan.gap);
  plan.cell_height =
      std::clamp((room.y - above) / rows, em() * 0.5f, std::min(em() * 4, plan.cell_width * 3));
  return plan;
}

/// Draws means and variances: one narrow column each, on the rows of their matrix.
void draw_sides(StageFrame& frame, const FlowItem& item, const HeatMapResult& main) {
  float x = main.cells.max.x + em() * 2.2f;
  for (const StageMatrix& m : item.side) {
    if (m.slice.empty()) continue;
    HeatMapOptions o;
    o.scale = m.scale;
    o.rows.hidden = o.cols.hidden = true;
    o.legend = false;
    o.cell_width = side_cell();
    o.cell_height = main.whole_cell.y;
    o.target = m.target;
    o.rows_with = {{item.matrix.target, MapAxis::Rows}};
    o.leads = false;
    o.tensor = m.slice.tensor->name;
    move_cursor({x, main.cells.min.y});
    const HeatMapResult r = heat_map(m.symbol, m.slice.view, o);
    draw_text_in(window_canvas(), fonts().ui_bold,
                 {{x, r.cells.min.y - em() * 1.6f}, {x + side_cell(), r.cells.min.y - em() * 0.2f}},
                 role_text(m.role), m.title, Align::Centre);
    tie(frame, m, r);
    follow_click(frame, m, r);
    x += side_cell() + em() * 2.2f;
  }
}

/// Draws the legend of a single row beside the row's title.
void draw_row_legend(const HeatMapOptions& o, const MatrixView& view, const HeatMapResult& r, Cell marked) {
  const float x = r.bounds.min.x + text_size(fonts().ui_bold, o.title).x +
                  text_size(fonts().small, o.detail).x + em() * 2.2f;
  const ValueRange range = matrix_facts(ImGui::GetID("matrix"), view, o.scale).range(0);
  const float width = std::min(legend_width(range, o.scale) + em() * 3, r.cells.max.x - x);
  if (width < legend_width(range, o.scale)) return;
  const float y = r.bounds.min.y + em() * 0.1f;
  draw_legend(window_canvas(), {{x, y}, {x + width, y + legend_height()}}, range, o.scale,
              view.contains(marked) ? view.at(0, marked.col) : std::numeric_limits<float>::quiet_NaN());
}

/// Zooms matrices together that are combined cell by cell.
void zoom_with_all(const std::vector<FlowItem>& items, HeatMapOptions& o) {
  for (const FlowItem& item : items) zoom_together(o, {item.matrix.target});
}

HeatMapResult draw_item(StageFrame& frame, const std::vector<FlowItem>& items, std::size_t number,
                        const Plan& plan, Cell selected) {
  const FlowItem& item = items[number];
  const bool own = number + 1 == items.size();
  HeatMapOptions o = options_of(item, plan.layout, number);
  zoom_with_all(items, o);
  const MatrixView& view = item.matrix.slice.view;
  o.cell_width = visible_cell(plan.cell_width, kLeastFlowCell);
  o.cell_height = visible_cell(plan.cell_height, kLeastFlowCell);
  const float wide = o.cell_width * float(view.cols);
  if (plan.layout == FlowLayout::Beside)
    o.legend = o.legend &&
               wide >= legend_width(matrix_facts(ImGui::GetID("matrix"), view, o.scale).range(0), o.scale);
  if (own) o.selected = selected;
  if (!own && view.contains(selected)) o.linked = selected;
  if (!own && view.rows == 1) o.linked = {0, selected.col};
  if (plan.layout == FlowLayout::Stacked)
    move_cursor({ImGui::GetCursorScreenPos().x + plan.left - heat_map_offset(view, o).x,
                 ImGui::GetCursorScreenPos().y});
  const HeatMapResult r = heat_map("matrix", view, o);
  if (view.rows == 1 && plan.layout == FlowLayout::Stacked) draw_row_legend(o, view, r, {0, selected.col});
  tie(frame, item.matrix, r);
  own ? choose_click(frame, item.matrix.slice, r) : follow_click(frame, item.matrix, r);
  if (own) choose_token(frame, TokenRole::Query, r.clicked_row_label);
  draw_sides(frame, item, r);
  return r;
}

/// Lets the window scroll as far as the last title reaches.
void scroll_to_the_end(float right) {
  const ImVec2 below = ImGui::GetCursorScreenPos();
  move_cursor({right, below.y});
  ImGui::Dummy({0, 0});
  move_cursor(below);
}

}  // namespace

Box draw_flow(StageFrame& frame, const std::vector<FlowItem>& items, float reserved) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImVec2 room = ImGui::GetContentRegionAvail();
  room.x -= reserved;
  const MatrixView& last = items.back().matrix.slice.view;
  Plan plan = plan_beside(items, room);
  if (last.cols > last.rows * 3 / 2 || plan.right > room.x) plan = plan_stacked(items, room);
  const Cell selected = selected_in(frame, items.back().matrix.slice);
  Box bounds{start, start};
  ImVec2 at = start;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const FlowItem& item = items[i];
    ImGui::PushID(static_cast<int>(i));
    if (plan.layout == FlowLayout::Beside && i > 0) at.x += plan.gap;
    move_cursor(at);
    const HeatMapResult r = draw_item(frame, items, i, plan, selected);
    if (plan.layout == FlowLayout::Beside && i > 0)
      draw_text_in(window_canvas(), fonts().heading,
                   {{at.x - plan.gap, r.cells.min.y}, {at.x, r.cells.max.y}}, theme().palette.text_dim,
                   item.sign, Align::Centre);
    ImGui::PopID();
    bounds.max = {std::max(bounds.max.x, r.bounds.max.x), std::max(bounds.max.y, r.bounds.max.y)};
    if (plan.layout == FlowLayout::Stacked)
      at.y = r.cells.max.y + legend_room(item.matrix.slice.view);
    else
      at.x = std::max(r.cells.max.x + side_width(item),
                      at.x + words_above(item, i) + kTitleGap * em() - plan.gap);
  }
  if (start.x + plan.right > bounds.max.x) scroll_to_the_end(start.x + plan.right);
  return bounds;
}

}  // namespace attnlab
