// Round numbers for axes.
#include "app/widgets/plots/ticks.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"

namespace attnlab {
namespace {

/// The smallest of 1, 2, 5 × 10ⁿ that is at least `step`.
double round_step_up(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  }
  return 10.0 * power;
}

/// "10k" rather than "10.0k".
std::string short_compact(double value) {
  std::string text = format_compact(value);
  if (const std::size_t zero = text.find(".0"); zero != std::string::npos) text.erase(zero, 2);
  return text;
}

std::string tick_label(double value, double step) {
  if (std::abs(value) < step * 1e-6) return "0";
  const double size = std::abs(value);
  if (size >= 1e4 && step >= 100) return short_compact(value);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  return decimals > 5 ? format_number(value, 3) : format_fixed(value, decimals);
}

std::string power_label(double value) {
  if (value >= 1000) return short_compact(value);
  return value >= 0.001
             ? format_fixed(value, std::max(0, static_cast<int>(std::ceil(-std::log10(value) - 1e-9))))
             : format_number(value, 2);
}

std::vector<Tick> powers(double lo, double hi, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(lo) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(hi) + 1e-9));
  const int every = std::max(1, (last - first + most) / std::max(most, 1));
  std::vector<Tick> ticks;
  for (int n = first; n <= last; ++n) {
    const double value = std::pow(10.0, n);
    ticks.push_back({value, (n - first) % every == 0 ? power_label(value) : ""});
  }
  return ticks;
}

void add_between(std::vector<Tick>& ticks, double lo, double hi) {
  const int first = static_cast<int>(std::floor(std::log10(lo))),
            last = static_cast<int>(std::floor(std::log10(hi)));
  for (int n = first; n <= last; ++n) {
    for (double factor : {2.0, 5.0}) {
      const double value = factor * std::pow(10.0, n);
      if (value >= lo && value <= hi) ticks.push_back({value, power_label(value)});
    }
  }
  std::sort(ticks.begin(), ticks.end(), [](const Tick& a, const Tick& b) { return a.value < b.value; });
}

}  // namespace

std::vector<Tick> linear_ticks(double lo, double hi, int most, AxisValues values) {
  if (!std::isfinite(lo) || !std::isfinite(hi) || hi <= lo || most < 1) return {};
  const double least = values == AxisValues::Whole ? 1 : 0;
  const double step = std::max(round_step_up((hi - lo) / most), least);
  std::vector<Tick> ticks;
  const double first = std::ceil(lo / step - 1e-9), last = std::floor(hi / step + 1e-9);
  for (double n = first; n <= last && ticks.size() <= static_cast<std::size_t>(most); ++n) {
    ticks.push_back({n * step, tick_label(n * step, step)});
  }
  return ticks;
}

std::vector<Tick> log_ticks(double lo, double hi, int most) {
  if (!std::isfinite(lo) || !std::isfinite(hi) || hi <= lo || lo <= 0 || most < 1) return {};
  std::vector<Tick> ticks = powers(lo, hi, most);
  if (static_cast<int>(ticks.size()) * 3 <= most) add_between(ticks, lo, hi);
  // From 1.2 to 1.9 there is nothing of the sort.
  return ticks.size() < 2 ? linear_ticks(lo, hi, std::max(most, 4)) : ticks;
}

Interval nice_interval(double lo, double hi) {
  if (!std::isfinite(lo) || !std::isfinite(hi)) return {0, 1};
  if (hi < lo) std::swap(lo, hi);
  if (hi - lo <= std::max(std::abs(hi), std::abs(lo)) * 1e-9) {
    const double around = hi == 0 ? 1.0 : std::abs(hi) * 0.5;
    return {lo - around, hi + around};
  }
  const double step = round_step_up((hi - lo) / 5);
  return {std::floor(lo / step + 1e-9) * step, std::ceil(hi / step - 1e-9) * step};
}

}  // namespace attnlab
