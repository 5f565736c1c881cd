// FeedForward: expand, activate, contract.
#include "core/layers/feed_forward.h"

#include <stdexcept>

#include "core/ops/activation.h"

namespace attnlab {

FeedForward::FeedForward(const ParameterScope& scope, const Options& o)
    : activation_(o.activation),
      expand_(LinearLayer::make(scope / "expand", o.width, o.hidden, o.bias, o.expand)),
      contract_(LinearLayer::make(scope / "contract", o.hidden, o.width, o.bias, o.contract)) {}

Variable FeedForward::activate(Tape& tape, Variable x) const {
  switch (activation_) {
    case Activation::Relu: return relu(tape, x);
    case Activation::Gelu: return gelu(tape, x);
    case Activation::GeluTanh: return gelu_tanh(tape, x);
  }
  throw std::invalid_argument("unknown activation");
}

Variable FeedForward::operator()(Tape& tape, Variable x) const {
  const Scope scope(tape, "feed_forward");
  const Variable hidden = tape.name(expand_(tape, x), "hidden");
  const Variable activated = tape.name(activate(tape, hidden), "activated");
  return tape.name(contract_(tape, activated), "output");
}

FeedForward::Activation FeedForward::activation_from(std::string_view name) {
  if (name == "relu") return Activation::Relu;
  if (name == "gelu") return Activation::Gelu;
  if (name == "gelu_tanh") return Activation::GeluTanh;
  throw std::invalid_argument("unknown activation " + std::string(name));
}

}  // namespace attnlab
