// Eigen on a tape's cells: for operations, while those who only hand variables on do without Eigen.
#pragma once

#include "core/autograd/tape.h"
#include "core/tensor/eigen_maps.h"

namespace attnlab {

inline auto Variable::cells() const { return array(node_->value, size()); }

/// Sets `to`, or adds to it.
template <typename To, typename Expression>
void write(To to, const Expression& expression, WriteMode mode) {
  if (mode == WriteMode::Add) {
    to += expression;
  } else {
    to = expression;
  }
}

/// Sets or adds the cells of a gradient from `at` on.
template <typename ArrayExpression>
void write(const GradientSlot& slot, Index at, const ArrayExpression& cells) {
  write(array(slot.data + at, cells.size()), cells, slot.mode);
}

template <typename ArrayExpression>
void Tape::add_gradient(Variable input, const ArrayExpression& expression) {
  if (const GradientSlot slot = gradient(input); slot.data) write(slot, 0, expression);
}

}  // namespace attnlab
