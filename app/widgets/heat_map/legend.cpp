// Draws colour bars.
#include "app/widgets/heat_map/legend.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/base/format.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

std::string end_text(float value, const ColourScale& scale) {
  if (value == std::round(value) && std::abs(value) < 1e4f) return format_fixed(double(value), 0);
  return format_number(value, std::min(widgets().digits, scale.mode == RangeMode::Fixed ? 2 : 3));
}

/// The bar shows only the part of the colour map that the range uses.
void draw_bar(Canvas canvas, const Box& bar, ValueRange range, Scale scale) {
  const int strips = std::clamp(static_cast<int>(bar.width() / 2), 2, 96);
  const auto value = [&](int i) { return std::lerp(range.lo, range.hi, float(i) / float(strips)); };
  std::vector<Colour> stops;
  for (int i = 0; i <= strips; ++i) stops.push_back(value_colour(value(i), range, scale));
  canvas.gradient(bar, stops);
  canvas.frame(bar, faded(theme().palette.text_faint, 0.6f));
}

void draw_mark(Canvas canvas, const Box& bar, float fraction, float reach, Colour colour) {
  const float x = std::floor(bar.min.x + bar.width() * std::clamp(fraction, 0.0f, 1.0f));
  canvas.fill({{x, bar.min.y - reach}, {x + 1, bar.max.y + reach}}, colour);
}

}  // namespace

float legend_width(ValueRange range, const ColourScale& scale) {
  ImFont* mono = fonts().mono_small;
  return text_size(mono, end_text(range.lo, scale)).x + text_size(mono, end_text(range.hi, scale)).x +
         text_size(fonts().small, range_mode_name(scale.mode)).x + em() * 5.2f;
}

float least_legend_width(ValueRange range, const ColourScale& scale) {
  return legend_width(range, scale) - em() * 1.6f;
}

float legend_height() { return std::ceil(em() * 1.2f); }

void draw_legend(Canvas canvas, const Box& box, ValueRange range, const ColourScale& scale, float marked) {
  ImFont* mono = fonts().mono_small;
  const Palette& p = theme().palette;
  const float gap = em() * 0.4f;
  const std::string lo = end_text(range.lo, scale), hi = end_text(range.hi, scale);
  const std::string mode = range_mode_name(scale.mode);
  const float lo_width = text_size(mono, lo).x, hi_width = text_size(mono, hi).x;
  const float mode_width = text_size(fonts().small, mode).x;
  const float bar_width =
      std::clamp(box.width() - lo_width - hi_width - mode_width - 4 * gap, em() * 2, em() * 8);
  const float thickness = std::floor(em() * 0.55f), y = std::floor(box.centre().y - thickness / 2);
  float x = box.min.x;
  draw_text_in(canvas, mono, {{x, box.min.y}, {x + lo_width + 1, box.max.y}}, p.text_dim, lo);
  x += lo_width + gap;
  const Box bar{{x, y}, {x + bar_width, y + thickness}};
  draw_bar(canvas, bar, range, scale.scale);
  const float span = range.hi - range.lo;
  if (span > 0 && range.lo < 0 && range.hi > 0)
    draw_mark(canvas, bar, -range.lo / span, em() * 0.15f, p.text_dim);
  if (span > 0 && std::isfinite(marked))
    draw_mark(canvas, bar, (marked - range.lo) / span, em() * 0.3f, p.text);
  x = bar.max.x + gap;
  draw_text_in(canvas, mono, {{x, box.min.y}, {x + hi_width + 1, box.max.y}}, p.text_dim, hi);
  x += hi_width + gap * 1.6f;
  draw_text_in(canvas, fonts().small, {{x, box.min.y}, {std::max(x, box.max.x), box.max.y}}, p.text_dim,
               mode);
}

}  // namespace attnlab
