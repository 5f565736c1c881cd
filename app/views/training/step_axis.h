// An axis of kept steps: a column a step, labelled below, with the step on screen marked; drag to go there.
#pragma once

#include <span>

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// Which of `steps`, which rise, is nearest to `step`; −1 where there are none.
int nearest_step(std::span<const Index> steps, Index step);

/// Labels below `columns`, which has one of equal width for each step, as many as fit, that of the step on
/// screen first. Returns their height.
float draw_step_axis(const Box& columns, std::span<const Index> steps, Index on_screen);

/// Goes to the step whose column is pressed or dragged over. `name` tells several such axes apart.
void drag_over_steps(const char* name, const Box& columns, std::span<const Index> steps,
                     const ViewModel& model, const Emit& emit);

}  // namespace attnlab
