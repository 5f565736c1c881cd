// Clipping of the gradient, below the gradients back through time.
#pragma once

#include "app/features/recurrence/view_frame.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {

/// The norm of the whole gradient before and after clipping: of this text, and of the batches of the run.
void draw_clipping(const RecurrenceFrame& frame, float width);

}  // namespace attnlab
