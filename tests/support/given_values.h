// Tensors of given and of random values on a tape.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/support/weighted_sum.h"

namespace attnlab::testing {

inline Variable constant(Tape& tape, const Shape& shape, const std::vector<Real>& values) {
  const Variable x = tape.constant(shape);
  std::copy(values.begin(), values.end(), x.data());
  return x;
}

/// Standard normal numbers.
inline Variable given(Tape& tape, const Shape& shape, std::uint64_t seed) {
  return constant(tape, shape, random_values(shape.size(), seed));
}

inline std::vector<Real> cells_of(Variable x) { return {x.data(), x.data() + x.size()}; }

}  // namespace attnlab::testing
