// FeedForward: expand, activate (or gate), contract.
#include "core/layers/feed_forward.h"

#include "core/layers/feed_forward_sites.h"
#include "core/ops/basic/swiglu.h"

namespace attnlab {

namespace {

FeedForward::Layers make_layers(const ParameterScope& scope, const FeedForward::Options& o) {
  FeedForward::Layers layers;
  if (!o.activation->gated) {
    layers.expand =
        LinearLayer::make(scope, {feed_forward_sites::kExpandWeight, feed_forward_sites::kExpandBias},
                          o.width, o.hidden, o.bias, o.expand);
  } else {
    layers.gate.weight = scope.add(feed_forward_sites::kGateWeight, {o.hidden, o.width}, o.expand);
    layers.up.weight = scope.add(feed_forward_sites::kUpWeight, {o.hidden, o.width}, o.expand);
    if (o.bias) layers.gate.bias = scope.add(feed_forward_sites::kGateBias, {o.hidden}, Initializer::zeros());
    if (o.bias) layers.up.bias = scope.add(feed_forward_sites::kUpBias, {o.hidden}, Initializer::zeros());
  }
  layers.contract =
      LinearLayer::make(scope, {feed_forward_sites::kContractWeight, feed_forward_sites::kContractBias},
                        o.hidden, o.width, o.bias, o.contract);
  return layers;
}

}  // namespace

FeedForward::FeedForward(const ParameterScope& scope, const Options& options)
    : FeedForward(*options.activation, make_layers(scope, options)) {}

Variable FeedForward::gated(Tape& tape, Variable x) const {
  const LinearLayer &gate = layers_.gate, &up = layers_.up;
  if (!tape.recording()) {
    const Variable weight = tape.joined_parameters(gate.weight, up.weight);
    const Variable bias = gate.bias < 0 ? Variable() : tape.joined_parameters(gate.bias, up.bias);
    return activation_->gated(tape, linear(tape, x, weight, bias));
  }
  const Variable gates = tape.name(gate(tape, x), feed_forward_sites::kGate);
  const Variable ups = tape.name(up(tape, x), feed_forward_sites::kUp);
  const Variable activated = tape.name(activation_->apply(tape, gates), feed_forward_sites::kActivated);
  return tape.name(multiply(tape, activated, ups), feed_forward_sites::kGated);
}

Variable FeedForward::operator()(Tape& tape, Variable x) const {
  if (activation_->gated)
    return tape.name(layers_.contract(tape, gated(tape, x)), feed_forward_sites::kOutput);
  const Variable hidden = tape.name(layers_.expand(tape, x), feed_forward_sites::kHidden);
  const Variable activated = tape.name(activation_->apply(tape, hidden), feed_forward_sites::kActivated);
  return tape.name(layers_.contract(tape, activated), feed_forward_sites::kOutput);
}

}  // namespace attnlab
