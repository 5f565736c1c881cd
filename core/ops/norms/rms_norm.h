// Root mean square normalization (Zhang and Sennrich 2019): fused for training, in steps for tracing.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// y = γ⊙x/√(mean(x²)+ε) over the last axis: a LayerNorm that subtracts no mean and adds no β.
/// x […,C]; gamma [C].
Variable rms_norm(Tape& tape, Variable x, Variable gamma, Real epsilon);

/// […,1]: mean of each row's squares.
Variable row_mean_square(Tape& tape, Variable x);
/// x/√(mean_square+ε); `mean_square` […,1]. scale_and_shift() of core/ops/norms/layer_norm.h follows.
Variable rms_normalize(Tape& tape, Variable x, Variable mean_square, Real epsilon);

}  // namespace attnlab
