// Cross-entropy: how surprised the model is by the right answers.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// What counts as right, and how the sum becomes a mean.
struct CrossEntropyOptions {
  std::span<const TokenId> targets;  ///< [B·T], kIgnoredTarget where nothing counts
  double smoothing = 0;              ///< ε of label smoothing (Szegedy et al. 2016)
  Real normalizer = 1;               ///< number of counted targets in the whole batch
};

/// (1/normalizer)·Σ over counted rows of −[(1−ε)·log p(target) + (ε/V)·Σ_v log p(v)], p the softmax of
/// logits […,V]. A scalar, fused. Throws std::invalid_argument for a target outside the vocabulary.
Variable cross_entropy(Tape& tape, Variable logits, const CrossEntropyOptions& options);

/// cross_entropy() per position, [B,T], not divided by the normalizer; 0 where the target is ignored.
Variable cross_entropy_per_token(Tape& tape, Variable log_probabilities, const CrossEntropyOptions& options);

/// Σ of all cells / normalizer: a scalar.
Variable mean_loss(Tape& tape, Variable per_token, Real normalizer);

}  // namespace attnlab
