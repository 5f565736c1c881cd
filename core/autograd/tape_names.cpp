// Tape: names, and who is told of named values or changes them.
#include <stdexcept>
#include <utility>

#include "core/autograd/edited.h"
#include "core/autograd/name_pattern.h"
#include "core/autograd/tape.h"
#include "core/config/nearest.h"

namespace attnlab {

std::string_view Tape::name_of(const Node* node) const {
  if (node->name >= 0) return names_[static_cast<std::size_t>(node->name)].name;
  if (node->name <= -2) return used_parameters_[static_cast<std::size_t>(-2 - node->name)].name;
  return "";
}

const Site* Tape::site_of(const Node* node) const {
  if (node->name >= 0) return names_[static_cast<std::size_t>(node->name)].site;
  if (node->name <= -2) return used_parameters_[static_cast<std::size_t>(-2 - node->name)].site;
  return nullptr;
}

void Tape::add_names(Node* computed, Node* value, const Site& site) {
  const auto add = [&](Node* node, std::string text) {
    node->name = static_cast<int>(names_.size());
    names_.push_back({std::move(text), node, &site, place_, node != value});
  };
  const std::string full = full_name(place_, site);
  if (computed != value) {
    add(computed, full + ".computed");
    value->computed = computed;
  }
  add(value, full);
}

void Tape::tell_observers(const Node* node) {
  const std::span<const Real> cells(node->value, static_cast<std::size_t>(node->shape.size()));
  for (const Attached& attached : observers_)
    if (attnlab::names(attached.pattern, name_of(node)))
      attached.observer->on_tensor({name_of(node), node->shape, cells});
}

void Tape::tell_of(const Node* computed, const Node* value) {
  if (computed != value) tell_observers(computed);
  tell_observers(value);
}

const CellRules* Tape::rules_of(const Intervention& intervention, const Shape& shape) {
  return intervention.rules ? &rules_.emplace_back(intervention.rules(shape)) : nullptr;
}

Variable Tape::attach_name(Variable computed, const Site& site) {
  Variable value = computed;
  const std::string full = interventions_.empty() ? std::string() : full_name(place_, site);
  for (const Intervention& intervention : interventions_)
    if (attnlab::names(intervention.name, full))
      value = edited(*this, value, intervention, rules_of(intervention, computed.shape()));
  add_names(computed.node(), value.node(), site);
  tell_of(computed.node(), value.node());
  return value;
}

void Tape::edit_parameter(std::string_view name, Node* node) {
  const auto size = static_cast<std::size_t>(node->shape.size());
  for (const Intervention& intervention : interventions_) {
    if (!attnlab::names(intervention.name, name)) continue;
    if (intervention.instead)
      throw std::invalid_argument(std::string(name) + " is a parameter: nothing can take its place");
    Node* computed = arena_.make<Node>();
    computed->shape = node->shape;
    computed->value = node->value;
    node->value = arena_.array<Real>(node->shape.size());
    edit_cells(node->shape, {computed->value, size}, {node->value, size}, intervention,
               rules_of(intervention, node->shape));
    if (!node->computed) node->computed = computed;
  }
}

Positions Tape::begin_positions(const Shape& shape, const Site& site) {
  const auto zeros = [&] {
    const Variable value = make(shape);
    value.cells().setZero();
    return value;
  };
  const Variable made = zeros();
  if (training()) {  // its operations share one gradient, which must outlive the first of them
    made.node()->keeps_gradient = true;
    made.node()->gradient = arena_.array<Real>(shape.size());
    array(made.node()->gradient, shape.size()).setZero();
  }
  Positions positions{made, made};
  if (!recording()) return positions;
  const std::string full = full_name(place_, site);
  for (const Intervention& intervention : interventions_) {
    if (!attnlab::names(intervention.name, full)) continue;
    const Variable from = std::exchange(positions.value, zeros());
    position_edits_.push_back(
        {made.node(), from, positions.value, &intervention, rules_of(intervention, shape)});
  }
  add_names(made.node(), positions.value.node(), site);
  return positions;
}

void Tape::edit_at(const Positions& positions, Index position) {
  for (const PositionEdit& edit : position_edits_)
    if (edit.made == positions.made.node())
      edit_position(*this, edit.from, edit.to, position, *edit.intervention, edit.rules);
}

void Tape::attach(Observer* observer) {
  validate_pattern(observer->pattern());
  observers_.push_back({observer, observer->pattern()});
}

void Tape::attach(Intervention intervention) {
  validate_pattern(intervention.name);
  interventions_.push_back(std::move(intervention));
}

void Tape::require_name(std::string_view pattern, bool or_parameter) const {
  std::vector<std::string> known;
  for (const std::vector<Named>* all : {&names_, &used_parameters_}) {
    if (all == &used_parameters_ && !or_parameter) break;
    for (const Named& named : *all) {
      if (attnlab::names(pattern, named.name)) return;
      known.push_back(named.name);
    }
  }
  throw std::invalid_argument("no tensor is named " + std::string(pattern) + did_you_mean(pattern, known));
}

void Tape::check_hooks() const {
  for (const Intervention& intervention : interventions_) require_name(intervention.name, true);
  for (const Attached& attached : observers_)
    if (attached.pattern != "*") require_name(attached.pattern, false);
}

}  // namespace attnlab
