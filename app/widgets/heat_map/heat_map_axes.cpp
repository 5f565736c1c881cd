// Draws tokens or indices beside and above cells.
#include "app/widgets/heat_map/heat_map_axes.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/tokens/token_text.h"

namespace attnlab {
namespace {

/// Longer labels end in an ellipsis.
float longest_label() { return em() * 6.5f; }

bool is_unknown(const AxisLabels& axis, int index) {
  return static_cast<std::size_t>(index) < axis.unknown.size() && axis.unknown[index] != 0;
}

Colour label_colour(const AxisLabels& axis, int index, bool lit) {
  if (is_unknown(axis, index)) return theme().palette.bad;
  if (lit) return theme().palette.text;
  return theme().palette.text_dim;
}

ImFont* label_font(const AxisLabels& axis) { return axis.names.empty() ? fonts().mono_small : fonts().small; }

/// Long axes have thousands of labels: only the first ones are measured.
constexpr int kMeasured = 512;

struct AxisPainter {
  Canvas canvas;
  const AxisLabels& axis;
  float gap = em() * 0.35f;

  /// The tooltip shows a long token completely, so names may be cut.
  Cut cut() const { return axis.names.empty() ? Cut::Fault : Cut::Meant; }

  /// The middle of a cell's visible part.
  static float middle(float low, float cell, float from, float to) {
    return (std::max(low, from) + std::min(low + cell, to)) / 2;
  }

  void row(const HeatMapResult& r, int i, bool lit) const {
    const float y = middle(r.grid.min.y + r.cell_height * float(i), r.cell_height, r.cells.min.y,
                           r.cells.max.y),
                half = label_line() / 2;
    const Box box{{r.cells.min.x - gap - longest_label(), y - half}, {r.cells.min.x - gap, y + half}};
    draw_text_in(canvas, label_font(axis), box, label_colour(axis, i, lit), label_text(axis, i), Align::Right,
                 cut());
  }

  void col(const HeatMapResult& r, const HeatMapPlan& plan, int i, bool lit) const {
    const float x = middle(r.grid.min.x + r.cell_width * float(i), r.cell_width, r.cells.min.x,
                           r.cells.max.x),
                bottom = r.cells.min.y - gap;
    const Colour colour = label_colour(axis, i, lit);
    if (plan.col_style == LabelStyle::Upwards) {
      const Box box{{x - label_line() / 2, bottom - longest_label()}, {x + label_line() / 2, bottom}};
      return draw_text_upwards(canvas, label_font(axis), box, colour, label_text(axis, i), cut());
    }
    const float lift = plan.col_style == LabelStyle::Staggered && i % 2 == 0 ? label_line() : 0;
    const Box box{{x - longest_label() / 2, bottom - lift - label_line()},
                  {x + longest_label() / 2, bottom - lift}};
    draw_text_in(canvas, label_font(axis), box, colour, label_text(axis, i), Align::Centre, cut());
  }
};

/// With its detail where that fits.
std::string axis_title(const AxisLabels& axis, float room) {
  const std::string whole = axis.detail.empty() ? axis.title : axis.title + ": " + axis.detail;
  return text_size(fonts().small, whole).x <= room ? whole : axis.title;
}

void draw_titles(Canvas canvas, const HeatMapOptions& o, const HeatMapPlan& plan, const HeatMapResult& r) {
  const float line = label_line();
  if (!o.rows.hidden && !o.rows.title.empty()) {
    const float room = std::max(r.cells.height(), em() * 3);
    const std::string text = fitted(fonts().small, axis_title(o.rows, room), room);
    const float long_side = text_size(fonts().small, text).x;
    const float bottom = std::floor(r.cells.centre().y + long_side / 2);
    draw_text_upwards(canvas, fonts().small,
                      {{r.bounds.min.x, bottom - long_side - 1}, {r.bounds.min.x + line, bottom}},
                      axis_title_colour(o.rows), text);
  }
  if (!o.cols.hidden && !o.cols.title.empty() && !o.cols_title_beside) {
    const float y = r.bounds.min.y + plan.title;
    const std::string title = axis_title(o.cols, std::floor(r.cells.width()) - 1);
    const float width = text_size(fonts().small, title).x + 1;
    const bool fits = width <= r.cells.width();
    draw_text_in(canvas, fonts().small,
                 {{r.cells.min.x, y}, {fits ? r.cells.max.x : r.cells.min.x + width, y + line}},
                 axis_title_colour(o.cols), title, fits ? Align::Centre : Align::Left);
  }
}

/// Draws every n-th row or column with at least `least` pixels in [from, to].
template <typename Draw>
void each_label(float grid, float cell, float from, float to, int count, int step, float least, Draw draw) {
  const auto at = static_cast<int>(std::clamp((from - grid) / cell, 0.0f, float(count)));
  for (int i = at / step * step; i < count; i += step) {
    const float low = grid + cell * float(i);
    if (low > to - least) break;
    if (low + cell >= from + least) draw(i);
  }
}

}  // namespace

Colour axis_title_colour(const AxisLabels& axis) {
  return axis.role == Role::None ? theme().palette.text_dim : role_text(axis.role);
}

std::string label_text(const AxisLabels& axis, int index) {
  if (axis.names.empty()) return std::to_string(index);
  if (static_cast<std::size_t>(index) >= axis.names.size()) return "";
  return display_token(axis.names[index]);
}

float widest_label(const AxisLabels& axis, int count) {
  if (axis.names.empty()) return text_size(label_font(axis), std::to_string(count - 1)).x;
  float widest = 0;
  for (int i = 0; i < std::min(count, kMeasured); ++i) {
    widest = std::max(widest, text_size(label_font(axis), label_text(axis, i)).x);
  }
  return std::min(std::ceil(widest), longest_label());
}

float label_line() { return std::ceil(em() * 1.0f); }

void draw_axes(Canvas canvas, const MatrixView& m, const HeatMapOptions& o, const HeatMapPlan& plan,
               const HeatMapResult& r) {
  const Box seen = intersection(r.cells, clip_box());
  const Cell lit = r.hovered ? *r.hovered : m.contains(o.linked) ? o.linked : o.selected;
  if (!o.rows.hidden)
    each_label(r.grid.min.y, r.cell_height, seen.min.y, seen.max.y, m.rows, plan.row_step,
               std::min(r.cell_height, label_line()) * 0.4f, [&](int i) {
                 AxisPainter{canvas, o.rows}.row(
                     r, i, i == lit.row || i == r.hovered_row_label || i == o.highlight_row);
               });
  // A word beside its cell needs some of the cell below it.
  const float least =
      plan.col_style == LabelStyle::Upwards ? std::min(r.cell_width, label_line()) * 0.4f : r.cell_width / 2;
  if (!o.cols.hidden)
    each_label(r.grid.min.x, r.cell_width, r.cells.min.x, r.cells.max.x, m.cols, plan.col_step, least,
               [&](int i) {
                 AxisPainter{canvas, o.cols}.col(
                     r, plan, i, i == lit.col || i == r.hovered_col_label || i == o.highlight_col);
               });
  draw_titles(canvas, o, plan, r);
}

}  // namespace attnlab
