// The map of a model without attention.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// A model that is no Transformer, part by part from its input at the bottom to its output. Script names:
/// map.TENSOR.
void draw_tensor_map(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
