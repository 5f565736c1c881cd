// Linear: y = x·Wᵀ + b.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// y[…,out] = Σ_in x[…,in]·weight[out,in] + bias[out]. `bias` may be empty.
/// Throws std::invalid_argument if the widths do not fit.
Variable linear(Tape& tape, Variable x, Variable weight, Variable bias = {});

}  // namespace attnlab
