// Gradients that are computed row by row, so that no cell has to find out which row it is in.
#pragma once

#include "core/autograd/cells.h"

namespace attnlab {

/// Adds of_row(row), an Eigen expression of as many cells as a row of `x` has, to each row of its gradient.
template <typename OfRow>
void add_gradient_rows(Tape& tape, Variable x, const OfRow& of_row) {
  const GradientSlot slot = tape.gradient(x);
  if (!slot.data) return;
  const Index width = x.shape().last(), rows = x.shape().rows();
  for (Index row = 0; row < rows; ++row) write(slot, row * width, of_row(row));
}

}  // namespace attnlab
