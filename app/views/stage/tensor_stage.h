// A tensor of the trace on the stage.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// The chosen tensor as one large matrix with its tokens. Script names: stage.tensor (its cells),
/// stage.attention.back.
void draw_tensor_stage(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
