// Curves over training steps: the step on screen is marked, and a press or a drag goes to another.
#pragma once

#include "app/views/common/views.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {

/// As `line_plot`; the x axis, its title and its marker are the steps'. Pins and changes are drawn over it
/// where it is linear.
LinePlotResult step_plot(const ViewModel& model, const char* id, std::span<const Series> series,
                         LinePlotOptions options, const Emit& emit);

}  // namespace attnlab
