// A tensor of the trace on the stage.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/common/views.h"

namespace attnlab {

/// The chosen tensor as one large matrix with its tokens. Script names: stage.tensor (its cells),
/// stage.attention.back.
void draw_tensor_stage(const ViewModel& model, const Emit& emit);

/// Draws a button back to the number before at the cursor, and moves the cursor behind it; false, and nothing
/// is drawn, where the stage did not go along with a followed number. Script name: stage.back.
bool draw_way_back(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
