// Positions of points and labels: fitted into the box, then seen through zoom and pan. Also the axes.
#include "app/features/vectors/view_plot.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/plots/ticks.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Coordinates of the seen part, from the screen back.
struct SeenRange {
  double x0, x1, y0, y1;
};

SeenRange seen_range(const Box& box, const PlotFit& fit, const SeenThrough& seen) {
  const ImVec2 a = seen.drawing(box.min), b = seen.drawing(box.max);
  return {fit.left + double(a.x) / fit.across, fit.left + double(b.x) / fit.across,
          fit.top - double(b.y) / fit.down, fit.top - double(a.y) / fit.down};
}

/// In `room` pixels: says of what the share is if there is room.
std::string axis_title(const VectorsFrame& frame, const ShownAxis& axis, float room) {
  if (axis.direction)
    return tr("0 at {1}, 1 at {2}", frame.name(axis.direction->from), frame.name(axis.direction->to));
  if (axis.number) return tr("dimension {1}", std::to_string(axis.component));
  const std::string number = std::to_string(axis.component + 1), share = format_percent(axis.share, 1);
  const std::string text = tr("PC {1} · {2} of the variance", number, share);
  return text_size(fonts().small, text).x <= room ? text : tr("PC {1} · {2}", number, share);
}

void draw_axis_line(const Box& line, bool zero) {
  window_canvas().fill(line, zero ? theme().palette.border : faded(theme().palette.grid, 0.6f));
}

void draw_axis_titles(const VectorsFrame& frame, const Box& box) {
  const Palette& p = theme().palette;
  const float line = std::ceil(em() * 1.2f), top = box.max.y + em() * 1.25f;
  draw_text_in(window_canvas(), fonts().small, {{box.min.x, top}, {box.max.x, top + line}}, p.text,
               axis_title(frame, frame.results().shown[0], box.width()), Align::Centre, Cut::Meant);
  const float left = box.min.x - em() * 4.1f;
  draw_text_upwards(window_canvas(), fonts().small, {{left, box.min.y}, {left + line, box.max.y}}, p.text,
                    axis_title(frame, frame.results().shown[1], box.height()), Cut::Meant);
}

void draw_ring(ImVec2 centre, float radius, double degrees, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  canvas.ring(centre, radius, p.grid, 1);
  const std::string angle = format_fixed(degrees, 0) + "°";
  const ImVec2 size = text_size(fonts().mono_small, angle);
  const Box label = box_at({centre.x - size.x / 2, centre.y - radius - size.y / 2}, {size.x + 2, size.y});
  if (!box.contains(label.min) || !box.contains(label.max)) return;
  canvas.fill(grown(label, 2), p.panel, em() * 0.2f);
  draw_text_in(canvas, fonts().mono_small, label, p.text_dim, angle, Align::Centre);
}

void draw_rings(const Box& box, const PlotFit& fit, const SeenThrough& seen) {
  const ImVec2 centre = seen.screen(fit.pixel({0, 0}));
  const double pixels = fit.across * double(seen.scale());
  const double most = 180, seen_degrees = double(std::hypot(box.width(), box.height())) / pixels;
  const double step = seen_degrees < 12 ? 2 : seen_degrees < 40 ? 5 : seen_degrees < 120 ? 15 : 30;
  window_canvas().push_clip(box);
  for (double degrees = step; degrees <= most; degrees += step)
    draw_ring(centre, float(degrees * pixels), degrees, box);
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

namespace {

constexpr double kPlotMargin = 0.06;  // of the box, around the outermost points
constexpr std::size_t kMostLabels = 300, kMostLabelTries = 4000;

/// A length that is not 0.
double extent(double from, double to) { return to - from > 1e-12 ? to - from : 1; }

/// Components have the same unit, so that distances are true; a direction has its own unit.
bool has_one_unit(const VectorResults& r) { return !r.shown[0].direction && !r.shown[1].direction; }

PlotFit fit_of(const VectorResults& r, const Box& box) {
  const double width = double(box.width()), height = double(box.height());
  const double share = 1 - 2 * kPlotMargin;
  PlotFit fit{0, 0, width * share / extent(r.low.x, r.high.x), height * share / extent(r.low.y, r.high.y)};
  if (has_one_unit(r)) fit.across = fit.down = std::min(fit.across, fit.down);
  fit.left = (r.low.x + r.high.x) / 2 - width / 2 / fit.across;
  fit.top = (r.low.y + r.high.y) / 2 + height / 2 / fit.down;
  return fit;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

void find_searched(const VectorsFrame& frame, PlottedPoints& plotted) {
  const VectorResults& r = frame.results();
  plotted.found.assign(r.points.size(), 0);
  plotted.matches = 0;
  if (frame.choice.search.empty()) return;
  const std::string wanted = lower_case(frame.choice.search);
  for (std::size_t i = 0; i < r.points.size(); ++i) {
    const std::string& name = frame.set().names[r.row(i)];
    plotted.found[i] = lower_case(name).find(wanted) != std::string::npos;
    plotted.matches += plotted.found[i];
  }
}

/// Which points get their labels first: the selected vector, the selection, the vectors that the search
/// finds, the vectors of the text, then the order of the rows; among neighbours, the nearest first.
int label_rank(const VectorsFrame& frame, const PlottedPoints& plotted, std::size_t point) {
  const Index row = frame.results().row(point);
  if (row == frame.focus) return 0;
  if (frame.is_chosen(row)) return 1;
  if (plotted.found[point]) return 2;
  return frame.is_in_text(row) ? 3 : 4;
}

std::vector<std::size_t> label_order(const VectorsFrame& frame, const PlottedPoints& plotted) {
  std::vector<std::size_t> order = plotted.seen;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return label_rank(frame, plotted, i); });
  if (order.size() > kMostLabelTries) order.resize(kMostLabelTries);
  return order;
}

void place(const VectorsFrame& frame, const Box& box, const SeenThrough& seen, PlottedPoints& plotted) {
  const VectorResults& r = frame.results();
  plotted.at.resize(r.points.size());
  plotted.seen.clear();
  const Box near = grown(box, em() * 0.3f);
  for (std::size_t i = 0; i < r.points.size(); ++i) {
    plotted.at[i] = seen.screen(plotted.fit.pixel(r.points[i]));
    if (near.contains(plotted.at[i])) plotted.seen.push_back(i);
  }
  const LabelRoom room{.view = grown(box, -2),
                       .height = std::ceil(font_size(fonts().small) * 1.1f),
                       .gap = em() * 0.35f,
                       .dot = em() * 0.25f,
                       .most = kMostLabels};
  plotted.labels = place_labels(plotted.at, label_order(frame, plotted), room, [&](std::size_t i) {
    return text_size(fonts().small, frame.name(r.row(i))).x + 2;
  });
}

}  // namespace

const PlottedPoints& plotted_points(const VectorsFrame& frame, const Box& box, const SeenThrough& seen) {
  PlottedPoints& kept = frame.model.remembered<PlottedPoints>();
  PlotKey now{frame.kept,          box.min, box.max, seen.look(), frame.focus, frame.chosen, frame.in_text,
              frame.choice.search, em()};
  if (kept.key == now) return kept;
  kept.key = std::move(now);
  kept.fit = fit_of(frame.results(), box);
  find_searched(frame, kept);
  place(frame, box, seen, kept);
  return kept;
}

bool is_inside(const std::vector<ImVec2>& line, ImVec2 p) {
  bool inside = false;
  for (std::size_t i = 0, j = line.size() - 1; i < line.size(); j = i++) {
    const ImVec2 a = line[i], b = line[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

}  // namespace attnlab
