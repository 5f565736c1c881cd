// The labels along a heat map's axes.
#pragma once

#include <string>

#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/heat_map_layout.h"

namespace attnlab {

/// The label of one row or column: its name as shown, or its index.
std::string label_text(const AxisLabels& axis, int index);

/// Width of the widest label in pixels, at most the limit of a label.
float widest_label(const AxisLabels& axis, int count);

/// Height of a line of labels.
float label_line();

/// The colour of what the axis is.
Colour axis_title_colour(const AxisLabels& axis);

void draw_axes(Canvas canvas, const MatrixView& matrix, const HeatMapOptions& options,
               const HeatMapPlan& plan, const HeatMapResult& result);

}  // namespace attnlab
