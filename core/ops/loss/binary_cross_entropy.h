// Binary cross-entropy: how surprised the model is by yes or no.
#pragma once

#include "core/ops/loss/cross_entropy.h"

namespace attnlab {

/// 1/(1 + e^−x) of each cell.
Variable sigmoid(Tape& tape, Variable x);

/// (1/normalizer)·Σ over counted cells of log(1 + e^score) − t·score, which is −log σ(score) for a target
/// t = 1 and −log(1 − σ(score)) for 0. `scores` of any shape has a target for each cell. Label smoothing ε
/// moves t to (1−ε)·t + ε/2. A scalar, fused. Throws std::invalid_argument for a target over 1.
Variable binary_cross_entropy(Tape& tape, Variable scores, const CrossEntropyOptions& options);

/// binary_cross_entropy() per cell, in the shape of `scores`, not divided by the normalizer; 0 where the
/// target is ignored.
Variable binary_cross_entropy_per_token(Tape& tape, Variable scores, const CrossEntropyOptions& options);

}  // namespace attnlab
