// LinearLayer: a matrix product together with the places of its parameters.
#pragma once

#include "core/layers/parameter_scope.h"
#include "core/ops/basic/linear.h"

namespace attnlab {

/// The two parameters of a linear layer.
struct LinearSites {
  const Site& weight;
  const Site& bias;
};

/// y = x·Wᵀ + b with parameters [out,in] and [out].
struct LinearLayer {
  ParameterId weight = -1;
  ParameterId bias = -1;  ///< −1: none

  static LinearLayer make(const ParameterScope& scope, const LinearSites& sites, Index in, Index out,
                          bool with_bias, Initializer initializer) {
    LinearLayer layer = without_bias(scope, sites.weight, in, out, initializer);
    if (with_bias) layer.bias = scope.add(sites.bias, {out}, Initializer::zeros());
    return layer;
  }
  static LinearLayer without_bias(const ParameterScope& scope, const Site& weight, Index in, Index out,
                                  Initializer initializer) {
    LinearLayer layer;
    layer.weight = scope.add(weight, {out, in}, initializer);
    return layer;
  }
  Variable operator()(Tape& tape, Variable x) const {
    return linear(tape, x, tape.parameter(weight), bias < 0 ? Variable() : tape.parameter(bias));
  }
};

}  // namespace attnlab
