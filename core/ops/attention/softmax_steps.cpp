// Softmax steps: score − largest, its exponential, its share of the sum.
#include "core/ops/attention/softmax_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnlab {

SoftmaxSteps softmax_steps(std::span<const Real> scores) {
  SoftmaxSteps s;
  s.largest = -std::numeric_limits<double>::infinity();
  for (Real v : scores) s.largest = std::max(s.largest, double(v));
  for (Real v : scores) {
    s.shifted.push_back(double(v) - s.largest);
    s.exponentials.push_back(std::exp(s.shifted.back()));
    s.sum += s.exponentials.back();
  }
  for (double e : s.exponentials) {
    s.probabilities.push_back(e / s.sum);
    if (s.probabilities.back() > 0) s.entropy -= s.probabilities.back() * std::log2(s.probabilities.back());
  }
  return s;
}

}  // namespace attnlab
