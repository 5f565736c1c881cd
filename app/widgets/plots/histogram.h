// Histogram: how many values are where, as steps over an axis of values.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// One set of values; several are laid over each other.
struct HistogramSeries {
  std::string name{};
  std::span<const float> values{};
  Colour colour = 0;  ///< 0 takes the next series colour
};

struct HistogramOptions {
  ImVec2 size{0, 0};  ///< 0 means what the window has left
  int bins = 48;
  double lo = 0, hi = 0;  ///< ends of the axis; equal: those of the values
  bool axis = true;       ///< numbers below
  /// Changes with the values: they are counted anew when it does. 0: in every frame.
  std::uint64_t version = 0;
  std::string x_title{};
  std::string target{};
};

struct HistogramResult {
  Box bounds, plot;
  double lo = 0, hi = 0;  ///< ends of the axis as drawn
};

/// Draws at the cursor and advances it. Heights are shares of each set's values; those outside the ends and
/// NaN count among them, but have no step. The bin under the pointer tells its counts.
HistogramResult histogram_plot(const char* id, std::span<const HistogramSeries> series,
                               const HistogramOptions& options = {});

}  // namespace attnlab
