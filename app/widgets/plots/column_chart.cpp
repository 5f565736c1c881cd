// Draws columns and takes their input.
#include "app/widgets/plots/column_chart.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/plots/ticks.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct Chart {
  const ColumnChartOptions& o;
  std::span<const double> values;
  Box box;  ///< plotting area
  double lo, hi;
  Canvas canvas;

  float y(double v) const { return box.max.y - box.height() * float((v - lo) / (hi - lo)); }
  float step() const { return box.width() / float(values.size()); }
  Box slot(int i) const {
    const float x = box.min.x + step() * float(i);
    return {{x, box.min.y}, {x + step(), box.max.y}};
  }
};

std::string value_text(double v, bool percent) {
  return percent ? format_percent(v, std::abs(v) < 0.0995 ? 1 : 0) : format_number(v, widgets().digits);
}

std::string name_of(const ColumnChartOptions& o, int i) {
  return static_cast<std::size_t>(i) < o.names.size() ? display_token(o.names[i]) : std::to_string(i);
}

std::pair<double, double> value_ends(std::span<const double> values, double highest) {
  double lo = 0, hi = highest;
  for (double v : values) {
    if (!std::isfinite(v)) continue;
    lo = std::min(lo, v);
    if (highest <= 0) hi = std::max(hi, v);
  }
  return {lo, hi > lo ? hi : lo + 1};
}

Box plotting_area(const Box& bounds, const ColumnChartOptions& o) {
  const float left = std::ceil(text_size(fonts().mono_small, "0.000").x + em() * 0.5f);
  const float top = std::ceil(em() * (o.y_title.empty() ? 1.2f : 2.2f));
  return {{bounds.min.x + left, bounds.min.y + top},
          {bounds.max.x - std::ceil(em() * (o.names.empty() ? 0.6f : 0.1f)),
           bounds.max.y - std::ceil(em() * 1.5f)}};
}

void draw_value_scale(const Chart& c, const Box& bounds) {
  const Palette& p = theme().palette;
  const float half = font_size(fonts().mono_small) / 2;
  for (const Tick& t :
       linear_ticks(c.lo, c.hi, std::max(2, static_cast<int>(c.box.height() / (em() * 2.4f))))) {
    const float y = std::round(c.y(t.value));
    c.canvas.fill({{c.box.min.x, y}, {c.box.max.x, y + 1}}, t.value == 0 ? p.border : p.grid);
    const std::string label = c.o.percent ? format_percent(t.value, 0) : t.label;
    draw_text_in(c.canvas, fonts().mono_small,
                 {{bounds.min.x, y - half}, {c.box.min.x - em() * 0.35f, y + half}}, p.text_dim, label,
                 Align::Right);
  }
  const Box title{{bounds.min.x, bounds.min.y}, {bounds.max.x, bounds.min.y + em() * 1.1f}};
  draw_text_in(c.canvas, fonts().small, title, p.text_dim, c.o.y_title);
}

/// Indices below narrow columns are thinned to multiples of 2, 5, 10, 20 and so on.
int every_label(float step) {
  for (int power = 1;; power *= 10)
    for (const int every : {2 * power, 5 * power, 10 * power})
      if (step * float(every) > em() * 2.6f) return every;
}

void draw_column(const Chart& c, int i, bool hovered) {
  const Palette& p = theme().palette;
  const double v = c.values[i];
  const Box slot = c.slot(i);
  const float gap = c.values.size() > 60 ? 0.5f : std::min(c.step() * 0.14f, em() * 0.5f);
  const bool off = static_cast<std::size_t>(i) < c.o.faded.size() && c.o.faded[i] != 0;
  const Colour strong = c.o.role == Role::None ? p.accent : role_text(c.o.role);
  const Colour fill = off                 ? faded(p.text_faint, 0.35f)
                      : hovered           ? blend(strong, p.text, 0.25f)
                      : i == c.o.selected ? strong
                                          : faded(strong, 0.72f);
  if (std::isfinite(v)) {
    const float y0 = c.y(std::max(v, 0.0)), y1 = c.y(std::min(v, 0.0)),
                round = std::min(em() * 0.2f, (y1 - y0) / 2);
    c.canvas.fill({{slot.min.x + gap, y0}, {slot.max.x - gap, std::max(y1, y0 + 1)}}, fill, round,
                  v >= 0 ? ImDrawFlags_RoundCornersTop : ImDrawFlags_RoundCornersBottom);
    const std::string text = value_text(v, c.o.percent);
    if (text_size(fonts().mono_small, text).x < c.step() - 2) {
      draw_text_in(c.canvas, fonts().mono_small, {{slot.min.x, y0 - em() * 1.05f}, {slot.max.x, y0 - 1}},
                   p.text_dim, text, Align::Centre);
    }
  }
  const bool crowded = c.o.names.empty() && c.step() < em() * 1.6f;
  if (c.step() < em() * 0.9f && !crowded) return;
  if (crowded && i % every_label(c.step()) != 0) return;
  const float wide = crowded ? em() : -1.0f;
  const Box label{{slot.min.x - wide, slot.max.y + em() * 0.2f},
                  {slot.max.x + wide, slot.max.y + em() * 1.4f}};
  draw_text_in(c.canvas, fonts().small, label, i == c.o.selected ? p.text : p.text_dim, name_of(c.o, i),
               Align::Centre, Cut::Meant);
}

void show_tip(const Chart& c, int i) {
  const double v = c.values[i];
  begin_tooltip();
  value_line(name_of(c.o, i), format_number(v, kMaxDigits), c.o.role);
  if (c.o.percent) value_line(tr("share"), format_percent(v, 3));
  end_tooltip();
}

}  // namespace

std::vector<double> histogram(std::span<const float> values, double lo, double hi, int bins) {
  std::vector<double> counts(std::max(bins, 1), 0.0);
  for (float v : values) {
    if (!(v >= lo && v <= hi) || hi <= lo) continue;
    const auto bin = static_cast<std::size_t>((v - lo) / (hi - lo) * double(counts.size()));
    counts[std::min(bin, counts.size() - 1)] += 1;
  }
  return counts;
}

ColumnChartResult column_chart(const char* id, std::span<const double> values, const ColumnChartOptions& o) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(o.size.x > 0 ? o.size.x : room.x, em() * 6),
                    std::max(o.size.y > 0 ? o.size.y : room.y, em() * 6)};
  KeepsDirection kept;
  ColumnChartResult r;
  r.bounds = box_at(ImGui::GetCursorScreenPos(), size);
  kept.within(r.bounds);
  const bool pressed = ImGui::InvisibleButton(id, size);
  const bool over = ImGui::IsItemHovered();
  if (values.empty()) return r;
  const auto [lo, hi] = value_ends(values, o.highest);
  const Chart c{o, values, plotting_area(r.bounds, o), lo, hi, window_canvas()};
  const auto count = static_cast<int>(values.size());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (over && mouse.x >= c.box.min.x && mouse.x < c.box.max.x) {
    r.hovered = std::clamp(static_cast<int>((mouse.x - c.box.min.x) / c.step()), 0, count - 1);
  }
  if (pressed) r.clicked = r.hovered;
  mark_part(o.target, o.y_title, r.bounds);
  mark_target_grid(o.target, {c.box.min.x, c.box.min.y, c.box.max.x, c.box.max.y},
                   {c.box.min.x, c.box.min.y, c.box.max.x, c.box.max.y}, 1, count);
  draw_value_scale(c, r.bounds);
  for (int i = 0; i < count; ++i) draw_column(c, i, i == r.hovered);
  if (r.hovered >= 0) show_tip(c, r.hovered);
  return r;
}

}  // namespace attnlab
