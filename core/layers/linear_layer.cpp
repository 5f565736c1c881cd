// NormLayer: fused for training, in steps for tracing.
#include "core/layers/linear_layer.h"

namespace attnlab {

NormLayer NormLayer::make(const ParameterScope& scope, const Options& options) {
  NormLayer layer;
  layer.kind = options.kind;
  layer.epsilon = static_cast<Real>(options.epsilon);
  if (options.kind == Kind::None) return layer;
  layer.gamma = scope.add("gamma", {options.width}, Initializer::ones());
  if (options.kind == Kind::Layer && options.bias)
    layer.beta = scope.add("beta", {options.width}, Initializer::zeros());
  return layer;
}

Variable NormLayer::operator()(Tape& tape, Variable x, std::string_view name) const {
  if (kind == Kind::None) return x;
  if (!tape.recording()) return fused(tape, x);
  const Scope scope(tape, name);
  return stepwise(tape, x);
}

Variable NormLayer::fused(Tape& tape, Variable x) const {
  const Variable g = tape.parameter(gamma);
  if (kind == Kind::Rms) return rms_norm(tape, x, g, epsilon);
  return layer_norm(tape, x, g, beta < 0 ? Variable() : tape.parameter(beta), epsilon);
}

Variable NormLayer::stepwise(Tape& tape, Variable x) const {
  const Variable g = tape.parameter(gamma), b = beta < 0 ? Variable() : tape.parameter(beta);
  Variable normalized;
  if (kind == Kind::Rms) {
    const Variable mean_square = tape.name(row_mean_square(tape, x), "mean_square");
    normalized = rms_normalize(tape, x, mean_square, epsilon);
  } else {
    const Variable mean = tape.name(row_mean(tape, x), "mean");
    const Variable variance = tape.name(row_variance(tape, x, mean), "variance");
    normalized = normalize(tape, x, mean, variance, epsilon);
  }
  return tape.name(scale_and_shift(tape, tape.name(normalized, "normalized"), g, b), "output");
}

}  // namespace attnlab
