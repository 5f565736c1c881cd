// The relative distance of two vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace attnlab::testing {

inline double norm(std::span<const Real> x) {
  double squares = 0;
  for (Real cell : x) squares += static_cast<double>(cell) * static_cast<double>(cell);
  return std::sqrt(squares);
}

/// ‖a − b‖ as a share of ‖b‖, or of `least` where b is smaller than that.
inline double distance(std::span<const Real> a, std::span<const Real> b, double least = 0) {
  std::vector<Real> difference(a.begin(), a.end());
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] -= b[i];
  return norm(difference) / std::max(norm(b), least);
}

}  // namespace attnlab::testing
