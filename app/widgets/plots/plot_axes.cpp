// Measures series, chooses ticks and draws the grid of a line plot.
#include "app/widgets/plots/plot_axes.h"

#include <limits>

namespace attnlab {
namespace {

struct Extremes {
  double lo = std::numeric_limits<double>::infinity(), hi = -std::numeric_limits<double>::infinity();
  void add(double v, bool log) {
    if (!std::isfinite(v) || (log && v <= 0)) return;
    lo = std::min(lo, v);
    hi = std::max(hi, v);
  }
  bool any() const { return lo <= hi; }
};

std::vector<Tick> ticks_of(const PlotAxis& a, int most, AxisValues values) {
  return a.log ? log_ticks(a.lo, a.hi, most) : linear_ticks(a.lo, a.hi, most, values);
}

std::vector<Tick> y_ticks(const PlotAxis& y, float height) {
  return ticks_of(y, std::max(2, static_cast<int>(height / (em() * 2.2f))), AxisValues::Continuous);
}

float widest(const std::vector<Tick>& ticks) {
  float width = 0;
  for (const Tick& t : ticks) width = std::max(width, text_size(fonts().mono_small, t.label).x);
  return width;
}

}  // namespace

float PlotAxis::pixel(double v) const {
  const double t = (warped(v) - warped(lo)) / (warped(hi) - warped(lo));
  return float(std::lerp(double(from), double(to), std::clamp(t, -400.0, 401.0)));
}

double PlotAxis::value(float pixel) const {
  const double w = std::lerp(warped(lo), warped(hi), double((pixel - from) / (to - from)));
  return log ? std::pow(10.0, w) : w;
}

PlotAxis plot_x_axis(std::span<const Series> series, const LinePlotOptions& o) {
  Extremes e;
  for (const Series& s : series) {
    for (double v : s.x) e.add(v, o.log_x);
  }
  if (!e.any()) e = {o.log_x ? 1.0 : 0.0, o.log_x ? 10.0 : 1.0};
  if (e.hi <= e.lo) e.hi = o.log_x ? e.lo * 10 : e.lo + 1;
  return {o.x_lo.value_or(e.lo), o.x_hi.value_or(e.hi), o.log_x, 0, 1};
}

PlotAxis seen_part(const PlotAxis& whole, double zoom, double middle) {
  const double half = 0.5 / std::max(zoom, 1.0), from = std::clamp(middle, half, 1 - half);
  const auto at = [&](double share) {
    const double w = std::lerp(whole.warped(whole.lo), whole.warped(whole.hi), share);
    return whole.log ? std::pow(10.0, w) : w;
  };
  PlotAxis part = whole;
  if (zoom > 1) part.lo = at(from - half), part.hi = at(from + half);
  return part;
}

namespace {

/// The y value of the drawn curve at `x` between points i and i + 1; NaN for another `x`, or a gap.
double crossing(const Series& s, std::size_t i, double x, bool log) {
  if (i + 1 >= std::min(s.x.size(), s.y.size()) || !(s.x[i] < x && x < s.x[i + 1]))
    return std::numeric_limits<double>::quiet_NaN();
  const double share = (x - s.x[i]) / (s.x[i + 1] - s.x[i]);
  if (log) return std::exp(std::lerp(std::log(s.y[i]), std::log(s.y[i + 1]), share));
  return std::lerp(s.y[i], s.y[i + 1], share);
}

}  // namespace

PlotAxis plot_y_axis(std::span<const Series> series, const LinePlotOptions& o, const PlotAxis& x) {
  Extremes e;
  for (const Series& s : series) {
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      if (s.x[i] >= x.lo && s.x[i] <= x.hi) e.add(s.y[i], o.log_y);
      for (const double end : {x.lo, x.hi}) e.add(crossing(s, i, end, o.log_y), o.log_y);
    }
  }
  if (!e.any()) e = {o.log_y ? 0.1 : 0.0, 1.0};
  if (o.log_y)
    return {o.y_lo.value_or(e.lo * 0.8), o.y_hi.value_or(std::max(e.hi * 1.25, e.lo * 2)), true, 0, 1};
  const Interval nice = nice_interval(o.y_lo.value_or(e.lo), o.y_hi.value_or(e.hi));
  return {o.y_lo.value_or(nice.lo), o.y_hi.value_or(nice.hi), false, 0, 1};
}

Box plot_area(const Box& bounds, const LinePlotOptions& o, const PlotAxis& y, bool legend) {
  const float line = em() * 1.1f, title_x = o.compact || o.x_title.empty() ? 0 : line;
  const float title_y = o.compact || o.y_title.empty() ? 0 : line * 1.15f;
  const float top = std::ceil(em() * 0.5f + (legend ? line * 1.2f : 0));
  const float bottom = std::ceil(line * 1.15f + title_x);
  const float left = std::ceil(widest(y_ticks(y, bounds.height() - top - bottom)) + em() * 0.5f + title_y);
  return {{bounds.min.x + left, bounds.min.y + top}, {bounds.max.x - em() * 0.8f, bounds.max.y - bottom}};
}

void draw_plot_grid(const Plot& p) {
  const Palette& c = theme().palette;
  ImFont* font = fonts().mono_small;
  const float half = font_size(font) / 2;
  for (const Tick& t : y_ticks(p.y, p.box.height())) {
    const float y = std::round(p.y.pixel(t.value));
    p.canvas.fill({{p.box.min.x, y}, {p.box.max.x, y + 1}}, c.grid);
    draw_text_in(p.canvas, font, {{p.box.min.x - em() * 10, y - half}, {p.box.min.x - em() * 0.4f, y + half}},
                 c.text_dim, t.label, Align::Right);
  }
  const int most = std::max(2, static_cast<int>(p.box.width() / (em() * 4)));
  for (const Tick& t : ticks_of(p.x, most, p.o.x_values)) {
    const float x = std::round(p.x.pixel(t.value)), y = p.box.max.y;
    p.canvas.fill({{x, p.box.min.y}, {x + 1, y}}, faded(c.grid, 0.7f));
    draw_text_in(p.canvas, font, {{x - em() * 4, y + em() * 0.2f}, {x + em() * 4, y + em() * 1.2f}},
                 c.text_dim, t.label, Align::Centre);
  }
  p.canvas.fill({{p.box.min.x, p.box.max.y}, {p.box.max.x, p.box.max.y + 1}}, c.border);
}

void draw_plot_rules(const Plot& p) {
  const Palette& c = theme().palette;
  for (const PlotRule& rule : p.o.rules) {
    const float x = std::round(p.x.pixel(rule.x)), gap = em() * 0.3f;
    if (x < p.box.min.x || x > p.box.max.x) continue;
    for (float y = p.box.min.y; y < p.box.max.y; y += em() * 0.6f)
      p.canvas.fill({{x, y}, {x + 1, std::min(y + em() * 0.35f, p.box.max.y)}}, c.text_dim);
    const float width = text_size(fonts().small, rule.label).x + 1;
    const float left = x + gap + width < p.box.max.x ? x + gap : x - gap - width;
    draw_text_in(p.canvas, fonts().small, box_at({left, p.box.min.y + em() * 0.2f}, {width, em() * 1.1f}),
                 c.text_dim, rule.label);
  }
}

void draw_plot_titles(const Plot& p, const Box& bounds) {
  if (p.o.compact) return;
  const Colour ink = theme().palette.text_dim;
  const float line = em() * 1.1f;
  draw_text_in(p.canvas, fonts().small, {{p.box.min.x, bounds.max.y - line}, {p.box.max.x, bounds.max.y}},
               ink, p.o.x_title, Align::Centre);
  const float length = text_size(fonts().small, p.o.y_title).x,
              beside = std::min(p.box.centre().y + length / 2, p.box.max.y),
              bottom = std::min(std::max(beside, bounds.min.y + length + 1), bounds.max.y);
  if (!p.o.y_title.empty())
    draw_text_upwards(p.canvas, fonts().small,
                      {{bounds.min.x, bottom - length - 1}, {bounds.min.x + line, bottom}}, ink, p.o.y_title);
}

}  // namespace attnlab
