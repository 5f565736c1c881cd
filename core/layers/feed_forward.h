// FeedForward: two linear layers with an activation between them, for each position alone.
#pragma once

#include "core/layers/linear_layer.h"

namespace attnlab {

/// W₂·f(W₁·x + b₁) + b₂ (Vaswani et al. 2017, section 3.3). Traced as hidden, activated, output.
class FeedForward {
 public:
  enum class Activation { Relu, Gelu, GeluTanh };
  struct Options {
    Index width;   ///< C
    Index hidden;  ///< F
    bool bias;
    Activation activation;
    Initializer expand;
    Initializer contract;
  };
  FeedForward(const ParameterScope& scope, const Options& options);

  /// x [B,T,C] → [B,T,C].
  Variable operator()(Tape& tape, Variable x) const;

  /// "relu", "gelu" or "gelu_tanh"; throws std::invalid_argument for anything else.
  static Activation activation_from(std::string_view name);

 private:
  Variable activate(Tape& tape, Variable x) const;

  Activation activation_;
  LinearLayer expand_, contract_;
};

}  // namespace attnlab
