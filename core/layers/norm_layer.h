// NormLayer: a norm together with the places of its parameters.
#pragma once

#include "core/layers/norm_kind.h"
#include "core/layers/parameter_scope.h"

namespace attnlab {

/// A norm over the last axis with gains [C] and, where its kind has them, shifts [C]; or no norm at all,
/// which has no parameters and leaves x unchanged.
struct NormLayer {
  struct Options {
    const NormKind* kind = nullptr;  ///< null: no norm
    Index width = 0;                 ///< C
    bool bias = true;                ///< with shifts, where the kind has them
    double epsilon = 1e-5;           ///< ε
  };
  const NormKind* kind = nullptr;
  ParameterId gamma = -1;
  ParameterId beta = -1;  ///< −1: none
  Real epsilon = 0;

  static NormLayer make(const ParameterScope& scope, const Options& options);
  /// Records the statistics of each row, the normalized values and the output as `part`.
  Variable operator()(Tape& tape, Variable x, const Part& part) const;
};

}  // namespace attnlab
