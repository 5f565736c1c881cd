// Expression: one cell's arithmetic as a tree, so that it can be shown, followed and recomputed.
#pragma once

#include <string>
#include <vector>

#include "core/tensor/shape.h"

namespace attnlab {

struct Node;

/// Formula tree over cells of recorded tensors. Built on demand by an operation that explains a cell;
/// refers to nodes of the tape, so it lives no longer than the trace that owns them.
struct Expression {
  enum class Kind {
    Cell,      ///< one cell of a recorded tensor
    Constant,  ///< a number that is no tensor's, with an optional label such as "√D"
    Sum,
    Product,
    Difference,
    Quotient,
    Negative,
    Exp,
    Log,
    Sqrt,
    Square,
    Tanh,
    Erf,
    Sine,
    Cosine,
    Max,
    ArgMax,  ///< which part is the largest, counted from 0; the first among equals
  };

  Kind kind = Kind::Constant;
  const Node* node = nullptr;     ///< Cell
  Index offset = 0;               ///< Cell: position in the row-major buffer
  bool gradient = false;          ///< Cell: its gradient, not its value
  double constant = 0;            ///< Constant
  std::string label;              ///< a name for this part ("μ", "Σ exp"), shown beside its value
  std::vector<Expression> parts;  ///< operands, in order

  /// The value in double, from the operands' own stored values.
  double evaluate() const;
  /// The value with `x` in the place of every cell.
  double evaluate_at(double x) const;
  Expression& labelled(std::string text) {
    label = std::move(text);
    return *this;
  }
};

/// Builders of expressions.
Expression cell(const Node* node, Index offset);
Expression gradient_cell(const Node* node, Index offset);
Expression number(double value, std::string label = {});
Expression sum(std::vector<Expression> terms);
Expression product(std::vector<Expression> factors);
Expression difference(Expression a, Expression b);
Expression quotient(Expression a, Expression b);
Expression apply(Expression::Kind function, Expression argument);
Expression maximum(std::vector<Expression> parts);
Expression arg_max(std::vector<Expression> parts);

/// How an operation computes one cell of its output.
struct Explanation {
  std::string formula;    ///< in the field's notation: "scores[q,k] = Σ_d query[q,d]·key[k,d]"
  Expression expression;  ///< the formula with this cell's operands
};

}  // namespace attnlab
