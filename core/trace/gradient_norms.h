// Gradient norms: how much of the loss reaches each time step.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// ‖∂L/∂x[:,t,:]‖₂ for each position t of a tensor [B,T,…], all later steps included: of a recurrent
/// network's hidden states it shows whether gradients vanish or explode on their way back (Bengio et al.
/// 1994). Throws std::invalid_argument if the tensor has no gradient, or no positions.
std::vector<double> gradient_norm_by_step(const TraceTensor& tensor);

}  // namespace attnlab
