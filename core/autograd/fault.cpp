// Fault: a recorded pass, read operation by operation.
#include "core/autograd/fault.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "core/autograd/tape.h"
#include "core/tensor/finite.h"

namespace attnlab {
namespace {

/// "3.2e+38", "inf", "−inf", "nan".
std::string magnitude_text(double value) {
  if (std::isnan(value)) return "nan";
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", std::abs(value));
  return (value < 0 ? "−" : "") + std::string(text);
}

bool is_finite_cell(Real value) { return std::isfinite(double(value)); }

/// Greatest magnitude of the finite ones of `count` cells.
double greatest(const Real* cells, Index count) {
  double most = 0;
  for (Index i = 0; i < count; ++i)
    if (is_finite_cell(cells[i])) most = std::max(most, std::abs(double(cells[i])));
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

/// Whether −∞ in cell `offset` is a mask's: of the mask itself, of scores [B,H,Tq,Tk] under a mask [B,Tq,Tk],
/// or of an edit of either. `site`: of what the operation makes; null: none.
bool is_masked(const Operation& operation, Index offset, const Site* site) {
  if (operation.kind() == "attention_mask") return true;
  if (operation.kind() == "edited")
    return site && site->hides && operation.output()->value[offset] == -std::numeric_limits<Real>::infinity();
  if (operation.kind() != "mask") return false;
  const Node *scores = operation.inputs()[0], *mask = operation.inputs()[1];
  const Index square = mask->shape.last(1) * mask->shape.last();
  const Index sequence = offset / (scores->shape.size() / mask->shape[0]);
  return !is_finite_cell(mask->value[sequence * square + offset % square]);
}

/// Calls `visit` with the beginning and the end of each run of cells that the operation makes until it
/// returns true.
template <typename Visit>
void each_made_run(const Operation& operation, const Visit& visit) {
  const Shape& shape = operation.output()->shape;
  const std::optional<Index> position = operation.position();
  const Index rows = position ? shape[0] : 1, width = shape.size() / (position ? shape[0] * shape[1] : 1);
  for (Index row = 0; row < rows; ++row) {
    const Index begin = position ? (row * shape[1] + *position) * width : 0;
    if (visit(begin, begin + width)) return;
  }
}

/// Calls `visit` with each cell that the operation makes until one is found; −1: none.
template <typename Visit>
Index find_cell(const Operation& operation, const Visit& visit) {
  Index found = -1;
  each_made_run(operation, [&](Index begin, Index end) {
    for (Index i = begin; found < 0 && i < end; ++i)
      if (visit(i)) found = i;
    return found >= 0;
  });
  return found;
}

/// Of `cells`, values or gradients of the operation's output, those that it makes.
bool all_cells_finite(const Real* cells, const Operation& operation) {
  bool finite = true;
  each_made_run(operation, [&](Index begin, Index end) {
    finite = all_finite({cells + begin, static_cast<std::size_t>(end - begin)});
    return !finite;
  });
  return finite;
}

Index bad_value(const Operation& operation, const Recording& recording) {
  const Node* node = operation.output();
  if (all_cells_finite(node->value, operation)) return -1;
  const Site* const site = recording.site_of(node);
  return find_cell(
      operation, [&](Index i) { return !is_finite_cell(node->value[i]) && !is_masked(operation, i, site); });
}

Index bad_gradient(const Operation& operation) {
  const Node* node = operation.output();
  if (!node->gradient || all_cells_finite(node->gradient, operation)) return -1;
  return find_cell(operation, [&](Index i) { return !is_finite_cell(node->gradient[i]); });
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
    std::optional<Fault> fault = computed_value();
    if (!fault) return {};
    for (const Named& parameter : recording_.used_parameters())
      if (const auto given = bad_cells(parameter.node)) return given;
    return fault;
  }

  /// After the pass has run backward. Gradients that it left out for later are not looked at.
  std::optional<Fault> gradient() const {
    for (std::size_t i = operations_.size(); i-- > 0;) {
      if (const Index cell = bad_gradient(*operations_[i]); cell >= 0) return gradient_of_value(i, cell);
      for (const Node* input : operations_[i]->inputs())
        if (input->gradient && input->keeps_gradient && input->name < 0 && i == first_reader(input))
          if (const auto fault = gradient_of_parameter(input)) return fault;
    }
    return {};
  }

 private:
  std::optional<Fault> computed_value() const {
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      for (const Node* input : operations_[i]->inputs())
        if (const auto given = bad_input(input)) return given;
      const Index cell = bad_value(*operations_[i], recording_);
      if (cell < 0) continue;
      Fault fault{.kind = Fault::Kind::Value, .example = example_};
      fault.operation = operations_[i]->kind();
      fault.operands = greatest(operations_[i]->explain(cell).expression);
      name_value(i, cell, fault);
      return fault;
    }
    return {};
  }

  /// The fault of a node that no operation made, such as pixels. Parameters are checked apart.
  std::optional<Fault> bad_input(const Node* node) const {
    return node->producer || node->name < 0 ? std::nullopt : bad_cells(node);
  }

  std::optional<Fault> bad_cells(const Node* node) const {
    const Real* const end = node->value + node->shape.size();
    const Real* const bad = std::find_if_not(static_cast<const Real*>(node->value), end, is_finite_cell);
    if (bad == end) return {};
    Fault fault{.kind = Fault::Kind::Input, .example = example_};
    place(node, bad - node->value, double(*bad), fault);
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
      if (i > from) cell = bad_value(*operations_[i], recording_);
      if (cell < 0 || recording_.name_of(node).empty()) continue;
      return place(node, cell, double(node->value[cell]), fault);
    }
  }

  std::optional<Fault> gradient_of_value(std::size_t from, Index cell) const {
    Fault fault{.kind = Fault::Kind::Gradient, .example = example_};
    add_readers(operations_[from]->output(), fault);
    for (std::size_t i = from + 1; i-- > 0;) {
      const Node* node = operations_[i]->output();
      if (i < from) cell = bad_gradient(*operations_[i]);
      if (cell < 0 || recording_.name_of(node).empty()) continue;
      place(node, cell, double(node->gradient[cell]), fault);
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
    place(node, bad - node->gradient, double(*bad), fault);
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

std::string cell_text(const Fault& fault) {
  const auto index = fault.shape.index_of(fault.cell);
  std::string text = fault.tensor;
  for (int axis = 0; axis < fault.shape.rank(); ++axis)
    text += (axis == 0 ? "[" : ",") + std::to_string(index[axis]);
  return fault.shape.rank() > 0 ? text + "]" : text;
}

}  // namespace

std::string Fault::text() const {
  const std::string is = cell_text(*this) + " is " + magnitude_text(value), most = magnitude_text(operands);
  const std::string where = example < 0 ? "" : " (example " + std::to_string(example + 1) + " of the batch)";
  switch (kind) {
    case Kind::Input: return is + ", an input of the pass" + where;
    case Kind::Value:
      if (operation == "edited") return is + ", the first value that is not finite; an edit set it" + where;
      return is + ", the first value that is not finite; " + operation +
             " computed it from operands of up to " + most + where;
    case Kind::Gradient:
      return "the gradient of " + is + ", the first gradient that is not finite; the backward pass of " +
             operation + " computed it from gradients of up to " + most + where;
    case Kind::Norm: break;
  }
  return "every gradient is finite, but the sum of their squares overflows; the gradient of " + is;
}

std::string not_finite_text(const Fault& fault) {
  return "This pass contains values that are not finite: " + fault.text();
}

std::optional<Fault> fault_of_values(const Tape& tape, Index example) { return Pass(tape, example).value(); }

std::optional<Fault> fault_of_gradients(const Tape& tape, Index example) {
  return Pass(tape, example).gradient();
}

}  // namespace attnlab
