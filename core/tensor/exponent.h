// exp of cells: Eigen's, but exactly 0 where the result is too small to matter.
#pragma once

#include <limits>

#include "core/tensor/eigen_maps.h"

namespace attnlab {

/// Puts exp(x − shift) in the place of each of `count` cells x. Eigen 3.4 computes exp(−88.4) for everything
/// below it, −∞ too, with SSE and AVX (with AVX-512 it gives 0), so that a hidden key would keep a weight of
/// 3e-39. What is below the smallest normal number becomes 0 on every processor. NaN stays NaN. A second
/// pass, as a condition within the expression would make Eigen compute one cell at a time.
template <typename Scalar>
void exp_or_zero(Scalar* cells, Index count, Scalar shift = 0) {
  Eigen::Map<Eigen::Array<Scalar, Eigen::Dynamic, 1>> x(cells, count);
  x = (x - shift).exp();
  for (Index i = 0; i < count; ++i)
    cells[i] = cells[i] < std::numeric_limits<Scalar>::min() ? Scalar(0) : cells[i];
}

}  // namespace attnlab
