// Derivative: the rules of differentiation, applied to an Expression.
#pragma once

#include "core/autograd/expression.h"

namespace attnlab {

/// ∂e/∂x for the cell `offset` of `x`, as an expression over the same cells; the constant 0 where e does not
/// hold x. Terms that are 0 and factors that are 1 are left out. Of equal maxima the first counts. ArgMax has
/// no slope, nor has a maximum with a label: it is a shift that cancels, as under softmax.
Expression derivative(const Expression& e, const Node* x, Index offset);

/// Whether `e` is the constant 0.
bool is_zero(const Expression& e);

}  // namespace attnlab
