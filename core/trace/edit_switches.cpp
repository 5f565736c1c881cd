// Switches: which earlier value takes the place of a part that is switched off.
#include "core/trace/edit_switches.h"

#include <stdexcept>

#include "core/autograd/tape.h"

namespace attnlab {

namespace {

/// What the operation that made the tensor reads as its `input`-th.
Intervention input_instead(std::string name, int input) {
  return {.name = std::move(name), .instead = [input](const Tape&, const Node* computed) {
            return computed->producer->input(input).node();
          }};
}

Intervention no_mask(const std::string& attention) {
  return {.name = attention + ".mask", .rules = [](const Shape&) -> CellRules {
            return [](Index) { return CellRule{0, 0, {}}; };
          }};
}

/// A norm's first step reads what the norm reads.
Intervention no_norm(const std::string& norm) {
  return {.name = norm + ".output", .instead = [norm](const Tape& tape, const Node*) {
            for (const Named& named : tape.names())
              if (named.name.starts_with(norm + ".")) return named.node->producer->input(0).node();
            throw std::invalid_argument(norm + " is not computed in steps");
          }};
}

std::vector<Intervention> no_positions(const ModelConfig& config) {
  if (config.positions == "rotary")
    return {input_instead("*.rotated_query", 0), input_instead("*.rotated_key", 0)};
  if (config.positions == "alibi") return {input_instead("*.biased", 0)};
  if (config.positions == "none") throw std::invalid_argument("no positions: this model has none");
  return {input_instead("*.input", 0)};
}

}  // namespace

std::vector<Intervention> switched_off(const SwitchOff& off, const ModelConfig& config) {
  switch (off.what) {
    case SwitchOff::What::Scaling: return {input_instead(off.name + ".scaled", 0)};
    case SwitchOff::What::Mask: return {no_mask(off.name)};
    case SwitchOff::What::Norm: return {no_norm(off.name)};
    case SwitchOff::What::Residual: return {input_instead(off.name, 1)};
    case SwitchOff::What::Sublayer: return {input_instead(off.name, 0)};
    default: return no_positions(config);
  }
}

}  // namespace attnlab
