// Popups of the timeline: to name a step, and to train on from it.
// Script names: timeline.pin, pin.name, pin.set, pin.remove; timeline.branch, branch.OPTION, branch.go.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

void draw_pin_button(const ViewModel& model, const Emit& emit);
void draw_branch_button(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
