// Fits the legend of a line plot into its line, and names the other curves in a tooltip.
#include "app/widgets/plots/plot_legend.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// In em: the stroke before a name, the name's place after it, the gap before the next entry.
constexpr float kLegendStroke = 1, kLegendName = 1.35f, kLegendGap = 1;
/// The most lines of a tooltip's column.
constexpr std::size_t kLegendLines = 20;

float entry_width(const Series& series) {
  return (kLegendName + 0.05f) * em() + text_size(fonts().small, series.name).x;
}

std::vector<std::size_t> legend_entries(std::span<const Series> series) {
  std::vector<std::size_t> entries;
  for (std::size_t i = 0; i < series.size(); ++i)
    if (series[i].in_legend && !series[i].name.empty()) entries.push_back(i);
  return entries;
}

/// The widths of these entries with the gaps between them.
std::vector<float> legend_widths(const Plot& p, std::span<const std::size_t> entries) {
  std::vector<float> widths;
  for (const std::size_t place : entries)
    widths.push_back(entry_width(p.series[place]) +
                     (widths.size() + 1 < entries.size() ? kLegendGap * em() : 0));
  return widths;
}

bool is_pointed_at(const Box& box) {
  return ImGui::IsWindowHovered() && box.contains(ImGui::GetIO().MousePos);
}

std::string more_words(std::size_t count) { return tr("+ {1} more", std::to_string(count)); }

/// Draws stroke and name of one curve.
void draw_entry(Canvas canvas, const Plot& p, std::size_t place, const Box& box) {
  const float middle = std::floor(box.centre().y);
  canvas.fill(
      {{box.min.x, middle - 1}, {box.min.x + kLegendStroke * em(), middle + std::max(1.0f, em() / 12)}},
      plot_colour(p.series[place], place), 1);
  draw_text_in(canvas, fonts().small, {{box.min.x + kLegendName * em(), box.min.y}, box.max},
               theme().palette.text_dim, p.series[place].name, Align::Left, Cut::Meant);
}

/// Names curves in columns.
void show_entries(const Plot& p, std::span<const std::size_t> entries) {
  begin_tooltip();
  const float line = std::ceil(em() * 1.3f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::size_t lines = std::min(entries.size(), kLegendLines);
  float x = start.x;
  for (std::size_t first = 0; first < entries.size(); first += lines) {
    const auto column = entries.subspan(first, std::min(lines, entries.size() - first));
    float width = 0;
    for (const std::size_t place : column) width = std::max(width, entry_width(p.series[place]));
    for (std::size_t i = 0; i < column.size(); ++i)
      draw_entry(window_canvas(), p, column[i], box_at({x, start.y + line * float(i)}, {width, line}));
    x += width + kLegendGap * em();
  }
  ImGui::Dummy({x - kLegendGap * em() - start.x, line * float(lines)});
  end_tooltip();
}

void draw_more(const Plot& p, std::span<const std::size_t> entries, ImVec2 at, float line) {
  const std::string words = more_words(entries.size());
  const Box box = box_at(at, {text_size(fonts().small, words).x + 1, line});
  draw_text_in(p.canvas, fonts().small, box, theme().palette.text_dim, words);
  if (!p.o.target.empty()) {
    const Box seen = intersection(box, clip_box());
    mark_target(p.o.target + ".more",
                seen.empty() ? TargetRect{} : TargetRect{seen.min.x, seen.min.y, seen.max.x, seen.max.y});
  }
  if (is_pointed_at(box)) show_entries(p, entries);
}

}  // namespace

LegendFit fit_legend(std::span<const float> widths, float room, float note) {
  const float all = std::accumulate(widths.begin(), widths.end(), 0.0f);
  if (widths.empty() || all <= room) return {widths.size(), 0};
  LegendFit fit{1, widths.size() - 1};
  float used = widths.front();
  while (fit.more > 0 && used + widths[fit.shown] + note <= room) {
    used += widths[fit.shown];
    ++fit.shown, --fit.more;
  }
  return fit;
}

Colour plot_colour(const Series& series, std::size_t place) {
  return series.colour ? series.colour : series_colour(static_cast<int>(place));
}

void draw_plot_legend(const Plot& p, float end) {
  std::vector<std::size_t> entries = legend_entries(p.series);
  const float line = em() * 1.1f, note = text_size(fonts().small, more_words(entries.size())).x + 1;
  const auto fit_entries = [&] { return fit_legend(legend_widths(p, entries), end - p.box.min.x, note); };
  LegendFit fit = fit_entries();
  if (fit.more > 0) {
    std::ranges::stable_sort(entries, std::greater(), [&](std::size_t i) { return p.series[i].thickness; });
    fit = fit_entries();
  }
  ImVec2 at{p.box.min.x, p.box.min.y - em() * 1.35f};
  for (std::size_t i = 0; i < fit.shown; ++i) {
    const float whole = entry_width(p.series[entries[i]]),
                most = end - at.x - (fit.more > 0 ? note + kLegendGap * em() : 0);
    const Box box = box_at(at, {std::min(whole, std::max(most, kLegendName * em())), line});
    draw_entry(p.canvas, p, entries[i], box);
    if (whole > most && is_pointed_at(box)) show_entries(p, std::span(entries).subspan(i, 1));
    at.x = box.max.x + kLegendGap * em();
  }
  if (fit.more > 0) draw_more(p, std::span(entries).subspan(fit.shown), at, line);
}

}  // namespace attnlab
