// log Σ exp(x) of a row, in two parts, as their rounded sum would lose a small loss.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/tensor/eigen_maps.h"
#include "core/tensor/vector_exponent.h"

namespace attnlab {

/// log Σ_i exp(x[i]) = highest + above, with above = log Σ_i exp(x[i] − highest) ≥ 0.
struct LogSum {
  Real highest = 0;
  Real above = 0;
  Index at = 0;  ///< index of the highest, the first of several

  /// log softmax(x) for one score of the row, with all digits that the difference of the scores has.
  auto log_probability(const auto& x) const { return (x - highest) - above; }
};

/// Σ exp(x[i] − highest) of `count` cells except for the one `at`.
inline Real sum_of_others(const Real* row, Index count, Real highest, Index at) {
  const simd::Vector none = simd::broadcast(-std::numeric_limits<Real>::infinity());
  simd::Vector sums{};
  for (Index i = 0; i < count; i += simd::kLanes) {
    const simd::Vector x = simd::load_next(row + i, count - i, none);
    simd::Vector weights = simd::exp_at_most_0(x - highest);
    if (i <= at && at < i + simd::kLanes) weights[at - i] = 0;
    sums += weights;
  }
  return simd::reduce(sums, [](Real a, Real b) { return a + b; });
}

/// The log-sum of `count` cells, at least one. The highest cell's 1 is not added to the sum of the others: 1
/// + 1e-8 is 1 in float.
inline LogSum log_sum(const Real* row, Index count) {
  LogSum sum;
  sum.highest = ConstArrayMap(row, count).maxCoeff();
  sum.at = std::min<Index>(std::find(row, row + count, sum.highest) - row, count - 1);  // none is NaN's equal
  sum.above = std::log1p(sum_of_others(row, count, sum.highest, sum.at));
  return sum;
}

}  // namespace attnlab
