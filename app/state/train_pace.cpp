// The row of paces.
#include "app/state/train_pace.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr double kPaces[] = {1, 3, 10, 30, 100, 300};
constexpr double kWatchedSeconds = 45;

/// Full speed as the number that it stands for.
double limit_of(double pace) { return pace == kFullSpeed ? std::numeric_limits<double>::infinity() : pace; }

}  // namespace

double faster_pace(double now) {
  const auto* const next = std::ranges::upper_bound(kPaces, limit_of(now));
  return next == std::end(kPaces) ? kFullSpeed : *next;
}

double slower_pace(double now) {
  const auto* const here = std::ranges::lower_bound(kPaces, limit_of(now));
  return here == std::begin(kPaces) ? kPaces[0] : *(here - 1);
}

std::string pace_text(double pace) {
  if (pace == kFullSpeed) return tr("full speed");
  const std::string number = format_exact(float(pace));
  return pace == 1 ? tr("{1} step/s", number) : tr("{1} steps/s", number);
}

double watched_pace(Index steps) {
  const auto off = [&](double pace) {
    return std::abs(std::log(double(std::max<Index>(steps, 1)) / pace / kWatchedSeconds));
  };
  return *std::ranges::min_element(kPaces, {}, off);
}

}  // namespace attnlab
