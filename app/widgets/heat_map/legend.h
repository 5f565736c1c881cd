// A colour bar with the numbers at its ends and the mode of its range.
#pragma once

#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/value_range.h"

namespace attnlab {

/// Draws a legend into `box` (one line high). With RangeMode::PerRow and a row given in `ranges`, pass that
/// row's range; else the whole matrix's. `marked`: a value to mark on the bar, NaN for none.
void draw_legend(Canvas canvas, const Box& box, ValueRange range, const ColourScale& scale, float marked);

/// Width of a range's legend with a short bar.
float legend_width(ValueRange range, const ColourScale& scale);

/// Width of a range's legend with the shortest bar.
float least_legend_width(ValueRange range, const ColourScale& scale);

/// Height of a legend line.
float legend_height();

}  // namespace attnlab
