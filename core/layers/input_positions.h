// InputPositions: position codes that are added to what a stack reads.
#pragma once

#include <memory>

#include "core/autograd/tape.h"
#include "core/layers/parameter_scope.h"

namespace attnlab {

/// A vector for each position.
class InputPositions {
 public:
  virtual ~InputPositions() = default;

  /// The codes of `positions` positions from `first` on: [T,C].
  virtual Variable rows(Tape& tape, Index first, Index positions) const = 0;
};

/// Makes codes for `positions` positions of width C; `initializer` is for learned codes.
using InputPositionsMaker = std::shared_ptr<const InputPositions> (*)(const ParameterScope& scope,
                                                                      Index positions, Index width,
                                                                      Initializer initializer);

/// A table that is learned like any weight: one row for each position.
std::shared_ptr<const InputPositions> learned_positions(const ParameterScope& scope, Index positions,
                                                        Index width, Initializer initializer);

/// Waves by the formula of sinusoid(): no parameter.
std::shared_ptr<const InputPositions> wave_positions(const ParameterScope& scope, Index positions,
                                                     Index width, Initializer initializer);

}  // namespace attnlab
