// What operations share: checks of shapes, column sums, and the terms of their explanations.
#pragma once

#include <string_view>
#include <vector>

#include "core/autograd/tape.h"
#include "core/tensor/shape.h"

namespace attnlab {

/// Cells `start`, `start + step`, … of one node.
struct CellRange {
  const Node* node;
  Index start;
  Index step;
};

/// a₀·b₀, a₁·b₁, … for `count` cells of two ranges.
std::vector<Expression> dot_terms(CellRange a, CellRange b, Index count);

/// As dot_terms(), but a cell of `a` that is 0 adds nothing, even if it meets NaN or an infinity, as weigh()
/// has it.
std::vector<Expression> weighed_terms(CellRange a, CellRange b, Index count);

/// weight·value, and 0 where the weight is 0, whatever the value is.
Expression weighed(Expression weight, Expression value);

/// The cells of one range.
std::vector<Expression> range_terms(CellRange a, Index count);

/// Throws std::invalid_argument that names both sizes where they differ.
void require_equal(std::string_view what, Index size, std::string_view other_what, Index other);

/// `shape` with its last axis replaced.
Shape with_last(const Shape& shape, Index last);

/// Adds to (or sets) slot.data[j] the sum over rows of values[row,j]: the gradient of anything that was
/// repeated over rows. Does nothing for an empty slot.
void add_column_sums(const Real* values, Index rows, Index columns, const GradientSlot& slot);

}  // namespace attnlab
