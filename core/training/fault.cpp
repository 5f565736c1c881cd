// Fault: recorded passes, read operation by operation.
#include "core/training/fault.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/tensor/eigen_maps.h"
#include "core/training/passes.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

/// "3.2e+38", "inf", "−inf", "nan".
std::string magnitude_text(double value) {
  if (std::isnan(value)) return "nan";
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", std::abs(value));
  return (value < 0 ? "−" : "") + std::string(text);
}

bool is_finite_cell(Real value) { return std::isfinite(static_cast<double>(value)); }

/// Greatest magnitude of the finite ones of `count` cells.
double greatest(const Real* cells, Index count) {
  double most = 0;
  for (Index i = 0; i < count; ++i)
    if (is_finite_cell(cells[i])) most = std::max(most, std::abs(static_cast<double>(cells[i])));
  return most;
}

/// Greatest magnitude of the finite cells in an expression.
double greatest(const Expression& expression) {
  double most = 0;
  if (expression.kind == Expression::Kind::Cell)
    most = greatest(expression.node->value + expression.offset, 1);
  for (const Expression& part : expression.parts) most = std::max(most, greatest(part));
  return most;
}

/// Whether −∞ in cell `offset` is a mask's: of the mask itself, or of scores [B,H,Tq,Tk] under a mask
/// [B,Tq,Tk].
bool is_masked(const Operation& operation, Index offset) {
  if (operation.kind() == "attention_mask") return true;
  if (operation.kind() != "mask") return false;
  const Node *scores = operation.inputs()[0], *mask = operation.inputs()[1];
  const Index square = mask->shape.last(1) * mask->shape.last();
  const Index sequence = offset / (scores->shape.size() / mask->shape[0]);
  return !is_finite_cell(mask->value[sequence * square + offset % square]);
}

/// Calls `visit` with each cell that the operation makes until one is found; −1: none.
template <typename Visit>
Index find_cell(const Operation& operation, const Visit& visit) {
  const Shape& shape = operation.output()->shape;
  const std::optional<Index> position = operation.position();
  const Index rows = position ? shape[0] : 1, width = shape.size() / (position ? shape[0] * shape[1] : 1);
  for (Index row = 0; row < rows; ++row) {
    const Index begin = position ? (row * shape[1] + *position) * width : 0;
    for (Index i = begin; i < begin + width; ++i)
      if (visit(i)) return i;
  }
  return -1;
}

Index bad_value(const Operation& operation) {
  const Node* node = operation.output();
  return find_cell(operation,
                   [&](Index i) { return !is_finite_cell(node->value[i]) && !is_masked(operation, i); });
}

Index bad_gradient(const Operation& operation) {
  const Node* node = operation.output();
  return node->gradient ? find_cell(operation, [&](Index i) { return !is_finite_cell(node->gradient[i]); })
                        : -1;
}

/// One example's pass.
class Pass {
 public:
  Pass(const Tape& tape, Index example) : recording_(tape.recorded()), example_(example) {
    for (const Operation* operation = tape.last_operation(); operation; operation = operation->previous())
      operations_.push_back(operation);
    std::ranges::reverse(operations_);
  }

  std::optional<Fault> value() const {
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      for (const Node* input : operations_[i]->inputs())
        if (const auto given = bad_input(input)) return given;
      const Index cell = bad_value(*operations_[i]);
      if (cell < 0) continue;
      Fault fault{.kind = Fault::Kind::Value, .example = example_};
      fault.operation = operations_[i]->kind();
      fault.operands = greatest(operations_[i]->explain(cell).expression);
      name_value(i, cell, fault);
      return fault;
    }
    return {};
  }

  /// After the pass has run backward.
  std::optional<Fault> gradient() const {
    for (std::size_t i = operations_.size(); i-- > 0;) {
      if (const Index cell = bad_gradient(*operations_[i]); cell >= 0) return gradient_of_value(i, cell);
      for (const Node* input : operations_[i]->inputs())
        if (input->keeps_gradient && input->name < 0 && i == first_reader(input))
          if (const auto fault = gradient_of_parameter(input)) return fault;
    }
    return {};
  }

 private:
  /// The fault of a node that no operation made, such as pixels. Parameters are checked before.
  std::optional<Fault> bad_input(const Node* node) const {
    if (node->producer || node->name < 0) return {};
    const Real* const end = node->value + node->shape.size();
    const Real* const bad = std::find_if_not(static_cast<const Real*>(node->value), end, is_finite_cell);
    if (bad == end) return {};
    Fault fault{.kind = Fault::Kind::Input, .example = example_};
    place(node, bad - node->value, static_cast<double>(*bad), fault);
    return fault;
  }

  void place(const Node* node, Index cell, double value, Fault& fault) const {
    fault.tensor = recording_.name_of(node);
    fault.shape = node->shape;
    fault.cell = cell;
    fault.value = value;
  }

  /// Names cell `cell` of the output of operation `from`, or where that has no name, the next bad cell with a
  /// name.
  void name_value(std::size_t from, Index cell, Fault& fault) const {
    for (std::size_t i = from; i < operations_.size(); ++i) {
      const Node* node = operations_[i]->output();
      if (i > from) cell = bad_value(*operations_[i]);
      if (cell < 0 || recording_.name_of(node).empty()) continue;
      return place(node, cell, static_cast<double>(node->value[cell]), fault);
    }
  }

  std::optional<Fault> gradient_of_value(std::size_t from, Index cell) const {
    Fault fault{.kind = Fault::Kind::Gradient, .example = example_};
    add_readers(operations_[from]->output(), fault);
    for (std::size_t i = from + 1; i-- > 0;) {
      const Node* node = operations_[i]->output();
      if (i < from) cell = bad_gradient(*operations_[i]);
      if (cell < 0 || recording_.name_of(node).empty()) continue;
      place(node, cell, static_cast<double>(node->gradient[cell]), fault);
      return fault;
    }
    return fault;
  }

  std::optional<Fault> gradient_of_parameter(const Node* node) const {
    const Real* const end = node->gradient + node->shape.size();
    const Real* const bad = std::find_if_not(static_cast<const Real*>(node->gradient), end, is_finite_cell);
    if (bad == end) return {};
    Fault fault{.kind = Fault::Kind::Gradient, .example = example_};
    add_readers(node, fault);
    place(node, bad - node->gradient, static_cast<double>(*bad), fault);
    return fault;
  }

  static bool reads(const Operation& operation, const Node* node) {
    return std::ranges::find(operation.inputs(), node) != operation.inputs().end();
  }

  /// The last operation to add to a parameter's gradient.
  std::size_t first_reader(const Node* node) const {
    const auto found = std::ranges::find_if(operations_, [&](const Operation* o) { return reads(*o, node); });
    return static_cast<std::size_t>(found - operations_.begin());
  }

  /// Adds the operations whose backward passes make the gradient of `node`, and their greatest operand.
  void add_readers(const Node* node, Fault& fault) const {
    for (const Operation* operation : operations_) {
      if (!reads(*operation, node) || !operation->output()->gradient) continue;
      const std::string kind(operation->kind());
      if (fault.operation.find(kind) == std::string::npos)
        fault.operation += (fault.operation.empty() ? "" : ", ") + kind;
      find_cell(*operation, [&](Index i) {
        fault.operands = std::max(fault.operands, greatest(operation->output()->gradient + i, 1));
        return false;
      });
    }
  }

  const Recording& recording_;
  Index example_;
  std::vector<const Operation*> operations_;  // in the order of computation
};

/// A cell of the flat buffer by the parameter's name.
Fault parameter_fault(const ParameterLayout& layout, Fault::Kind kind, Index cell, Real value) {
  Fault fault{.kind = kind, .value = static_cast<double>(value)};
  for (const Parameter& parameter : layout.all()) {
    if (cell < parameter.offset || cell >= parameter.offset + parameter.shape.size()) continue;
    fault.tensor = parameter.name;
    fault.shape = parameter.shape;
    fault.cell = cell - parameter.offset;
  }
  return fault;
}

/// Where the sum of squares is too great for its type though no gradient is.
std::optional<Fault> bad_norm(const ParameterLayout& layout, std::span<const Real> gradient) {
  const ConstArrayMap cells(gradient.data(), static_cast<Index>(gradient.size()));
  if (is_finite_cell(cells.square().sum())) return {};
  Index most = 0;
  cells.abs().maxCoeff(&most);
  return parameter_fault(layout, Fault::Kind::Norm, most, cells[most]);
}

std::string cell_text(const Fault& fault) {
  const auto index = fault.shape.index_of(fault.cell);
  std::string text = fault.tensor;
  for (int axis = 0; axis < fault.shape.rank(); ++axis)
    text += (axis == 0 ? "[" : ",") + std::to_string(index[static_cast<std::size_t>(axis)]);
  return fault.shape.rank() > 0 ? text + "]" : text;
}

}  // namespace

std::string Fault::text() const {
  const std::string is = cell_text(*this) + " is " + magnitude_text(value), most = magnitude_text(operands);
  const std::string where = example < 0 ? "" : " (example " + std::to_string(example + 1) + " of the batch)";
  switch (kind) {
    case Kind::Input: return is + " before anything is computed" + where;
    case Kind::Value:
      return is + ", the first value that is not finite; " + operation + " makes it from operands of up to " +
             most + where;
    case Kind::Gradient:
      return "the gradient of " + is + ", the first that is not finite; the backward pass of " + operation +
             " makes it from gradients of up to " + most + where;
    case Kind::Norm: break;
  }
  return "every gradient is finite, but their squares are too great to be summed: that of " + is;
}

std::optional<Fault> find_fault(const Model& model, std::span<const Real> weights, const Batch& batch,
                                double label_smoothing, AttentionDevice* device) {
  const ParameterLayout& layout = model.parameters();
  const auto bad = std::ranges::find_if_not(weights, is_finite_cell);
  if (bad != weights.end()) return parameter_fault(layout, Fault::Kind::Input, bad - weights.begin(), *bad);
  AlignedBuffer gradient(weights.size(), Real(0));
  std::optional<Fault> gradient_fault;
  Tape tape(Mode::Record);
  tape.use_device(device);
  Batch example;
  for (Index row = 0; row < batch.size; ++row) {
    take_rows(batch, row, 1, example);
    tape.reset();
    tape.bind(layout, weights.data(), gradient.data());
    const Variable loss = model.loss(tape, example, label_smoothing, batch.counted_targets());
    const Pass pass(tape, row);
    if (const auto fault = pass.value()) return fault;
    if (gradient_fault) continue;
    tape.backward(loss);
    gradient_fault = pass.gradient();
  }
  return gradient_fault ? gradient_fault : bad_norm(layout, gradient);
}

std::optional<Fault> find_fault(const Trainer& trainer) {
  return find_fault(trainer.model(), trainer.weights(), trainer.batch(), trainer.config().label_smoothing,
                    trainer.device().get());
}

std::string fault_text(const std::optional<Fault>& fault) {
  return fault ? fault->text()
               : "a pass over the same batch without dropout and the model's own choices finds nothing wrong";
}

}  // namespace attnlab
