// Layer normalization (Ba, Kiros and Hinton 2016): fused for training, in four steps for tracing.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// y = γ⊙(x−μ)/√(σ²+ε) + β over the last axis, μ and σ² (divided by C) per row.
/// x […,C]; gamma [C]; beta [C] or empty.
Variable layer_norm(Tape& tape, Variable x, Variable gamma, Variable beta, Real epsilon);

/// μ […,1]: mean of each row.
Variable row_mean(Tape& tape, Variable x);
/// σ² […,1]: mean squared distance of each row from `mean`.
Variable row_variance(Tape& tape, Variable x, Variable mean);
/// (x−μ)/√(σ²+ε).
Variable normalize(Tape& tape, Variable x, Variable mean, Variable variance, Real epsilon);
/// γ⊙x + β; `beta` may be empty.
Variable scale_and_shift(Tape& tape, Variable x, Variable gamma, Variable beta);

}  // namespace attnlab
