// An axis of kept steps: a labelled column per step, the step on screen marked; a drag goes to a step.
#pragma once

#include <span>

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// Index of the nearest of the rising `steps` to `step`; −1 for no steps.
int nearest_step(std::span<const Index> steps, Index step);

/// Draws labels below `columns`, one equally wide column per step: as many labels as fit, the step on screen
/// first. Returns their height.
float draw_step_axis(const Box& columns, std::span<const Index> steps, Index on_screen);

/// Goes to the step whose column is pressed or dragged over. `name` identifies the axis.
void drag_over_steps(const char* name, const Box& columns, std::span<const Index> steps,
                     const ViewModel& model, const Emit& emit);

}  // namespace attnlab
