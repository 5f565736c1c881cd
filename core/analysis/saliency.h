// Saliency: how much each input position matters to the loss, to first order.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// Gradient × input, Σ_c x[t,c]·∂L/∂x[t,c] for each row t of `tensor` [1,T,C]: minus the change of the loss,
/// to first order, if the row were zero. Throws std::invalid_argument for a name that is not there, with near
/// ones, and where the trace has no gradients.
std::vector<double> saliency(const Trace& trace, const std::string& tensor);

}  // namespace attnlab
