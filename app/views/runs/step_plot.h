// Curves over training steps: the step on screen is marked, and a press or a drag goes to another step.
#pragma once

#include "app/views/common/views.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {

/// A line_plot() whose x axis counts steps, with pins and changes over a linear axis.
LinePlotResult step_plot(const ViewModel& model, const char* id, std::span<const Series> series,
                         LinePlotOptions options, const Emit& emit);

}  // namespace attnlab
