// Softmax steps: what one softmax goes through, number by number.
#pragma once

#include <span>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// The steps of one softmax, in double precision. Masked scores are −∞.
struct SoftmaxSteps {
  double largest = 0, sum = 0, entropy = 0;  ///< entropy in bits
  std::vector<double> shifted, exponentials, probabilities;
};

/// Pure. All scores −∞ gives probabilities of NaN, as the formula does.
SoftmaxSteps softmax_steps(std::span<const Real> scores);

}  // namespace attnlab
