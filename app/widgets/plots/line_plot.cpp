// Curves, cursor and marker of a line plot.
#include "app/widgets/plots/line_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/heat_map_zoom.h"
#include "app/widgets/plots/plot_axes.h"
#include "app/widgets/plots/plot_legend.h"

namespace attnlab {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Draws runs of finite values; each pixel column gets at most its extremes, so that long curves stay cheap.
void draw_curve(const Plot& p, std::span<const double> xs, std::span<const double> ys, Colour colour,
                float thickness) {
  const auto flush = [&] {
    if (p.canvas.path_points() > 1) p.canvas.stroke(colour, thickness);
    p.canvas.clear_path();
  };
  const std::size_t count = std::min(xs.size(), ys.size());
  float column = -1e9f, low = 0, high = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(ys[i]) || (p.y.log && ys[i] <= 0)) {
      flush();
      column = -1e9f;
      continue;
    }
    const ImVec2 at{p.x.pixel(xs[i]), p.y.pixel(ys[i])};
    const bool same = at.x - column < 0.6f;
    if (same && at.y >= low && at.y <= high) continue;
    low = same ? std::min(low, at.y) : at.y;
    high = same ? std::max(high, at.y) : at.y;
    if (!same) column = at.x;
    p.canvas.line_to(at);
  }
  flush();
}

void draw_points(const Plot& p, const Series& s, Colour colour) {
  if (!s.points && s.x.size() != 1) return;
  for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    if (std::isfinite(s.y[i])) p.canvas.disc({p.x.pixel(s.x[i]), p.y.pixel(s.y[i])}, em() * 0.2f, colour);
  }
}

void draw_series(const Plot& p) {
  p.canvas.push_clip(grown(p.box, em() * 0.3f));
  for (std::size_t i = 0; i < p.series.size(); ++i) {
    const Series& s = p.series[i];
    const Colour colour = plot_colour(s, i);
    const float thick = s.thickness * em() / kBaseEm;
    const bool smooth = p.o.smoothing > 0;
    draw_curve(p, s.x, s.y, smooth ? faded(colour, 0.28f) : colour, smooth ? thick * 0.6f : thick);
    if (smooth) draw_curve(p, s.x, smoothed(s.y, p.o.smoothing), colour, thick);
    draw_points(p, s, colour);
  }
  p.canvas.pop_clip();
}

/// Index of the value nearest in x; the span must not be empty.
std::size_t nearest(std::span<const double> xs, double x) {
  const auto after = static_cast<std::size_t>(std::lower_bound(xs.begin(), xs.end(), x) - xs.begin());
  if (after == 0) return 0;
  if (after == xs.size()) return xs.size() - 1;
  return x - xs[after - 1] < xs[after] - x ? after - 1 : after;
}

/// Index of the finite value of y nearest in x: curves may have gaps.
std::optional<std::size_t> nearest_value(const Series& s, double x) {
  const std::size_t count = std::min(s.x.size(), s.y.size());
  const std::size_t middle = nearest(s.x.first(count), x);
  for (std::size_t off = 0; off < count; ++off) {
    if (middle >= off && std::isfinite(s.y[middle - off])) return middle - off;
    if (middle + off < count && std::isfinite(s.y[middle + off])) return middle + off;
  }
  return std::nullopt;
}

std::string x_text(double x) {
  return x == std::round(x) && std::abs(x) < 1e15 ? format_count(static_cast<std::int64_t>(x))
                                                  : format_number(x, 5);
}

void draw_cursor(const Plot& p, double x) {
  double snapped = kNone;
  for (const Series& s : p.series) {
    if (!s.x.empty() && !std::isfinite(snapped)) snapped = s.x[nearest(s.x, x)];
  }
  if (!std::isfinite(snapped)) return;
  const float px = std::round(p.x.pixel(snapped));
  if (px < p.box.min.x || px > p.box.max.x) return;
  p.canvas.fill({{px, p.box.min.y}, {px + 1, p.box.max.y}}, theme().palette.text_faint);
  begin_tooltip();
  value_line(p.o.x_title.empty() ? "x" : p.o.x_title, x_text(snapped));
  for (std::size_t i = 0; i < p.series.size(); ++i) {
    const Series& s = p.series[i];
    if (s.x.empty()) continue;
    const std::optional<std::size_t> found = nearest_value(s, snapped);
    if (!found) continue;
    const std::size_t at = *found;
    if (s.x[at] < p.x.lo || s.x[at] > p.x.hi) continue;
    value_line(s.name, format_number(s.y[at], p.o.y_digits));
    const ImVec2 dot{p.x.pixel(s.x[at]), p.y.pixel(s.y[at])};
    if (p.box.contains(dot)) p.canvas.disc(dot, em() * 0.24f, plot_colour(s, i));
  }
  end_tooltip();
}

void draw_marker(const Plot& p) {
  if (!p.o.marker) return;
  const float x = std::round(p.x.pixel(*p.o.marker)), r = em() * 0.36f;
  if (x < p.box.min.x - 1 || x > p.box.max.x + 1) return;
  const Colour accent = theme().palette.accent;
  p.canvas.fill({{x - 0.5f, p.box.min.y}, {x + 1.0f, p.box.max.y}}, accent);
  p.canvas.disc({x, p.box.max.y}, r + 1.5f, theme().palette.panel);
  p.canvas.disc({x, p.box.max.y}, r, accent);
}

bool any_data(std::span<const Series> series) {
  return std::any_of(series.begin(), series.end(),
                     [](const Series& s) { return !s.x.empty() && !s.y.empty(); });
}

constexpr float kMostPlotZoom = 100;
/// A plot's axis zooms as if it had this many cells.
constexpr int kZoomSteps = 1000;

/// The visible part of the x axis.
CellsLook stored_look(const LinePlotOptions& o) {
  const MatrixLook* stored =
      widgets().looks && o.zooms && !o.target.empty() ? find_look(*widgets().looks, o.target) : nullptr;
  if (!stored) return {};
  const float zoom = std::min(float(stored->across.zoom), kMostPlotZoom);
  return {{zoom, float(stored->across.middle), 0.5f}, {}};
}

/// The legend's line, or the top of a plot without a legend.
Box zoom_line(const Plot& p, bool legend) {
  const float height = em() * 1.25f, y = legend ? p.box.min.y - em() * 1.4f : p.box.min.y + em() * 0.2f;
  return {{p.box.min.x, y}, {p.box.max.x - (legend ? p.o.beside_legend : 0), y + height}};
}

}  // namespace

std::vector<double> smoothed(std::span<const double> values, float smoothing) {
  std::vector<double> out;
  const double keep = std::clamp(double(smoothing), 0.0, 0.999);
  double mean = 0, weight = 0;
  for (double v : values) {
    if (!std::isfinite(v)) {
      out.push_back(v);
      continue;
    }
    mean = keep * mean + (1 - keep) * v;
    weight = keep * weight + (1 - keep);
    out.push_back(mean / weight);
  }
  return out;
}

LinePlotResult line_plot(const char* id, std::span<const Series> series, const LinePlotOptions& o) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(o.size.x > 0 ? o.size.x : room.x, em() * 6),
                    std::max(o.size.y > 0 ? o.size.y : room.y, em() * 4)};
  KeepsDirection kept;
  LinePlotResult r;
  r.bounds = box_at(ImGui::GetCursorScreenPos(), size);
  kept.within(r.bounds);
  const bool named =
      std::any_of(series.begin(), series.end(), [](const Series& s) { return !s.name.empty(); });
  const CellsLook look = stored_look(o);
  const PlotAxis x = seen_part(plot_x_axis(series, o), double(look.across.zoom), double(look.across.x));
  Plot p{o, series, x, plot_y_axis(series, o, x), {}, window_canvas()};
  p.box = r.plot = plot_area(r.bounds, o, p.y, o.legend && named);
  const float largest = p.box.width() * kMostPlotZoom / float(kZoomSteps);
  const Zoomed zoomed{o.zooms ? o.target : "", 0, 0, {1, kZoomSteps, p.box, look, {largest, o.zooms, false}}};
  const Box line = zoom_line(p, o.legend && named);
  const float free = draw_zoom_control(zoomed, line);
  move_cursor(r.bounds.min);
  ImGui::InvisibleButton(id, size);
  if (any_data(series)) take_zoom(ImGui::GetID(id), zoomed, ImGui::IsItemHovered());
  p.x.from = p.box.min.x, p.x.to = p.box.max.x;
  p.y.from = p.box.max.y, p.y.to = p.box.min.y;
  r.x_lo = p.x.lo, r.x_hi = p.x.hi;
  mark(o.target, p.box);
  mark_part(o.target, o.y_title, r.bounds);
  draw_plot_grid(p);
  draw_plot_titles(p, r.bounds);
  if (!any_data(series)) {
    draw_text_in(p.canvas, fonts().ui, p.box, theme().palette.text_dim, o.empty_text, Align::Centre);
    return r;
  }
  draw_plot_rules(p);
  draw_series(p);
  if (o.legend && named) draw_plot_legend(p, free);
  const float mouse = ImGui::GetIO().MousePos.x;
  const double at = p.x.value(std::clamp(mouse, p.box.min.x, p.box.max.x));
  if (ImGui::IsItemHovered() && p.box.contains(ImGui::GetIO().MousePos)) r.hovered_x = at;
  if (ImGui::IsItemActive() && !is_zooming()) r.picked_x = at;
  draw_marker(p);
  if (r.hovered_x) draw_cursor(p, *r.hovered_x);
  return r;
}

}  // namespace attnlab