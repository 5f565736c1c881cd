// Switches: which earlier value takes the place of a part that is switched off.
#include "core/trace/edit_switches.h"

#include <stdexcept>

#include "core/autograd/tape.h"
#include "core/config/no_such_kind.h"
#include "core/layers/position_scheme.h"

namespace attnlab {

namespace {

/// The operation that made `node`, before edits of it.
const Operation& maker(const Node* node) {
  const Operation* operation = node->producer;
  while (operation && operation->kind() == "edited") operation = operation->input(0).node()->producer;
  if (!operation) throw std::invalid_argument("an input of the model has no operation to switch off");
  return *operation;
}

/// Replaces a tensor by input `input` of the operation that made it.
Intervention input_instead(std::string name, int input) {
  return {.name = std::move(name), .instead = [input](const Tape&, const Node* computed) {
            return maker(computed).input(input).node();
          }};
}

Intervention no_mask(const std::string& attention) {
  return {.name = attention + ".mask", .rules = [](const Shape&) -> CellRules {
            return [](Index) { return CellRule{0, 0, {}}; };
          }};
}

/// γ⊙x̂ + β is made from x̂, which is made from what the norm reads.
Intervention no_norm(const std::string& norm) {
  return {.name = norm + ".output", .instead = [norm](const Tape&, const Node* computed) {
            if (maker(computed).kind() != "scale_and_shift")
              throw std::invalid_argument("no norm " + norm + ": this tensor is not a norm");
            return maker(maker(computed).input(0).node()).input(0).node();
          }};
}

/// The two parts of a residual sum: 0 is the stream, 1 the sublayer's output.
Intervention part_of_sum(const std::string& sum, int part) {
  if (!sum.ends_with("_residual"))
    throw std::invalid_argument("\"" + sum +
                                "\" is not a residual sum: names of residual sums end in _residual");
  return input_instead(sum, part);
}

std::vector<Intervention> no_positions(const ModelConfig& config) {
  std::vector<Intervention> all;
  for (const Site* site : positioned_sites(position_scheme(config.positions).where))
    all.push_back(input_instead("*." + std::string(site->name), 0));
  if (all.empty()) throw std::invalid_argument("no positions: this model has no positions");
  return all;
}

}  // namespace

std::vector<Intervention> switched_off(const SwitchOff& off, const ModelConfig& config) {
  switch (off.what) {
    case SwitchOff::What::Scaling: return {input_instead(off.name + ".scaled", 0)};
    case SwitchOff::What::Mask: return {no_mask(off.name)};
    case SwitchOff::What::Norm: return {no_norm(off.name)};
    case SwitchOff::What::Residual: return {part_of_sum(off.name, 1)};
    case SwitchOff::What::Sublayer: return {part_of_sum(off.name, 0)};
    case SwitchOff::What::Positions: return no_positions(config);
  }
  no_such_kind("part to switch off");
}

}  // namespace attnlab
