// Squared error: how far numbers are from those that they should be.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// What numbers should be, and how much each counts.
struct SquaredErrorOptions {
  std::span<const Real> wanted;      ///< [B·T], below 0 where nothing counts
  std::span<const Real> importance;  ///< [T] or more
  Real normalizer = 1;               ///< number of counted targets in the whole batch
};

/// (1/normalizer)·Σ over counted cells of importance[t]·(x̂ − x)², where x̂ are `numbers` [B,1,T] and x
/// those that are wanted. A scalar, fused. Throws std::invalid_argument if sizes differ.
Variable squared_error(Tape& tape, Variable numbers, const SquaredErrorOptions& options);

/// squared_error() per cell, in the shape of `numbers`, not divided by the normalizer; 0 where nothing
/// counts.
Variable squared_error_per_token(Tape& tape, Variable numbers, const SquaredErrorOptions& options);

}  // namespace attnlab
