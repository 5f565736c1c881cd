// Gradients as tensors named NAME.grad, so that matrices can show gradients like values.
#pragma once

#include <string>
#include <string_view>

#include "app/state/view_model.h"

namespace attnlab {

/// Why the gradient NAME.grad cannot be shown yet: it is being computed. "" for a gradient that can be shown,
/// or a value.
std::string gradient_wait_words(const ViewModel& model, std::string_view name);

/// The tensor or weight of this name; for NAME.grad, its gradient. Null if there is none, and while the
/// gradient is being computed. Valid until the trace on screen changes.
const TraceTensor* value_or_gradient(const ViewModel& model, std::string_view name);

}  // namespace attnlab
