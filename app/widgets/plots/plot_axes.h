// The axes of a line plot: ranges, pixels, ticks, grid.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/plots/line_plot.h"
#include "app/widgets/plots/ticks.h"

namespace attnlab {

/// One axis: values to pixels and back.
struct PlotAxis {
  double lo = 0, hi = 1;
  bool log = false;
  float from = 0, to = 1;  ///< pixels of lo and hi

  double warped(double v) const { return log ? std::log10(std::max(v, 1e-300)) : v; }
  float pixel(double v) const;
  double value(float pixel) const;
};

/// A line plot while it is drawn.
struct Plot {
  const LinePlotOptions& o;
  std::span<const Series> series;
  PlotAxis x, y;
  Box box;  ///< the plotting area
  Canvas canvas;
};

PlotAxis plot_x_axis(std::span<const Series> series, const LinePlotOptions& options);
/// The y axis for the values between the ends of `x`.
PlotAxis plot_y_axis(std::span<const Series> series, const LinePlotOptions& options, const PlotAxis& x);

/// The visible part of an axis; `middle` is a fraction of the axis. Pure.
PlotAxis seen_part(const PlotAxis& whole, double zoom, double middle);

/// The plotting area inside `bounds`, without the room of axes and legend.
Box plot_area(const Box& bounds, const LinePlotOptions& options, const PlotAxis& y, bool legend);

void draw_plot_grid(const Plot& plot);
void draw_plot_rules(const Plot& plot);
void draw_plot_titles(const Plot& plot, const Box& bounds);

}  // namespace attnlab
