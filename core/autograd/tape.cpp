// Tape: recording, gradient memory, the backward pass, names and hooks.
#include "core/autograd/tape.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/autograd/edited.h"
#include "core/autograd/name_pattern.h"
#include "core/config/nearest.h"
#include "core/tensor/random.h"

namespace attnlab {

void Tape::reset() {
  arena_.reset();
  last_ = nullptr;
  free_.fill({});
  std::fill(parameter_nodes_.begin(), parameter_nodes_.end(), nullptr);
  names_.clear();
  used_parameters_.clear();
  penalties_.clear();
  position_edits_.clear();
  rules_.clear();
  random_count_ = 0;
}

void Tape::bind(const ParameterLayout& layout, const Real* values, Real* gradients) {
  layout_ = &layout;
  parameter_values_ = values;
  parameter_gradients_ = gradients;
  parameter_nodes_.assign(static_cast<std::size_t>(layout.count()), nullptr);
}

Node* Tape::make_parameter_node(const Parameter& parameter, const Shape& shape) {
  Node* node = arena_.make<Node>();
  node->shape = shape;
  // Nothing writes through a parameter's value: the tape only reads it.
  node->value = const_cast<Real*>(parameter_values_) + parameter.offset;
  node->wants_gradient = parameter_gradients_ != nullptr;
  node->keeps_gradient = true;
  node->gradient = parameter_gradients_ ? parameter_gradients_ + parameter.offset : nullptr;
  return node;
}

Variable Tape::parameter(ParameterId id) {
  Node*& node = parameter_nodes_[static_cast<std::size_t>(id)];
  if (node) return Variable(node);
  const Parameter& parameter = (*layout_)[id];
  node = make_parameter_node(parameter, parameter.shape);
  if (recording()) {
    edit_parameter(parameter.name, node);
    node->name = -2 - static_cast<int>(used_parameters_.size());
    used_parameters_.push_back({parameter.name, node});
  }
  return Variable(node);
}

Variable Tape::joined_parameters(ParameterId first, ParameterId last) {
  const Parameter& front = (*layout_)[first];
  Index cells = 0;
  for (ParameterId id = first; id <= last; ++id) cells += (*layout_)[id].shape.size();
  const Index columns = front.shape.last();
  return Variable(
      make_parameter_node(front, front.shape.rank() == 1 ? Shape{cells} : Shape{cells / columns, columns}));
}

Variable Tape::make(const Shape& shape) {
  Node* node = arena_.make<Node>();
  node->shape = shape;
  node->value = arena_.array<Real>(shape.size());
  return Variable(node);
}

void Tape::link(Operation* operation, Variable output, std::span<const Variable> inputs) {
  Node** nodes = arena_.array<Node*>(static_cast<Index>(inputs.size()));
  std::size_t count = 0;
  for (Variable input : inputs) {
    if (!input) continue;
    nodes[count++] = input.node();
    output.node()->wants_gradient |= input.node()->wants_gradient;
  }
  operation->output_ = output.node();
  operation->inputs_ = {nodes, count};
  operation->previous_ = last_;
  last_ = operation;
  output.node()->producer = operation;
}

GradientSlot Tape::gradient(Variable input) {
  Node* node = input.node();
  if (!node->wants_gradient) return {};
  if (node->gradient) return {node->gradient, true};
  node->gradient = take_buffer(input.size());
  return {node->gradient, false};
}

Real* Tape::gradient_to_add_to(Variable input) {
  const GradientSlot slot = gradient(input);
  if (slot.data && !slot.accumulate) std::fill_n(slot.data, input.size(), Real(0));
  return slot.data;
}

bool Tape::give_gradient(const Operation& operation, Variable input) {
  Node* to = input.node();
  const bool same_size = operation.output_->shape.size() == to->shape.size();
  if (mode_ != Mode::Train || !to->wants_gradient || to->gradient || !same_size) return false;
  to->gradient = std::exchange(operation.output_->gradient, nullptr);
  return true;
}

void Tape::pass_gradient(const Operation& operation, Variable input) {
  if (give_gradient(operation, input)) return;
  add_gradient(input, array(operation.output_->gradient, input.size()));
}

Real* Tape::take_buffer(Index count) {
  for (FreeList& list : free_) {
    if (list.count != count || !list.first) continue;
    FreeBuffer* buffer = list.first;
    list.first = buffer->next;
    return reinterpret_cast<Real*>(buffer);
  }
  return arena_.array<Real>(std::max<Index>(count, Index{sizeof(FreeBuffer)} / Index{sizeof(Real)}));
}

void Tape::release_gradient(Node* node) {
  if (!node->gradient || node->keeps_gradient) return;
  const Index count = node->shape.size();
  for (FreeList& list : free_) {
    if (list.count != 0 && list.count != count) continue;
    list.count = count;
    list.first = new (node->gradient) FreeBuffer{list.first};
    break;
  }
  node->gradient = nullptr;
}

void Tape::backward(Variable loss) {
  const GradientSlot start = gradient(loss);
  if (!start.data)
    throw std::invalid_argument("backward: no parameter that wants a gradient stands behind the loss");
  *start.data = Real(1);
  for (Operation* operation = last_; operation; operation = operation->previous_) {
    if (!operation->output_->gradient) continue;
    operation->backward(*this);
    if (mode_ == Mode::Train) release_gradient(operation->output_);
  }
}

std::string_view Tape::name_of(const Node* node) const {
  if (node->name >= 0) return names_[static_cast<std::size_t>(node->name)].name;
  if (node->name <= -2) return used_parameters_[static_cast<std::size_t>(-2 - node->name)].name;
  return "";
}

void Tape::add_names(Node* computed, Node* value, std::string_view local) {
  const auto add = [this](Node* node, std::string text) {
    node->name = static_cast<int>(names_.size());
    names_.push_back({std::move(text), node});
  };
  const std::string full = scope_ + std::string(local);
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

Variable Tape::attach_name(Variable computed, std::string_view local) {
  Variable value = computed;
  const std::string full = interventions_.empty() ? std::string() : scope_ + std::string(local);
  for (const Intervention& intervention : interventions_)
    if (attnlab::names(intervention.name, full))
      value = edited(*this, value, intervention, rules_of(intervention, computed.shape()));
  add_names(computed.node(), value.node(), local);
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

Positions Tape::begin_positions(const Shape& shape, std::string_view local) {
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
  const std::string full = scope_ + std::string(local);
  for (const Intervention& intervention : interventions_) {
    if (!attnlab::names(intervention.name, full)) continue;
    const Variable from = std::exchange(positions.value, zeros());
    position_edits_.push_back(
        {made.node(), from, positions.value, &intervention, rules_of(intervention, shape)});
  }
  add_names(made.node(), positions.value.node(), local);
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

std::uint64_t Tape::next_random_key() { return join_keys(random_key_, random_count_++); }

Scope::Scope(Tape& tape, std::string_view name, Index number) {
  if (!tape.recording()) return;
  tape_ = &tape;
  length_ = tape.scope_.size();
  tape.scope_ += name;
  if (number >= 0) tape.scope_ += "." + std::to_string(number);
  tape.scope_ += ".";
}

}  // namespace attnlab
