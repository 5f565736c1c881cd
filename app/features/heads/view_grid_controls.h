// What stands above the grid of heads.
#pragma once

#include "app/features/heads/view_frame.h"

namespace attnlab {

/// Draws the choice of the measure and of the order, and the button that opens the selected head.
void draw_grid_controls(const ViewModel& model, const HeadMeasure& measure, const Emit& emit);
/// Draws the measure's sentence, with the colour scale of the weights at the right; long texts have one per
/// row.
void draw_measure_sentence(const ViewModel& model, const HeadMeasure& measure,
                           const std::vector<std::vector<KnownHead>>& groups);

}  // namespace attnlab
