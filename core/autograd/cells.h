// Eigen on a tape's cells: for operations, while those who only hand variables on do without Eigen.
#pragma once

#include "core/autograd/tape.h"
#include "core/tensor/eigen_maps.h"

namespace attnlab {

inline auto Variable::cells() const { return array(node_->value, size()); }

template <typename ArrayExpression>
void Tape::add_gradient(Variable input, const ArrayExpression& expression) {
  const GradientSlot slot = gradient(input);
  if (!slot.data) return;
  auto cells = array(slot.data, input.size());
  if (slot.accumulate) {
    cells += expression;
  } else {
    cells = expression;
  }
}

}  // namespace attnlab
