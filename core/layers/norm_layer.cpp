// NormLayer: fused for training, in steps for tracing.
#include "core/layers/norm_layer.h"

#include "core/ops/norms/layer_norm.h"

namespace attnlab {

NormLayer NormLayer::make(const ParameterScope& scope, const Options& options) {
  NormLayer layer;
  layer.kind = options.kind;
  layer.epsilon = Real(options.epsilon);
  if (!options.kind) return layer;
  layer.gamma = scope.add(options.kind->gamma, {options.width}, Initializer::ones());
  if (options.kind->beta && options.bias)
    layer.beta = scope.add(*options.kind->beta, {options.width}, Initializer::zeros());
  return layer;
}

Variable NormLayer::operator()(Tape& tape, Variable x, const Part& part) const {
  if (!kind) return x;
  const Variable g = tape.parameter(gamma), b = beta < 0 ? Variable() : tape.parameter(beta);
  if (!tape.recording()) return kind->fused(tape, x, g, b, epsilon);
  const Scope scope(tape, part);
  const Variable normalized = tape.name(kind->normalize(tape, x, epsilon), kind->normalized);
  return tape.name(scale_and_shift(tape, normalized, g, b), kind->output);
}

}  // namespace attnlab
