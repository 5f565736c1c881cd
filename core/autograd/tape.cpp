// Tape: recording, gradient memory, the backward pass, names and hooks.
#include "core/autograd/tape.h"

#include <algorithm>
#include <stdexcept>

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

void Tape::add_name(Node* node, std::string_view local) {
  node->name = static_cast<int>(names_.size());
  names_.push_back({scope_ + std::string(local), node});
}

void Tape::tell_observers(const Node* node) {
  const std::span<const Real> cells(node->value, static_cast<std::size_t>(node->shape.size()));
  for (const Attached& attached : observers_)
    if (attnlab::names(attached.pattern, name_of(node)))
      attached.observer->on_tensor({name_of(node), node->shape, cells});
}

void Tape::attach_name(Variable value, std::string_view local) {
  Node* node = value.node();
  add_name(node, local);
  const std::span<Real> cells(node->value, static_cast<std::size_t>(node->shape.size()));
  for (const Intervention& intervention : interventions_) {
    if (!attnlab::names(intervention.name, name_of(node))) continue;
    intervention.change(node->shape, cells);
    node->edited = true;
  }
  tell_observers(node);
}

Variable Tape::begin_positions(const Shape& shape, std::string_view local) {
  const Variable value = make(shape);
  value.cells().setZero();
  if (recording()) add_name(value.node(), local);
  if (training()) {  // its operations share one gradient, which must outlive the first of them
    value.node()->keeps_gradient = true;
    value.node()->gradient = arena_.array<Real>(shape.size());
    array(value.node()->gradient, shape.size()).setZero();
  }
  return value;
}

void Tape::change_position(Variable value, Index position) {
  Node* node = value.node();
  const Shape& shape = node->shape;
  const Index row = shape.size() / (shape[0] * shape[1]);
  for (const Intervention& intervention : interventions_) {
    if (!attnlab::names(intervention.name, name_of(node))) continue;
    std::vector<Real> changed(node->value, node->value + shape.size());
    intervention.change(shape, changed);
    for (Index b = 0; b < shape[0]; ++b) {
      const Index from = (b * shape[1] + position) * row;
      std::copy_n(changed.data() + from, row, node->value + from);
    }
    node->edited = true;
  }
}

void Tape::attach(Observer* observer) {
  validate_pattern(observer->pattern());
  observers_.push_back({observer, observer->pattern()});
}

void Tape::attach(Intervention intervention) {
  validate_pattern(intervention.name);
  interventions_.push_back(std::move(intervention));
}

void Tape::require_name(std::string_view pattern) const {
  std::vector<std::string> known;
  for (const Named& named : names_) {
    if (attnlab::names(pattern, named.name)) return;
    known.push_back(named.name);
  }
  throw std::invalid_argument("no tensor is named " + std::string(pattern) + did_you_mean(pattern, known));
}

void Tape::check_hooks() const {
  for (const Intervention& intervention : interventions_) require_name(intervention.name);
  for (const Attached& attached : observers_)
    if (attached.pattern != "*") require_name(attached.pattern);
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
