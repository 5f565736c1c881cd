// exp of an array: Eigen's, but exactly 0 where the result is too small to matter.
#pragma once

#include "core/tensor/eigen_maps.h"

namespace attnlab {

/// exp(x) cell by cell. Eigen 3.4 computes exp(−88.4) for everything below it, −∞ too, with SSE and AVX (with
/// AVX-512 it gives 0), so that a hidden key would keep a weight of 3e-39. Below the logarithm of the
/// smallest normal number this gives 0 on every processor. NaN stays NaN.
template <typename Derived>
auto exp_or_zero(const Eigen::ArrayBase<Derived>& x) {
  using Scalar = typename Derived::Scalar;
  constexpr Scalar kLeast = sizeof(Scalar) == 4 ? Scalar(-87.336) : Scalar(-708.396);
  return (x.derived() < kLeast).select(Scalar(0), x.derived().exp());
}

}  // namespace attnlab
