// Places of points and labels: fitted into the box, then seen through zoom and pan.
#include "app/features/vectors/view_plot.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

constexpr double kPlotMargin = 0.06;  // of the box, around the outermost points
constexpr std::size_t kMostLabels = 300, kMostLabelTries = 4000;

/// A length that is not 0.
double extent(double from, double to) { return to - from > 1e-12 ? to - from : 1; }

/// Components have one unit, so that distances are true; a direction has a unit of its own.
bool has_one_unit(const VectorResults& r) { return !r.shown[0].direction && !r.shown[1].direction; }

PlotFit fit_of(const VectorResults& r, const Box& box) {
  const double width = static_cast<double>(box.width()), height = static_cast<double>(box.height());
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
    const std::string& name = frame.set().names[static_cast<std::size_t>(r.row(i))];
    plotted.found[i] = lower_case(name).find(wanted) != std::string::npos;
    plotted.matches += plotted.found[i];
  }
}

/// Which points get their labels first: the word that is looked at, the chosen ones, those found, those of
/// the text, then in the order of the rows; of neighbours, the nearest first.
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
    return text_size(fonts().small, frame.word(r.row(i))).x + 2;
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
