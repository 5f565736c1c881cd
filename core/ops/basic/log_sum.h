// log Σ exp(x) of a row, in two parts: a small loss is lost where they are added.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen_maps.h"

namespace attnlab {

/// log Σ_i exp(x[i]) = highest + above, with above = log Σ_i exp(x[i] − highest) ≥ 0.
struct LogSum {
  Real highest = 0;
  Real above = 0;
  Index at = 0;  ///< of the highest, the first of several

  /// log softmax(x) for one score of the row, with all digits that the difference of the scores has.
  auto log_probability(const auto& x) const { return (x - highest) - above; }
};

/// Of `count` cells, at least one. What the others add to the highest's 1 is summed apart from it: 1 + 1e-8
/// is 1 in float.
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
