// Recording: naming, notifying observers, and letting interventions change what was computed.
#include "core/autograd/recording.h"

#include <stdexcept>

#include "core/autograd/cells.h"
#include "core/autograd/edited.h"
#include "core/autograd/name_pattern.h"
#include "core/autograd/tape.h"
#include "core/config/nearest.h"

namespace attnlab {

void Recording::reset() {
  names_.clear();
  used_parameters_.clear();
  position_edits_.clear();
  rules_.clear();
}

const Named* Recording::find(const Node* node) const {
  if (node->name >= 0) return &names_[node->name];
  if (node->name <= -2) return &used_parameters_[-2 - node->name];
  return nullptr;
}

std::string_view Recording::name_of(const Node* node) const {
  const Named* named = find(node);
  return named ? std::string_view(named->name) : "";
}

const Site* Recording::site_of(const Node* node) const {
  const Named* named = find(node);
  return named ? named->site : nullptr;
}

void Recording::add_names(Node* computed, Node* value, const Site& site) {
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

void Recording::notify_observers(const Node* node) {
  if (observers_.empty()) return;
  const Named& named = *find(node);
  const std::span<const Real> cells(node->value, node->shape.size());
  for (const Attached& attached : observers_)
    if (attnlab::names(attached.pattern, named.name))
      attached.observer->on_tensor({named.name, node->shape, cells, *named.site, named.place});
}

void Recording::notify_of(const Node* computed, const Node* value) {
  if (computed != value) notify_observers(computed);
  notify_observers(value);
}

const CellRules* Recording::rules_of(const Intervention& intervention, const Shape& shape) {
  return intervention.rules ? &rules_.emplace_back(intervention.rules(shape)) : nullptr;
}

Variable Recording::name(Variable computed, const Site& site) {
  Variable value = computed;
  const std::string full = interventions_.empty() ? std::string() : full_name(place_, site);
  for (const Intervention& intervention : interventions_)
    if (attnlab::names(intervention.name, full))
      value = edited(tape_, value, intervention, rules_of(intervention, computed.shape()));
  add_names(computed.node(), value.node(), site);
  notify_of(computed.node(), value.node());
  return value;
}

void Recording::use_parameter(const Parameter& parameter, Node* node) {
  edit_parameter(parameter, node);
  node->name = -2 - static_cast<int>(used_parameters_.size());
  used_parameters_.push_back({parameter.name, node, parameter.site, parameter.place});
}

void Recording::edit_parameter(const Parameter& parameter, Node* node) {
  const auto size = static_cast<std::size_t>(node->shape.size());
  for (const Intervention& intervention : interventions_) {
    if (!attnlab::names(intervention.name, parameter.name)) continue;
    if (intervention.instead)
      throw std::invalid_argument(parameter.name + " is a parameter, so it cannot be replaced");
    Node* computed = tape_.arena().make<Node>();
    computed->shape = node->shape;
    computed->value = node->value;
    node->value = tape_.arena().array<Real>(node->shape.size());
    edit_cells(node->shape, {computed->value, size}, {node->value, size}, intervention,
               rules_of(intervention, node->shape));
    if (!node->computed) node->computed = computed;
  }
}

Variable Recording::begin_positions(Variable made, const Site& site) {
  Variable value = made;
  const std::string full = full_name(place_, site);
  for (const Intervention& intervention : interventions_) {
    if (!attnlab::names(intervention.name, full)) continue;
    const Variable from = std::exchange(value, tape_.make(made.shape()));
    value.cells().setZero();
    position_edits_.push_back(
        {made.node(), from, value, &intervention, rules_of(intervention, made.shape())});
  }
  add_names(made.node(), value.node(), site);
  return value;
}

void Recording::made_position(Variable made, Index position) {
  for (const PositionEdit& edit : position_edits_)
    if (edit.made == made.node())
      edit_position(tape_, edit.from, edit.to, position, *edit.intervention, edit.rules);
}

void Recording::attach(Observer* observer) {
  validate_pattern(observer->pattern());
  observers_.push_back({observer, observer->pattern()});
}

void Recording::attach(Intervention intervention) {
  validate_pattern(intervention.name);
  interventions_.push_back(std::move(intervention));
}

void Recording::require_name(std::string_view pattern, bool or_parameter) const {
  std::vector<std::string> known;
  for (const std::vector<Named>* all : {&names_, &used_parameters_}) {
    if (all == &used_parameters_ && !or_parameter) break;
    for (const Named& named : *all) {
      if (attnlab::names(pattern, named.name)) return;
      known.push_back(named.name);
    }
  }
  throw std::invalid_argument("unknown tensor " + std::string(pattern) + did_you_mean(pattern, known));
}

void Recording::check_hooks() const {
  for (const Intervention& intervention : interventions_) require_name(intervention.name, true);
  for (const Attached& attached : observers_)
    if (attached.pattern != "*") require_name(attached.pattern, false);
}

}  // namespace attnlab
