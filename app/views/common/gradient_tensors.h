// Gradients as tensors of their own, NAME.grad, so that matrices show them as they show values.
#pragma once

#include <string_view>

#include "app/state/view_model.h"

namespace attnlab {

/// A tensor or weight by name; of NAME.grad its gradient. Null where there is none. Valid until the trace on
/// screen changes.
const TraceTensor* value_or_gradient(const ViewModel& model, std::string_view name);

}  // namespace attnlab
