// InputPositions: position codes that are added to what a stack reads.
#pragma once

#include <memory>
#include <span>

#include "core/autograd/tape.h"
#include "core/layers/parameter_scope.h"
#include "core/ops/attention/positions.h"

namespace attnlab {

/// A vector for each position.
class InputPositions {
 public:
  virtual ~InputPositions() = default;

  /// The codes of `positions` positions from `first` on: [T,C].
  virtual Variable rows(Tape& tape, Index first, Index positions) const = 0;
  /// The codes of `places`, which has the axes `leading`: [leading,C]. Of a learned table alone; others throw
  /// std::logic_error.
  virtual Variable rows_at(Tape& tape, std::span<const TokenId> places, const Shape& leading) const;
};

/// What codes are made of.
struct InputPositionsSize {
  Index positions;                         ///< so many codes
  Index width;                             ///< C
  Initializer initializer;                 ///< of learned codes
  SineLayout sines = SineLayout::InTurns;  ///< of waves
};

using InputPositionsMaker = std::shared_ptr<const InputPositions> (*)(const ParameterScope& scope,
                                                                      const InputPositionsSize& size);

/// A table that is learned like any weight: one row for each position.
std::shared_ptr<const InputPositions> learned_positions(const ParameterScope& scope,
                                                        const InputPositionsSize& size);

/// Waves by the formula of sinusoid(): no parameter.
std::shared_ptr<const InputPositions> wave_positions(const ParameterScope& scope,
                                                     const InputPositionsSize& size);

}  // namespace attnlab
