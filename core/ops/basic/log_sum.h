// log Σ exp(x) of a row, in two parts, as their rounded sum would lose a small loss.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen_maps.h"

namespace attnlab {

/// log Σ_i exp(x[i]) = highest + above, with above = log Σ_i exp(x[i] − highest) ≥ 0.
struct LogSum {
  Real highest = 0;
  Real above = 0;
  Index at = 0;  ///< index of the highest, the first of several

  /// log softmax(x) for one score of the row, with all digits that the difference of the scores has.
  auto log_probability(const auto& x) const { return (x - highest) - above; }
};

/// The log-sum of `count` cells, at least one. The highest cell's 1 is not added to the sum of the others: 1
/// + 1e-8 is 1 in float.
inline LogSum log_sum(const Real* row, Index count) {
  const ConstArrayMap xs(row, count);
  LogSum sum;
  sum.highest = xs.maxCoeff();
  sum.at = std::min<Index>(std::find(row, row + count, sum.highest) - row, count - 1);  // none is NaN's equal
  const auto others = [&](Index begin, Index end) {
    return (xs.segment(begin, end - begin) - sum.highest).exp().sum();
  };
  sum.above = std::log1p(others(0, sum.at) + others(sum.at + 1, count));
  return sum;
}

}  // namespace attnlab
