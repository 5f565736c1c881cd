// The legend's line of a line plot: as many curves as fit, and how many more there are.
#pragma once

#include <span>

#include "app/widgets/plots/plot_axes.h"

namespace attnlab {

/// Which entries stand in a legend's line: the first `shown`; the others are counted after them.
struct LegendFit {
  std::size_t shown = 0;
  std::size_t more = 0;
};

/// Fits entries of these widths, gaps included, into `room` pixels; where not all fit, before a note of
/// `note` pixels. The first one is always shown, be it cut. Pure.
LegendFit fit_legend(std::span<const float> widths, float room, float note);

/// The colour of a series: its own, else that of its place.
Colour plot_colour(const Series& series, std::size_t place);

/// Draws the legend above the plot, up to `end` pixels from the left of the screen. Curves that do not fit
/// are counted, thin ones first; a tooltip there names them. Its script name is the plot's with ".more" after
/// it.
void draw_plot_legend(const Plot& plot, float end);

}  // namespace attnlab
