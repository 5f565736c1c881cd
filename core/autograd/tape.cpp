// Tape: recording, gradient memory and the backward pass.
#include "core/autograd/tape.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/autograd/cells.h"
#include "core/tensor/random.h"

namespace attnlab {

std::unique_ptr<Tape> Tape::for_observers(std::span<Observer* const> observers) {
  if (observers.empty()) return nullptr;
  auto tape = std::make_unique<Tape>(Mode::Record);
  for (Observer* observer : observers) tape->recorded().attach(observer);
  return tape;
}

void Tape::reset() {
  arena_.reset();
  last_ = nullptr;
  free_.fill({});
  std::fill(parameter_nodes_.begin(), parameter_nodes_.end(), nullptr);
  penalties_.clear();
  random_count_ = 0;
  waiting_.clear();
  late_.clear();
  if (recording_) recording_->reset();
}

void Tape::rest() {
  reset();
  arena_.rest();
}

Recording& Tape::recorded() { return const_cast<Recording&>(std::as_const(*this).recorded()); }

const Recording& Tape::recorded() const {
  if (!recording_) throw std::logic_error("only a tape in Record mode supports names and hooks");
  return *recording_;
}

void Tape::bind(const ParameterLayout& layout, const Real* values, Real* gradients,
                const WantedGradients* cells, WriteMode mode) {
  layout_ = &layout;
  parameter_values_ = values;
  parameter_gradients_.begin(layout, gradients, cells, mode);
  gradients_later_ = false;
  parameter_nodes_.assign(layout.count(), nullptr);
}

void Tape::bind_for_backward(const ParameterLayout& layout, const Real* values) {
  bind(layout, values, nullptr);
  gradients_later_ = true;
}

void Tape::give_parameter_gradients(Real* gradients) {
  for (const ParameterNode& waiting : waiting_) waiting.node->gradient = gradients + waiting.offset;
}

void Tape::leave_parameter_gradients() {
  for (const ParameterNode& waiting : waiting_) late_.add(*waiting.node);
}

bool Tape::has_joined_parameters() const { return waiting_.size() > recorded().used_parameters().size(); }

Node* Tape::make_parameter_node(ParameterId first, ParameterId last, const Shape& shape) {
  Node* node = arena_.make<Node>();
  const Index offset = (*layout_)[first].offset;
  node->shape = shape;
  // Nothing writes through a parameter's value: the tape only reads it.
  node->value = const_cast<Real*>(parameter_values_) + offset;
  node->gradient = parameter_gradients_.at(first, last);
  node->parameters = {first, last};
  node->wants_gradient = node->gradient != nullptr || gradients_later_;
  node->keeps_gradient = true;
  if (gradients_later_) waiting_.push_back({node, offset});
  return node;
}

Variable Tape::parameter(ParameterId id) {
  Node*& node = parameter_nodes_[id];
  if (node) return Variable(node);
  const Parameter& parameter = (*layout_)[id];
  node = make_parameter_node(id, id, parameter.shape);
  if (recording()) recording_->use_parameter(parameter, node);
  return Variable(node);
}

Variable Tape::joined_parameters(ParameterId first, ParameterId last) {
  const Parameter& front = (*layout_)[first];
  Index cells = 0;
  for (ParameterId id = first; id <= last; ++id) cells += (*layout_)[id].shape.size();
  const Index columns = front.shape.last();
  return Variable(make_parameter_node(
      first, last, front.shape.rank() == 1 ? Shape{cells} : Shape{cells / columns, columns}));
}

Variable Tape::make(const Shape& shape) {
  Node* node = arena_.make<Node>();
  node->shape = shape;
  node->value = arena_.array<Real>(shape.size());
  return Variable(node);
}

Variable Tape::lent(const Shape& shape, const Real* cells) {
  Node* node = arena_.make<Node>();
  node->shape = shape;
  node->value = const_cast<Real*>(cells);  // as a parameter's: the tape only reads it
  return Variable(node);
}

Positions Tape::begin_positions(const Shape& shape, const Site& site) {
  const Variable made = make(shape);
  made.cells().setZero();
  if (training()) {  // its operations share one gradient, which must outlive the first of them
    made.node()->keeps_gradient = true;
    made.node()->gradient = arena_.array<Real>(shape.size());
    array(made.node()->gradient, shape.size()).setZero();
  }
  return {made, recording() ? recording_->begin_positions(made, site) : made};
}

void Tape::link(Operation* operation, Variable output, std::span<const Variable> inputs) {
  Node** nodes = arena_.array<Node*>(count_of(inputs));
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
  if (clock_) clock_->made(*operation);
  arena_.settle();
}

void Tape::want_only(const Node& node, Real* cells) {
  only_ = &node;
  only_slot_ = {cells, add_if(node.keeps_gradient)};
}

/// Gradients of parameters are added to zeros; other gradients begin with the first value written.
GradientSlot Tape::slot_of_only() { return std::exchange(only_slot_, {only_slot_.data, WriteMode::Add}); }

GradientSlot Tape::gradient(Variable input) {
  Node* node = input.node();
  if (only_) return node == only_ ? slot_of_only() : GradientSlot{};
  if (!node->wants_gradient) return {};
  if (node->late) {
    if (node->keeps_gradient) return {};
    node->late->reach();
  }
  if (node->gradient) return {node->gradient, next_write(*node)};
  node->gradient = take_buffer(input.size());
  return {node->gradient};
}

/// Overwrite for the first that is written to parameters, unless their memory holds sums already.
WriteMode Tape::next_write(const Node& node) {
  const ParameterRange& range = node.parameters;
  return range.first < 0 ? WriteMode::Add : parameter_gradients_.next_write(range.first, range.last);
}

Real* Tape::gradient_to_add_to(Variable input) {
  const GradientSlot slot = gradient(input);
  if (slot.data && slot.mode == WriteMode::Overwrite) std::fill_n(slot.data, input.size(), Real(0));
  return slot.data;
}

bool Tape::give_gradient(const Operation& operation, Variable input) {
  Node* to = input.node();
  const bool same_size = operation.output_->shape.size() == to->shape.size();
  if (mode_ != Mode::Train || !to->wants_gradient || to->gradient || !same_size) return false;
  to->gradient = std::exchange(operation.output_->gradient, nullptr);
  return true;
}

GradientSlot Tape::gradient_in_place(const Operation& operation, Variable input) {
  if (give_gradient(operation, input)) return {input.node()->gradient};
  return gradient(input);
}

void Tape::pass_gradient(const Operation& operation, Variable input) {
  if (give_gradient(operation, input)) return;
  add_gradient(input, array(operation.output_gradient(), input.size()));
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

/// Of a pass that is read for long, those that nobody waits for.
void Tape::discard_buffers() {
  for (FreeList& list : free_)
    for (FreeBuffer* buffer = std::exchange(list.first, nullptr); buffer;) {
      FreeBuffer* const next = buffer->next;
      arena_.discard(buffer, static_cast<std::size_t>(list.count) * sizeof(Real));
      buffer = next;
    }
}

void Tape::backward(Variable loss) {
  const GradientSlot start = gradient(loss);
  if (!start.data)
    throw std::invalid_argument("backward: the loss does not depend on any parameter that needs a gradient");
  *start.data = Real(1);
  for (Operation* operation = last_; operation; operation = operation->previous_) {
    if (!operation->output_->gradient) continue;
    operation->backward(*this);
    if (clock_) clock_->went_back(*operation);
    arena_.make_room();
    if (mode_ == Mode::Train || operation->output_->late) release_gradient(operation->output_);
  }
  parameter_gradients_.finish();
  if (mode_ == Mode::Record) discard_buffers();
}

std::uint64_t Tape::next_random_key() { return join_keys(random_key_, random_count_++); }

}  // namespace attnlab
