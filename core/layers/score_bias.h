// ScoreBias: what positions add to the scores of attention.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// A number for each head, query and key. All layers of a stack share one bias and its parameters.
class ScoreBias {
 public:
  virtual ~ScoreBias() = default;

  /// [H,queries,keys], to be added to scores. `start` is the position of the first query among the keys.
  virtual Variable values(Tape& tape, Index queries, Index keys, Index start) const = 0;
  /// The site of the values in a trace.
  virtual const Site& site() const = 0;
  /// [H] where values are −slope·|distance|, which fused attention computes by itself. Empty where they are
  /// anything else: attention then goes step by step.
  virtual std::span<const Real> slopes() const { return {}; }
};

}  // namespace attnlab
