// Activation functions of the feed-forward network: one row each.
#pragma once

#include <span>
#include <string_view>

#include "core/autograd/tape.h"

namespace attnlab {

/// max(0, x).
Variable relu(Tape& tape, Variable x);

/// x·Φ(x), Φ the normal distribution function: ½x(1 + erf(x/√2)) (Hendrycks and Gimpel 2016).
Variable gelu(Tape& tape, Variable x);

/// The approximation of GELU from the same paper: ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
Variable gelu_tanh(Tape& tape, Variable x);

/// One activation of a feed-forward network.
struct ActivationKind {
  std::string_view name;     ///< as options write it: "relu"
  std::string_view title;    ///< on screen: "ReLU"
  std::string_view formula;  ///< "max(0, x)"
  std::string_view term;     ///< of the glossary
  Variable (*apply)(Tape&, Variable);
  /// Gated networks: apply(g)⊙u of packed […,2F], in which gates and values lie side by side. Null: not
  /// gated.
  Variable (*gated)(Tape&, Variable packed) = nullptr;
  /// Whether a unit that is below 0 everywhere stays silent: it gives 0 and lets no gradient through.
  bool dies = false;
};

std::span<const ActivationKind> activation_kinds();
/// Throws std::invalid_argument with near names.
const ActivationKind& activation_kind(std::string_view name);

}  // namespace attnlab
