// Operation: one step on the tape, which can run backward and explain its cells.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/autograd/call_arguments.h"
#include "core/autograd/expression.h"
#include "core/autograd/variable.h"
#include "core/tensor/cell_span.h"

namespace attnlab {

class Tape;

/// Base of all recorded operations. They live in the tape's arena, so they hold no owning members
/// and their destructors never run.
class Operation {
 public:
  /// Adds to the inputs' gradients; `output().gradient` is complete when this is called.
  virtual void backward(Tape& tape) = 0;
  /// "softmax": the operation's name in the field.
  virtual std::string_view kind() const = 0;
  /// How output cell `offset` (row-major) is computed.
  virtual Explanation explain(Index offset) const = 0;

  /// The chain rule for input `input`, as the field writes it: "∂L/∂x = ∂L/∂y·(1 − y²)".
  virtual std::string_view gradient_formula(int /*input*/) const { return "∂L/∂x = Σ_y ∂L/∂y·∂y/∂x"; }
  /// Whether every output cell is one function of the same cell of the only input, which has a curve.
  virtual bool is_cell_function() const { return false; }

  /// Output cells that may depend on cell `offset` of input `input`; all of them unless an operation
  /// overrides this to save time.
  virtual CellSpan affected(int /*input*/, Index /*offset*/) const { return {0, 1, output_->shape.size()}; }

  /// ∂output[to]/∂input[from], where it is known without explain(): a cell, or a number (0: `to` does not
  /// read `from`). Equal to the derivative of the explanation; saves time.
  virtual std::optional<Expression> slope(int /*input*/, Index /*from*/, Index /*to*/) const { return {}; }

  /// The gradient of cell `offset` of input `input` through this operation, where there is a formula shorter
  /// than the chain rule over all cells that read it.
  virtual std::optional<Expression> own_gradient(int /*input*/, Index /*offset*/) const { return {}; }

  /// The arguments of the function named kind() that computes the output, for programs that repeat the pass:
  /// the inputs in order, unless an operation needs more arguments or names them.
  virtual CallArguments arguments() const { return inputs_and({}); }
  /// Which position of its output the operation makes (arguments at that position); nothing: all of it.
  virtual std::optional<Index> position() const { return {}; }

  const Node* output() const { return output_; }
  Node* output() { return output_; }
  /// The operation recorded before this one; null for the first.
  const Operation* previous() const { return previous_; }
  Operation* previous() { return previous_; }
  std::span<Node* const> inputs() const { return inputs_; }
  Variable input(int i) const { return Variable(inputs_[static_cast<std::size_t>(i)]); }

 protected:
  Operation() = default;
  ~Operation() = default;
  const Real* output_gradient() const { return gradient_of(*output_); }

  /// The inputs in order, then `more`.
  CallArguments inputs_and(std::initializer_list<CallArgument> more) const {
    CallArguments all;
    for (const Node* input : inputs_) all.push_back({"", input});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  /// Parts of the output for affected(): one cell, one row, one column.
  static CellSpan one_cell(Index offset) { return {offset, 1, 1}; }
  CellSpan row(Index index) const { return {index * output_->shape.last(), 1, output_->shape.last()}; }
  CellSpan column(Index index) const {
    return {index, output_->shape.last(), output_->shape.size() / output_->shape.last()};
  }

 private:
  friend class Tape;
  Node* output_ = nullptr;
  std::span<Node*> inputs_;  // in the tape's arena
  Operation* previous_ = nullptr;
};

}  // namespace attnlab
