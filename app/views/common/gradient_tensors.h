// Gradients as tensors named NAME.grad, so that matrices can show gradients like values.
#pragma once

#include <string_view>

#include "app/state/view_model.h"

namespace attnlab {

/// The tensor or weight of this name; for NAME.grad, its gradient. Null where there is none. Valid until the
/// trace on screen changes.
const TraceTensor* value_or_gradient(const ViewModel& model, std::string_view name);

}  // namespace attnlab
