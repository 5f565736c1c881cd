// RecurrentLayer: its parameters, and the choice between fused and stepwise computation.
#include "core/layers/recurrent_layer.h"

#include <cmath>

namespace attnlab {

RecurrentLayer::RecurrentLayer(const ParameterScope& scope, const Options& options) : options_(options) {
  const Index c = options.width;
  const Initializer recurrent = Initializer::uniform(1 / std::sqrt(double(c)));
  input_ = add(scope, cell_sites::kInputWeight, {c, options.inputs}, options.input);
  recurrent_ = add(scope, cell_sites::kRecurrentWeight, {c, c}, recurrent);
  context_.fill(-1);
  if (options.context > 0)
    context_ = add(scope, cell_sites::kContextWeight, {c, options.context}, options.input);
  bias_.fill(-1);
  if (options.bias) add_biases(scope);
}

RecurrentLayer::GateIds RecurrentLayer::add(const ParameterScope& scope, const Site& site, const Shape& shape,
                                            Initializer initializer) const {
  GateIds ids;
  ids.fill(-1);
  const std::span<const CellGate> gates = options_.kind->gates;
  for (std::size_t i = 0; i < gates.size(); ++i)
    ids[i] = (scope / gates[i].weights).add(site, shape, initializer);
  return ids;
}

Initializer RecurrentLayer::bias_initializer(CellGate::Memory memory) const {
  const double end = std::log(double(std::max<Index>(options_.memory, 2) - 1));
  switch (memory) {
    case CellGate::Memory::Keeps: return Initializer::spread(end);
    case CellGate::Memory::Writes: return Initializer::spread(-end);
    case CellGate::Memory::None: break;
  }
  return Initializer::zeros();
}

void RecurrentLayer::add_biases(const ParameterScope& scope) {
  const Index c = options_.width;
  const std::span<const CellGate> gates = options_.kind->gates;
  for (std::size_t i = 0; i < gates.size(); ++i)
    bias_[i] = (scope / gates[i].weights).add(cell_sites::kBias, {c}, bias_initializer(gates[i].memory));
  if (options_.kind->resets())
    recurrent_bias_ =
        (scope / gates.back().weights).add(cell_sites::kRecurrentBias, {c}, Initializer::zeros());
}

Variable RecurrentLayer::joined(Tape& tape, const GateIds& ids) const {
  if (ids[0] < 0) return {};
  return tape.joined_parameters(ids[0], ids[options_.kind->gates.size() - 1]);
}

CellSteps::GateWeights RecurrentLayer::gate_weights(Tape& tape) const {
  const auto parameter = [&](ParameterId id) { return id < 0 ? Variable() : tape.parameter(id); };
  CellSteps::GateWeights weights;
  for (std::size_t gate = 0; gate < options_.kind->gates.size(); ++gate) {
    weights[gate] = {parameter(input_[gate]), parameter(recurrent_[gate]), parameter(bias_[gate]), {}};
  }
  if (recurrent_bias_ >= 0)
    weights[options_.kind->gates.size() - 1].recurrent_bias = tape.parameter(recurrent_bias_);
  return weights;
}

SequenceStates RecurrentLayer::operator()(Tape& tape, Variable x, const CellState& start,
                                          const Pass& pass) const {
  const SequenceOptions how{.kind = options_.kind, .reverse = pass.reverse, .lengths = pass.lengths};
  if (tape.recording()) return recurrent_steps(tape, x, gate_weights(tape), start, how, pass.last);
  const CellWeights weights{joined(tape, input_), joined(tape, recurrent_), joined(tape, bias_),
                            recurrent_bias_ < 0 ? Variable() : tape.parameter(recurrent_bias_)};
  return recurrent_sequence(tape, x, weights, start, how, pass.last);
}

CellSteps RecurrentLayer::steps(Tape& tape, Variable x, const CellState& start, const Reading& reading,
                                Variable context) const {
  CellContext reads{context, {}};
  for (std::size_t gate = 0; options_.context > 0 && gate < options_.kind->gates.size(); ++gate)
    reads.weights[gate] = tape.parameter(context_[gate]);
  return CellSteps(tape, *options_.kind, x, gate_weights(tape), start, reading, reads);
}

}  // namespace attnlab
