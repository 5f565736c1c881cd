// LinearLayer and NormLayer: an operation together with the places of its parameters.
#pragma once

#include "core/layers/norm_sites.h"
#include "core/layers/parameter_scope.h"
#include "core/ops/basic/linear.h"
#include "core/ops/norms/layer_norm.h"
#include "core/ops/norms/rms_norm.h"

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

/// A norm over the last axis with parameters `gamma` [C] and, for LayerNorm, `beta` [C]; or no norm at all,
/// which has no parameters and leaves x as it is.
struct NormLayer {
  enum class Kind { None, Layer, Rms };
  struct Options {
    Kind kind = Kind::Layer;
    Index width = 0;        ///< C
    bool bias = true;       ///< LayerNorm: with β
    double epsilon = 1e-5;  ///< ε
  };
  Kind kind = Kind::None;
  ParameterId gamma = -1;
  ParameterId beta = -1;  ///< −1: none
  Real epsilon = 0;

  static NormLayer make(const ParameterScope& scope, const Options& options);
  /// Records mean, variance (LayerNorm) or mean_square (RMSNorm), normalized and output as `part`.
  Variable operator()(Tape& tape, Variable x, const Part& part) const;

 private:
  Variable fused(Tape& tape, Variable x) const;
  Variable stepwise(Tape& tape, Variable x) const;
};

}  // namespace attnlab
