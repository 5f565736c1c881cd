// Axes of the points: lines at round numbers, and what each axis is; around a word, rings at round angles.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/vectors/view_plot.h"
#include "app/widgets/plots/ticks.h"

namespace attnlab {
namespace {

/// Coordinates of the seen part, from the screen back.
struct SeenRange {
  double x0, x1, y0, y1;
};

SeenRange seen_range(const Box& box, const PlotFit& fit, const SeenThrough& seen) {
  const ImVec2 a = seen.drawing(box.min), b = seen.drawing(box.max);
  return {fit.left + static_cast<double>(a.x) / fit.across, fit.left + static_cast<double>(b.x) / fit.across,
          fit.top - static_cast<double>(b.y) / fit.down, fit.top - static_cast<double>(a.y) / fit.down};
}

/// In `room` pixels: a share is named where the words fit.
std::string axis_words(const VectorsFrame& frame, const ShownAxis& axis, float room) {
  if (axis.direction)
    return "0 at " + frame.word(axis.direction->from) + ", 1 at " + frame.word(axis.direction->to);
  if (axis.number) return "number " + std::to_string(axis.component) + " of a vector";
  const std::string brief =
      "PC " + std::to_string(axis.component + 1) + " · " + format_percent(axis.share, 1);
  const std::string words = brief + " of the variance";
  return text_size(fonts().small, words).x <= room ? words : brief;
}

void draw_axis_line(const Box& line, bool zero) {
  window_canvas().fill(line, zero ? theme().palette.border : faded(theme().palette.grid, 0.6f));
}

void draw_axis_titles(const VectorsFrame& frame, const Box& box) {
  const Palette& p = theme().palette;
  const float line = std::ceil(em() * 1.2f), top = box.max.y + em() * 1.25f;
  draw_text_in(window_canvas(), fonts().small, {{box.min.x, top}, {box.max.x, top + line}}, p.text,
               axis_words(frame, frame.results().shown[0], box.width()), Align::Centre, Cut::Meant);
  const float left = box.min.x - em() * 4.1f;
  draw_text_upwards(window_canvas(), fonts().small, {{left, box.min.y}, {left + line, box.max.y}}, p.text,
                    axis_words(frame, frame.results().shown[1], box.height()), Cut::Meant);
}

void draw_ring(ImVec2 centre, float radius, double degrees, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  canvas.ring(centre, radius, p.grid, 1);
  const std::string words = format_fixed(degrees, 0) + "°";
  const ImVec2 size = text_size(fonts().mono_small, words);
  const Box label = box_at({centre.x - size.x / 2, centre.y - radius - size.y / 2}, {size.x + 2, size.y});
  if (!box.contains(label.min) || !box.contains(label.max)) return;
  canvas.fill(grown(label, 2), p.panel, em() * 0.2f);
  draw_text_in(canvas, fonts().mono_small, label, p.text_dim, words, Align::Centre);
}

void draw_rings(const Box& box, const PlotFit& fit, const SeenThrough& seen) {
  const ImVec2 centre = seen.screen(fit.pixel({0, 0}));
  const double pixels = fit.across * static_cast<double>(seen.scale());
  const double most = 180, seen_degrees = static_cast<double>(std::hypot(box.width(), box.height())) / pixels;
  const double step = seen_degrees < 12 ? 2 : seen_degrees < 40 ? 5 : seen_degrees < 120 ? 15 : 30;
  window_canvas().push_clip(box);
  for (double degrees = step; degrees <= most; degrees += step)
    draw_ring(centre, static_cast<float>(degrees * pixels), degrees, box);
  window_canvas().pop_clip();
}

}  // namespace

void draw_plot_axes(const VectorsFrame& frame, const Box& box, const PlotFit& fit, const SeenThrough& seen) {
  if (frame.results().by == "neighbours") return draw_rings(box, fit, seen);
  const SeenRange range = seen_range(box, fit, seen);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float half = font_size(fonts().mono_small) / 2;
  for (const Tick& t :
       linear_ticks(range.x0, range.x1, std::max(2, static_cast<int>(box.width() / (em() * 5))))) {
    const float x = std::round(seen.screen(fit.pixel({t.value, 0})).x);
    draw_axis_line({{x, box.min.y}, {x + 1, box.max.y}}, t.value == 0);
    const float middle = std::min(x, box.max.x - text_size(fonts().mono_small, t.label).x / 2);
    draw_text_in(
        canvas, fonts().mono_small,
        {{middle - em() * 3, box.max.y + em() * 0.15f}, {middle + em() * 3, box.max.y + em() * 1.15f}},
        p.text_dim, t.label, Align::Centre);
  }
  for (const Tick& t :
       linear_ticks(range.y0, range.y1, std::max(2, static_cast<int>(box.height() / (em() * 3))))) {
    const float y = std::round(seen.screen(fit.pixel({0, t.value})).y);
    draw_axis_line({{box.min.x, y}, {box.max.x, y + 1}}, t.value == 0);
    const float line = std::clamp(y, box.min.y + half, box.max.y - half);
    draw_text_in(canvas, fonts().mono_small,
                 {{box.min.x - em() * 2.8f, line - half}, {box.min.x - em() * 0.3f, line + half}}, p.text_dim,
                 t.label, Align::Right);
  }
  draw_axis_titles(frame, box);
}

}  // namespace attnlab
