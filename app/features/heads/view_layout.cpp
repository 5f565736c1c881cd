// Sizes of the grid of heads.
#include "app/features/heads/view_layout.h"

#include <algorithm>
#include <cmath>

namespace attnlab {

namespace {

constexpr float kLeast = 2.6f, kMost = 60;  // sides of a thumbnail, in em
constexpr float kStretch = 1.6f;            // one side of it by the other

HeadsPlan plan(const HeadsSpace& s, int columns) {
  HeadsPlan p;
  p.columns = columns;
  p.badge = std::ceil(s.em * 1.35f);
  p.gap = std::ceil(s.em * 0.5f);
  p.heading = std::ceil(s.em * 2.8f + s.col_label);
  const auto layers = float(s.layers), heads = float(s.heads);
  const auto across = float(columns), down = float((s.groups + columns - 1) / columns);
  const float gap = s.em * 1.2f;  // between groups
  const float width = (s.width - gap * (across - 1)) / across - s.row_label;
  const float height = (s.height - gap * (down - 1)) / down - p.heading;
  const auto side = [&](float fits) { return std::clamp(fits, s.em * kLeast, s.em * kMost); };
  const float wide = side(width / heads - p.gap), high = side(height / layers - p.gap - p.badge);
  p.thumb = {std::floor(std::min(wide, high * kStretch)), std::floor(std::min(high, wide * kStretch))};
  p.group = {s.row_label + heads * (p.thumb.x + p.gap) + gap,
             p.heading + layers * (p.thumb.y + p.badge + p.gap) + gap};
  p.total = {p.group.x * across - gap, p.group.y * down - gap};
  return p;
}

/// Whether `a` shows more than `b`: first everything without scrolling, then by scrolling down only. A scroll
/// bar takes height from the grid, which must not lead back to a plan without it.
bool is_better(const HeadsPlan& a, const HeadsPlan& b, const HeadsSpace& s) {
  const auto fits_across = [&](const HeadsPlan& p) { return p.total.x <= s.width; };
  const auto fits = [&](const HeadsPlan& p) { return fits_across(p) && p.total.y <= s.height; };
  if (fits(a) != fits(b)) return fits(a);
  if (fits_across(a) != fits_across(b)) return fits_across(a);
  if (!fits_across(a)) return a.total.x < b.total.x;
  return a.thumb.x * a.thumb.y > b.thumb.x * b.thumb.y;
}

}  // namespace

ImVec2 HeadsPlan::place(int number, int layer_from_top, int head, float row_label) const {
  const float x = group.x * float(number % columns);
  const float y = group.y * float(number / columns);
  return {x + row_label + float(head) * (thumb.x + gap),
          y + heading + float(layer_from_top) * (thumb.y + badge + gap)};
}

HeadsPlan plan_heads(const HeadsSpace& space) {
  HeadsPlan best = plan(space, 1);
  for (int columns = 2; columns <= space.groups; ++columns)
    if (const HeadsPlan p = plan(space, columns); is_better(p, best, space)) best = p;
  return best;
}

ImVec2 FlowPlan::place(int number) const {
  return {float(number % columns) * (thumb + gap),
          float(number / columns) * (thumb + label + badge + gap) + label};
}

float FlowPlan::height(int count) const {
  return float((count + columns - 1) / columns) * (thumb + label + badge + gap);
}

FlowPlan plan_flow(float width, float height, int count, float em, float label) {
  FlowPlan best;
  best.badge = best.label = std::ceil(em * 1.35f);
  best.gap = std::ceil(em * 0.5f);
  const float least = std::floor(std::max(em * kLeast, label));
  for (int columns = 1; columns <= count; ++columns) {
    const auto rows = float((count + columns - 1) / columns);
    const float across = (width + best.gap) / float(columns) - best.gap;
    const float down = height / rows - best.gap - best.badge - best.label;
    const float thumb = std::floor(std::min({across, down, em * kMost}));
    if (thumb <= best.thumb) continue;
    best.thumb = thumb;
    best.columns = columns;
  }
  if (best.thumb >= least) return best;
  best.thumb = least;
  best.columns = std::max(1, static_cast<int>((width + best.gap) / (least + best.gap)));
  return best;
}

}  // namespace attnlab
