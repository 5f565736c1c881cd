// Ticks of an axis at round numbers: pure functions.
#pragma once

#include <string>
#include <vector>

namespace attnlab {

struct Tick {
  double value = 0;
  std::string label{};  ///< "" for an unlabelled tick between powers of ten
};

/// What an axis measures, or counts: between two counted things there is no tick.
enum class AxisValues { Continuous, Whole };

/// At most `most` ticks at steps of 1, 2 or 5 × 10ⁿ inside [lo, hi]. Labels have as many decimals as the step
/// needs. An empty or not-finite interval gives none.
std::vector<Tick> linear_ticks(double lo, double hi, int most, AxisValues values = AxisValues::Continuous);

/// Ticks at powers of ten inside [lo, hi], lo > 0; with 2 and 5 between them where there is room.
std::vector<Tick> log_ticks(double lo, double hi, int most);

/// [lo, hi] widened to round ends; an interval of no length is widened around its value.
struct Interval {
  double lo = 0, hi = 1;
};
Interval nice_interval(double lo, double hi);

}  // namespace attnlab
