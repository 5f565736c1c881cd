// Histogram: counts of values as steps over an axis of values.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// One set of values; several sets are drawn over each other.
struct HistogramSeries {
  std::string name{};
  std::span<const float> values{};
  Colour colour = 0;  ///< 0 takes the next series colour
};

struct HistogramOptions {
  ImVec2 size{0, 0};  ///< 0: the rest of the window
  int bins = 48;
  double lo = 0, hi = 0;  ///< ends of the axis; if equal, the ends of the values
  bool axis = true;       ///< numbers below
  /// Changes with the values, which are then counted again. 0: counted in every frame.
  std::uint64_t version = 0;
  std::string x_title{};
  std::string target{};
};

struct HistogramResult {
  Box bounds, plot;
  double lo = 0, hi = 0;  ///< ends of the axis as drawn
};

/// Draws at the cursor and advances it. Heights are fractions of each set's values; values outside the ends
/// and NaN count in the total, but have no step. A tooltip shows the counts of the bin under the pointer.
HistogramResult histogram_plot(const char* id, std::span<const HistogramSeries> series,
                               const HistogramOptions& options = {});

}  // namespace attnlab
