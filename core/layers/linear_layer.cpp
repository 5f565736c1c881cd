// NormLayer: fused for training, in steps for tracing.
#include "core/layers/linear_layer.h"

namespace attnlab {

Variable NormLayer::operator()(Tape& tape, Variable x, std::string_view name) const {
  const Variable g = tape.parameter(gamma), b = beta < 0 ? Variable() : tape.parameter(beta);
  if (!tape.recording()) return layer_norm(tape, x, g, b, epsilon);
  const Scope scope(tape, name);
  const Variable mean = tape.name(row_mean(tape, x), "mean");
  const Variable variance = tape.name(row_variance(tape, x, mean), "variance");
  const Variable normalized = tape.name(normalize(tape, x, mean, variance, epsilon), "normalized");
  return tape.name(scale_and_shift(tape, normalized, g, b), "output");
}

}  // namespace attnlab
