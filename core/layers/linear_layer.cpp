// NormLayer: fused for training, in steps for tracing.
#include "core/layers/linear_layer.h"

namespace attnlab {

NormLayer NormLayer::make(const ParameterScope& scope, const Options& options) {
  NormLayer layer;
  layer.kind = options.kind;
  layer.epsilon = static_cast<Real>(options.epsilon);
  if (options.kind == Kind::None) return layer;
  const Site& gamma = options.kind == Kind::Rms ? norm_sites::kRmsGamma : norm_sites::kGamma;
  layer.gamma = scope.add(gamma, {options.width}, Initializer::ones());
  if (options.kind == Kind::Layer && options.bias)
    layer.beta = scope.add(norm_sites::kBeta, {options.width}, Initializer::zeros());
  return layer;
}

Variable NormLayer::operator()(Tape& tape, Variable x, const Part& part) const {
  if (kind == Kind::None) return x;
  if (!tape.recording()) return fused(tape, x);
  const Scope scope(tape, part);
  return stepwise(tape, x);
}

Variable NormLayer::fused(Tape& tape, Variable x) const {
  const Variable g = tape.parameter(gamma);
  if (kind == Kind::Rms) return rms_norm(tape, x, g, epsilon);
  return layer_norm(tape, x, g, beta < 0 ? Variable() : tape.parameter(beta), epsilon);
}

Variable NormLayer::stepwise(Tape& tape, Variable x) const {
  const Variable g = tape.parameter(gamma), b = beta < 0 ? Variable() : tape.parameter(beta);
  if (kind == Kind::Rms) {
    const Variable mean_square = tape.name(row_mean_square(tape, x), norm_sites::kMeanSquare);
    const Variable normalized =
        tape.name(rms_normalize(tape, x, mean_square, epsilon), norm_sites::kRmsNormalized);
    return tape.name(scale_and_shift(tape, normalized, g, b), norm_sites::kRmsOutput);
  }
  const Variable mean = tape.name(row_mean(tape, x), norm_sites::kMean);
  const Variable variance = tape.name(row_variance(tape, x, mean), norm_sites::kVariance);
  const Variable normalized = tape.name(normalize(tape, x, mean, variance, epsilon), norm_sites::kNormalized);
  return tape.name(scale_and_shift(tape, normalized, g, b), norm_sites::kOutput);
}

}  // namespace attnlab
