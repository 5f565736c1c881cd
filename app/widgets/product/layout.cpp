// Places three heat maps so that a row and a column meet at their cell.
#include "app/widgets/product/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/widgets/base/context.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/heat_map_layout.h"
#include "app/widgets/heat_map/legend.h"

namespace attnlab {
namespace {

/// The most terms that are animated; more terms are sampled.
constexpr int kFlyers = 24;

struct Flight {
  Canvas canvas;
  ImVec2 goal;
  float side;

  void one(const Box& from, Colour colour, float progress) const {
    const ImVec2 start = from.centre();
    const float arc = std::sin(progress * 3.1416f) * side * 0.8f;
    const ImVec2 at{std::lerp(start.x, goal.x, progress), std::lerp(start.y, goal.y, progress) - arc};
    const float half = side * (1.0f - 0.45f * progress) / 2;
    const Box box{{at.x - half, at.y - half}, {at.x + half, at.y + half}};
    canvas.fill(grown(box, 1), theme().palette.panel, half * 0.4f);
    canvas.fill(box, colour, half * 0.4f);
  }
};

/// Draws the animation of the selected cell, for 400 ms after its selection.
void fly_products(Canvas canvas, const ProductOptions& p, const ProductResult& r) {
  const ImGuiID trigger = static_cast<ImGuiID>(p.selected.row * 65536 + p.selected.col + 1);
  const float progress = motion(ImGui::GetID("fly"), trigger);
  if (progress >= 1.0f || seen_cell_box(r.result, p.selected).empty()) return;
  const int k = p.left.matrix.cols, step = std::max(1, k / kFlyers);
  const MatrixFacts& left = matrix_facts(ImGui::GetID("left"), p.left.matrix, p.left.scale);
  const MatrixFacts& right = matrix_facts(ImGui::GetID("right"), p.right.matrix, p.right.scale);
  const Flight flight{canvas, cell_box(r.result, p.selected).centre(),
                      std::min(em() * 1.1f, r.result.cell_width)};
  for (int i = 0; i < k; i += step) {
    // Later terms start later; all arrive at the end.
    const float delay = 0.35f * float(i) / float(k);
    const float t = std::clamp((progress - delay) / (1.0f - delay), 0.0f, 1.0f);
    const Cell a{p.selected.row, i}, b{i, p.selected.col};
    if (seen_cell_box(r.left, a).empty() || seen_cell_box(r.right, b).empty()) continue;
    flight.one(cell_box(r.left, a),
               value_colour(p.left.matrix.at(a.row, a.col), left.range(a.row), p.left.scale.scale), t);
    flight.one(cell_box(r.right, b),
               value_colour(p.right.matrix.at(b.row, b.col), right.range(b.row), p.right.scale.scale), t);
  }
}

HeatMapOptions part_options(const ProductPart& part) {
  HeatMapOptions o;
  o.title = part.title;
  o.detail = part.detail;
  o.role = part.role;
  o.scale = part.scale;
  o.target = part.target;
  o.tensor = part.tensor;
  return o;
}

struct Parts {
  HeatMapOptions left, right, result;
};

Parts options_of(const ProductOptions& p) {
  Parts o{part_options(p.left), part_options(p.right), part_options(p.result)};
  o.left.rows = p.rows;
  o.left.cols = p.inner;
  o.right.rows = p.inner;
  o.right.cols = p.cols;
  o.right.legend = false;
  o.result.rows = p.rows;
  o.result.cols = p.cols;
  o.result.rows.hidden = o.result.cols.hidden = true;
  o.left.rows_with = {{p.result.target, MapAxis::Rows}};
  o.left.cols_with = {{p.right.target, MapAxis::Rows}};
  o.right.rows_with = {{p.left.target, MapAxis::Columns}};
  o.right.cols_with = {{p.result.target, MapAxis::Columns}};
  o.result.rows_with = {{p.left.target, MapAxis::Rows}};
  o.result.cols_with = {{p.right.target, MapAxis::Columns}};
  return o;
}

void use_cells(Parts& o, const ProductPlan& plan) {
  o.left.cell_width = plan.inner_width;
  o.right.cell_height = plan.inner_height;
  o.left.cell_height = o.result.cell_height = plan.cell_height;
  o.right.cell_width = o.result.cell_width = plan.cell_width;
}

/// Everything around the cells: labels, titles, legends, gaps.
struct Frame {
  float left, middle_x;  ///< before left's cells; between left's and result's cells
  float top, middle_y;   ///< above right's cells; between right's and result's cells
  float bottom;
};

/// How much of what stands above left's cells is beside right's cells: where the product is too high, and
/// left's title ends before right begins, as much as the result's title leaves free.
float raised(const ProductOptions& p, const Parts& o, float left, float left_cells, float between) {
  const bool fits = heat_map_title_width(o.left) + em() * 0.8f <= left + left_cells + between;
  if (!o.left.cols_title_beside || !fits) return 0;
  const float above_left = heat_map_offset(p.left.matrix, o.left).y,
              above_result = heat_map_offset(p.result.matrix, o.result).y,
              cells = o.right.cell_height * float(p.right.matrix.rows);
  return std::clamp(above_left - above_result, 0.0f, cells);
}

Frame frame_around(const ProductOptions& p, const Parts& o) {
  const ImVec2 left = heat_map_offset(p.left.matrix, o.left),
               right = heat_map_offset(p.right.matrix, o.right);
  const float gap = em() * 0.9f, cells = o.left.cell_width * float(p.left.matrix.cols);
  return {left.x, gap + right.x, right.y, gap * 0.6f + left.y - raised(p, o, left.x, cells, gap),
          std::ceil(em() * 1.9f)};
}

/// The width of an operand's title, or of its legend.
float words_width(const HeatMapOptions& part) {
  const float legend = part.legend_room > 0 ? part.legend_room : em() * kLeastLegend;
  return std::max(part.legend ? legend : 0, heat_map_title_width(part));
}

/// The width that the left operand's words need beyond the start of the result's.
float missing_width(const ProductOptions& p, const Parts& o, const Frame& f) {
  const float width = f.left + f.middle_x + o.left.cell_width * float(p.left.matrix.cols);
  return std::max(0.0f, words_width(o.left) + em() * 0.8f - width);
}

/// How far words at the right reach beyond the cells: the legend, titles, what the columns are.
float overhang(const ProductOptions& p, const Parts& o) {
  const float width = o.result.cell_width * float(p.right.matrix.cols);
  const float above = words_width(o.right) - heat_map_offset(p.right.matrix, o.right).x;
  const float columns = text_size(fonts().small, o.right.cols.title).x;
  return std::max(0.0f, std::max({words_width(o.result), above, columns}) - width);
}

/// The width of the whole product.
float product_width(const ProductOptions& p, const Parts& o, const Frame& f) {
  return f.left + f.middle_x + o.left.cell_width * float(p.left.matrix.cols) +
         o.right.cell_width * float(p.right.matrix.cols) + overhang(p, o);
}

/// Narrow cells turn the labels, which changes the space for cells: a few rounds converge.
Frame fit_product_cells(const ProductOptions& p, Parts& o, ImVec2 size) {
  Frame f{};
  float missing = 0;  ///< width for words, beyond the cells
  use_cells(o, {em() * 2.3f, em() * 2.3f, em() * 1.2f, em() * 1.2f});
  for (int round = 0; round < 3; ++round) {
    f = frame_around(p, o);
    const ImVec2 room{size.x - f.left - f.middle_x - missing - 2, size.y - f.top - f.middle_y - f.bottom};
    use_cells(o, plan_product(p.left.matrix.rows, p.left.matrix.cols, p.right.matrix.cols, room.x, room.y,
                              em(), p.widest));
    missing = missing_width(p, o, f) + overhang(p, o);
  }
  f = frame_around(p, o);
  f.middle_x += missing_width(p, o, f);
  return f;
}

/// The height of the whole product.
float product_height(const ProductOptions& p, const Parts& o, const Frame& f) {
  return f.top + f.middle_y + f.bottom + o.right.cell_height * float(p.right.matrix.rows) +
         o.result.cell_height * float(p.left.matrix.rows);
}

/// Where the product is too wide, legends take no more than they need.
Frame fit_width(const ProductOptions& p, Parts& o, ImVec2 size) {
  const Frame f = fit_product_cells(p, o, size);
  if (product_width(p, o, f) <= size.x) return f;
  const auto needed = [](const char* id, const ProductPart& part) {
    return least_legend_width(matrix_facts(ImGui::GetID(id), part.matrix, part.scale).range(0), part.scale);
  };
  o.left.legend_room = needed("left", p.left);
  o.result.legend_room = needed("result", p.result);
  return fit_product_cells(p, o, size);
}

/// Where the product is too high, what columns are is said on the lines of titles, and left's title moves up,
/// unless the lines then need more width than there is.
Frame fit(const ProductOptions& p, Parts& o, ImVec2 size) {
  const Frame f = fit_width(p, o, size);
  if (product_height(p, o, f) <= size.y) return f;
  Parts low = o;
  low.left.cols_title_beside = low.right.cols_title_beside = true;
  const Frame lower = fit_width(p, low, size);
  if (product_width(p, low, lower) > size.x) return f;
  o = low;
  return lower;
}

/// Divides spare width between both sides.
ImVec2 centred(ImVec2 cursor, ImVec2 size, const ProductOptions& p, const Parts& o, const Frame& f) {
  return {cursor.x + std::floor(std::max(0.0f, size.x - product_width(p, o, f)) / 2), cursor.y};
}

HeatMapResult draw_part(const char* id, const MatrixView& m, const HeatMapOptions& o, ImVec2 cells_at) {
  const ImVec2 offset = heat_map_offset(m, o);
  move_cursor({cells_at.x - offset.x, cells_at.y - offset.y});
  return heat_map(id, m, o);
}

/// The cell of the result in focus in the last frame: the cell under the pointer, else the cell hovered
/// elsewhere, else the selected cell.
Cell focus_of(const ProductOptions& p, ImGuiStorage& storage, ImGuiID id) {
  const Cell hovered{storage.GetInt(id, -1), storage.GetInt(id + 1, -1)};
  for (Cell cell : {hovered, p.linked, p.selected}) {
    if (p.result.matrix.contains(cell)) return cell;
  }
  return {};
}

void light(Parts& o, const ProductOptions& p, Cell focus, int term) {
  o.result.selected = p.selected;
  o.result.linked = focus == p.selected ? Cell{} : focus;
  if (!focus.valid()) return;
  o.left.highlight_row = focus.row;
  o.right.highlight_col = focus.col;
  o.left.dim_others = o.right.dim_others = true;
  if (term < 0) return;
  o.left.linked = {focus.row, term};
  o.right.linked = {term, focus.col};
}

/// Beside right's cells, above left's title.
float right_legend_top(const ProductResult& r) {
  return std::min(r.right.cells.max.y, r.left.bounds.min.y) - legend_height();
}

void draw_right_legend(Canvas canvas, const ProductOptions& p, const ProductResult& r) {
  const MatrixFacts& facts = matrix_facts(ImGui::GetID("right"), p.right.matrix, p.right.scale);
  const float y = right_legend_top(r), x0 = r.left.bounds.min.x;
  const float x1 = r.right.bounds.min.x - em() * 0.6f,
              width = std::min(x1 - x0, legend_width(facts.range(0), p.right.scale) + em() * 2);
  if (width < least_legend_width(facts.range(0), p.right.scale)) return;
  draw_legend(canvas, {{x1 - width, y}, {x1, y + legend_height()}}, facts.range(0), p.right.scale,
              std::numeric_limits<float>::quiet_NaN());
}

/// The box, clamped to the view.
Box within(const Box& view, const Box& box) {
  const auto clamped = [&](ImVec2 p) {
    return ImVec2{std::clamp(p.x, view.min.x, view.max.x), std::clamp(p.y, view.min.y, view.max.y)};
  };
  return {clamped(box.min), clamped(box.max)};
}

/// Soft bands through the gaps, and thin lines over the result (its colours must stay true), from the lit row
/// and column to the cell where they meet.
void draw_bands(Canvas canvas, const ProductResult& r, Cell focus) {
  const Box cell = within(r.result.cells, cell_box(r.result, focus));
  const Colour accent = theme().palette.accent, band = faded(accent, theme().dark() ? 0.20f : 0.14f);
  const float thin = std::max(1.0f, std::floor(em() / 14));
  canvas.fill({{r.left.cells.max.x, cell.min.y}, {r.result.cells.min.x, cell.max.y}}, band);
  canvas.fill({{cell.min.x, r.right.cells.max.y}, {cell.max.x, r.result.cells.min.y}}, band);
  for (float y : {cell.min.y - thin, cell.max.y})
    canvas.fill({{r.result.cells.min.x, y}, {cell.min.x, y + thin}}, accent);
  for (float x : {cell.min.x - thin, cell.max.x})
    canvas.fill({{x, r.result.cells.min.y}, {x + thin, cell.min.y}}, accent);
}

void frame_lit(Canvas canvas, const ProductOptions& p, const ProductResult& r) {
  if (p.lit == Role::None) return;
  const std::pair<const ProductPart*, const HeatMapResult*> parts[] = {
      {&p.left, &r.left}, {&p.right, &r.right}, {&p.result, &r.result}};
  for (const auto& [part, map] : parts) {
    if (part->role == p.lit)
      draw_outline(canvas, grown(map->cells, 2), role_text(p.lit), std::max(2.0f, em() / 7));
  }
}

int hovered_term(const ProductResult& r) {
  if (r.left.hovered) return r.left.hovered->col;
  return r.right.hovered ? r.right.hovered->row : -1;
}

}  // namespace

ProductResult product_layout(const char* id, const ProductOptions& p) {
  ProductResult r;
  if (p.left.matrix.empty() || p.right.matrix.empty() || p.result.matrix.empty()) return r;
  KeepsDirection kept;
  ImGui::PushID(id);
  const ImVec2 cursor = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const ImVec2 size{p.size.x > 0 ? p.size.x : room.x, p.size.y > 0 ? p.size.y : room.y};
  Parts o = options_of(p);
  const Frame f = fit(p, o, size);
  const ImVec2 start = centred(cursor, size, p, o, f);
  const float inner_x = o.left.cell_width * float(p.left.matrix.cols);
  const float inner_y = o.right.cell_height * float(p.right.matrix.rows);
  const ImVec2 left_at{start.x + f.left, start.y + f.top + inner_y + f.middle_y};
  const ImVec2 right_at{left_at.x + inner_x + f.middle_x, start.y + f.top};
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("focus");
  const Cell focus = focus_of(p, storage, key);
  light(o, p, focus, storage.GetInt(key + 2, -1));
  const Canvas canvas = window_canvas();
  r.left = draw_part("left", p.left.matrix, o.left, left_at);
  r.right = draw_part("right", p.right.matrix, o.right, right_at);
  r.result = draw_part("result", p.result.matrix, o.result, {right_at.x, left_at.y});
  draw_right_legend(canvas, p, r);
  if (focus.valid()) draw_bands(canvas, r, focus);
  frame_lit(canvas, p, r);
  r.hovered = r.result.hovered;
  r.clicked = r.result.clicked;
  r.hovered_term = focus.valid() ? hovered_term(r) : -1;
  storage.SetInt(key, r.hovered ? r.hovered->row : -1);
  storage.SetInt(key + 1, r.hovered ? r.hovered->col : -1);
  storage.SetInt(key + 2, r.hovered_term);
  if (p.fly && p.result.matrix.contains(p.selected)) fly_products(canvas, p, r);
  r.bounds = {cursor,
              {std::max(r.result.bounds.max.x, r.right.bounds.max.x),
               std::max(r.result.bounds.max.y, r.left.bounds.max.y)}};
  kept.within(r.bounds);
  move_cursor(cursor);
  ImGui::Dummy(r.bounds.size());
  ImGui::PopID();
  return r;
}

}  // namespace attnlab
