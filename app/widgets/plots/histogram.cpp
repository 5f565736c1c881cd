// Draws histograms.
#include "app/widgets/plots/histogram.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/column_chart.h"
#include "app/widgets/plots/ticks.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct HistogramPlot {
  const HistogramOptions& o;
  Box box;
  double lo, hi, highest;
  Canvas canvas;

  float x(double value) const { return box.min.x + box.width() * float((value - lo) / (hi - lo)); }
  float bin_x(std::size_t bin) const { return box.min.x + box.width() * float(bin) / float(o.bins); }
  float y(double share) const { return box.max.y - box.height() * float(share / highest); }
};

using BinShares = std::vector<double>;

std::pair<double, double> value_ends(std::span<const HistogramSeries> series, const HistogramOptions& o) {
  if (o.hi > o.lo) return {o.lo, o.hi};
  double lo = HUGE_VAL, hi = -HUGE_VAL;
  for (const HistogramSeries& s : series)
    for (const float value : s.values)
      if (std::isfinite(value)) lo = std::min<double>(lo, value), hi = std::max<double>(hi, value);
  if (lo > hi) return {0, 1};
  const Interval ends = nice_interval(lo, hi);
  return {ends.lo, ends.hi};
}

BinShares shares_of(const HistogramSeries& series, double lo, double hi, int bins) {
  BinShares shares = histogram(series.values, lo, hi, bins);
  for (double& share : shares) share /= std::max(double(series.values.size()), 1.0);
  return shares;
}

/// The counts, cached until the values or the axis change.
struct Counted {
  std::uint64_t version = 0;
  double asked_lo = 0, asked_hi = 0, lo = 0, hi = 1, highest = 1;
  int bins = 0;
  std::vector<BinShares> shares;

  bool fits(const HistogramOptions& o, std::size_t count) const {
    return version != 0 && version == o.version && asked_lo == o.lo && asked_hi == o.hi && bins == o.bins &&
           shares.size() == count;
  }
};

struct CountedHistograms {
  std::unordered_map<ImGuiID, Counted> by_id;
};

const Counted& counted(ImGuiID id, std::span<const HistogramSeries> series, const HistogramOptions& o) {
  Counted& c = remembered<CountedHistograms>().by_id[id];
  if (c.fits(o, series.size())) return c;
  const auto [lo, hi] = value_ends(series, o);
  c = {o.version, o.lo, o.hi, lo, hi, 1e-9, o.bins, {}};
  for (const HistogramSeries& s : series) {
    c.shares.push_back(shares_of(s, lo, hi, o.bins));
    c.highest = std::max(c.highest, *std::ranges::max_element(c.shares.back()));
  }
  return c;
}

Colour colour_of(const HistogramSeries& s, std::size_t index) {
  return s.colour ? s.colour : series_colour(static_cast<int>(index));
}

void draw_axis(const HistogramPlot& p) {
  const Palette& c = theme().palette;
  p.canvas.fill({{p.box.min.x, p.box.max.y}, {p.box.max.x, p.box.max.y + 1}}, c.border);
  if (p.lo < 0 && p.hi > 0)
    p.canvas.fill({{std::round(p.x(0)), p.box.min.y}, {std::round(p.x(0)) + 1, p.box.max.y}}, c.grid);
  if (!p.o.axis) return;
  const float y = p.box.max.y + em() * 0.2f;
  for (const Tick& t : linear_ticks(p.lo, p.hi, std::max(2, static_cast<int>(p.box.width() / (em() * 4))))) {
    // The labels at the ends stay within the plot.
    const float half = text_size(fonts().mono_small, t.label).x / 2 + 1;
    const float x = std::max(p.box.min.x + half, std::min(p.x(t.value), p.box.max.x - half));
    draw_text_in(p.canvas, fonts().mono_small, {{x - em() * 3, y}, {x + em() * 3, y + em()}}, c.text_dim,
                 t.label, Align::Centre);
  }
  draw_text_in(p.canvas, fonts().small,
               {{p.box.min.x - em() * 3, y + em()}, {p.box.max.x + em() * 3, y + em() * 2.1f}}, c.text_dim,
               p.o.x_title, Align::Centre);
}

/// Fills the area under the steps, and draws a line along non-empty bins.
void draw_steps(const HistogramPlot& p, const BinShares& shares, Colour colour) {
  const float thick = std::max(1.0f, em() / 11);
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (shares[i] > 0)
      p.canvas.fill({{p.bin_x(i), p.y(shares[i])}, {p.bin_x(i + 1), p.box.max.y}}, faded(colour, 0.3f));
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const bool begins = i == 0 || shares[i - 1] <= 0, ends = i + 1 == shares.size() || shares[i + 1] <= 0;
    if (shares[i] <= 0) continue;
    if (begins) p.canvas.line_to({p.bin_x(i), p.box.max.y});
    if (begins || shares[i] != shares[i - 1]) p.canvas.line_to({p.bin_x(i), p.y(shares[i])});
    p.canvas.line_to({p.bin_x(i + 1), p.y(shares[i])});
    if (!ends) continue;
    p.canvas.line_to({p.bin_x(i + 1), p.box.max.y});
    p.canvas.stroke(colour, thick);
  }
}

void show_tip(const HistogramPlot& p, std::span<const HistogramSeries> series,
              const std::vector<BinShares>& shares) {
  const float along = (ImGui::GetIO().MousePos.x - p.box.min.x) / p.box.width();
  const auto bin =
      static_cast<std::size_t>(std::clamp(static_cast<int>(along * float(p.o.bins)), 0, p.o.bins - 1));
  const double width = (p.hi - p.lo) / p.o.bins, from = p.lo + width * double(bin);
  begin_tooltip();
  value_line(tr("from"), format_number(from, 3));
  value_line(tr("to"), format_number(from + width, 3));
  for (std::size_t i = 0; i < series.size(); ++i)
    value_line(series[i].name,
               tr("{1} of {2}", format_count(std::llround(shares[i][bin] * double(series[i].values.size()))),
                  format_count(static_cast<std::int64_t>(series[i].values.size()))));
  end_tooltip();
}

}  // namespace

HistogramResult histogram_plot(const char* id, std::span<const HistogramSeries> series,
                               const HistogramOptions& o) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(o.size.x > 0 ? o.size.x : room.x, em() * 4),
                    std::max(o.size.y > 0 ? o.size.y : room.y, em())};
  KeepsDirection kept;
  HistogramResult r;
  r.bounds = box_at(ImGui::GetCursorScreenPos(), size);
  kept.within(r.bounds);
  ImGui::InvisibleButton(id, size);
  const float below = !o.axis ? 1 : em() * (o.x_title.empty() ? 1.3f : 2.3f);
  r.plot = {r.bounds.min, {r.bounds.max.x, r.bounds.max.y - std::ceil(below)}};
  mark(o.target, r.plot);
  mark_part(o.target, o.x_title, r.bounds);
  const Counted& c = counted(ImGui::GetID(id), series, o);
  r.lo = c.lo, r.hi = c.hi;
  const HistogramPlot plot{o, r.plot, c.lo, c.hi, c.highest, window_canvas()};
  draw_axis(plot);
  for (std::size_t i = 0; i < series.size(); ++i) draw_steps(plot, c.shares[i], colour_of(series[i], i));
  if (ImGui::IsItemHovered() && r.plot.contains(ImGui::GetIO().MousePos)) show_tip(plot, series, c.shares);
  return r;
}

}  // namespace attnlab
