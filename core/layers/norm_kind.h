// Norm kinds: the ways in which a norm brings a token's vector to one scale, one row each.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/autograd/site.h"
#include "core/autograd/tape.h"

namespace attnlab {

/// One kind of norm over the last axis, with gains γ [C].
struct NormKind {
  std::string_view name;      ///< as options write it: "rms"
  std::string_view title;     ///< on screen: "RMSNorm"
  std::string_view formula;   ///< with its gains: "γ·x/√(m + ε)"
  std::string_view sentence;  ///< what becomes of a token's vector before γ, for a student
  std::string_view term;      ///< of the glossary
  const Site& gamma;
  const Site* beta;  ///< what is added after γ, where the model has biases; null: nothing
  const Site& normalized;
  const Site& output;
  std::array<const Site*, 2> statistics;  ///< of each row, in order of computation; null: no more
  bool centres;                           ///< it subtracts the mean of each row
  /// The output of x […,C] in one operation; `beta` may be empty.
  Variable (*fused)(Tape& tape, Variable x, Variable gamma, Variable beta, Real epsilon);
  /// The value before γ, with the statistics of each row as named tensors.
  Variable (*normalize)(Tape& tape, Variable x, Real epsilon);
};

std::span<const NormKind> norm_kinds();
/// Throws std::invalid_argument with near names.
const NormKind& norm_kind(std::string_view name);

}  // namespace attnlab
