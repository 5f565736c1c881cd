// LinearLayer and NormLayer: an operation together with the places of its parameters.
#pragma once

#include "core/layers/parameter_scope.h"
#include "core/ops/layer_norm.h"
#include "core/ops/linear.h"

namespace attnlab {

/// y = x·Wᵀ + b with parameters `weight` [out,in] and `bias` [out].
struct LinearLayer {
  ParameterId weight = -1;
  ParameterId bias = -1;  ///< −1: none

  static LinearLayer make(const ParameterScope& scope, Index in, Index out, bool with_bias,
                          Initializer initializer) {
    LinearLayer layer;
    layer.weight = scope.add("weight", {out, in}, initializer);
    if (with_bias) layer.bias = scope.add("bias", {out}, Initializer::zeros());
    return layer;
  }
  Variable operator()(Tape& tape, Variable x) const {
    return linear(tape, x, tape.parameter(weight), bias < 0 ? Variable() : tape.parameter(bias));
  }
};

/// Layer norm with parameters `gamma` [C] and `beta` [C].
struct NormLayer {
  ParameterId gamma = -1;
  ParameterId beta = -1;  ///< −1: none
  Real epsilon = 0;

  static NormLayer make(const ParameterScope& scope, Index width, bool with_bias, double epsilon) {
    NormLayer layer;
    layer.gamma = scope.add("gamma", {width}, Initializer::ones());
    if (with_bias) layer.beta = scope.add("beta", {width}, Initializer::zeros());
    layer.epsilon = static_cast<Real>(epsilon);
    return layer;
  }
  /// Records mean, variance, normalized and output under the scope `name`.
  Variable operator()(Tape& tape, Variable x, std::string_view name) const;
};

}  // namespace attnlab
