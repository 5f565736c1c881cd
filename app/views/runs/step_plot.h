// Curves over training steps: the step on screen is marked, and a press or a drag goes to another step.
#pragma once

#include <span>

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {

/// A line_plot() whose x axis counts steps, with pins and changes over a linear axis.
LinePlotResult step_plot(const ViewModel& model, const char* id, std::span<const Series> series,
                         LinePlotOptions options, const Emit& emit);

/// Index of the nearest of the rising `steps` to `step`; −1 for no steps.
int nearest_step(std::span<const Index> steps, Index step);

/// Draws labels below `columns`, one equally wide column per step: as many labels as fit, the step on screen
/// first. Returns their height.
float draw_step_axis(const Box& columns, std::span<const Index> steps, Index on_screen);

/// Goes to the step whose column is pressed or dragged over. `name` identifies the axis.
void drag_over_steps(const char* name, const Box& columns, std::span<const Index> steps,
                     const ViewModel& model, const Emit& emit);

}  // namespace attnlab
