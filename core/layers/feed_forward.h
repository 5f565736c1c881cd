// FeedForward: a network that reads each position by itself.
#pragma once

#include "core/layers/linear_layer.h"
#include "core/ops/basic/activation.h"

namespace attnlab {

/// W₂·f(W₁·x + b₁) + b₂ (Vaswani et al. 2017, section 3.3), traced as hidden, activated, output; or, with a
/// gated activation as SwiGLU (Shazeer 2020), W₃·(f(W₁·x + b₁)⊙(W₂·x + b₂)) + b₃, traced as gate, up,
/// activated, gated, output. The gated form has three matrices of C·F weights where the other forms have two:
/// with F = 8C/3 it has as many weights as they have with F = 4C.
class FeedForward {
 public:
  struct Options {
    Index width;   ///< C
    Index hidden;  ///< F
    bool bias;
    const ActivationKind* activation;
    Initializer expand;
    Initializer contract;
  };
  /// Places of the parameters: expand and contract, or gate, up and contract.
  struct Layers {
    LinearLayer expand, gate, up, contract;
  };
  FeedForward(const ParameterScope& scope, const Options& options);
  /// `layers` are registered already. SwiGLU's gate and up lie side by side, both weights and biases.
  FeedForward(const ActivationKind& activation, const Layers& layers)
      : activation_(&activation), layers_(layers) {}

  /// x […,C] → […,C], traced in the scope of the caller.
  Variable operator()(Tape& tape, Variable x) const;

 private:
  Variable gated(Tape& tape, Variable x) const;

  const ActivationKind* activation_;
  Layers layers_;
};

}  // namespace attnlab
