// Digits: numbers from 0 to 1 as texts have them.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/tensor/real.h"

namespace attnlab {

/// 0 to 9; a digit's id is the digit itself.
inline constexpr Index kNumberDigits = 10;

/// The number that a digit stands for: 0 is 0, 9 is 1.
inline Real number_of_digit(Index digit) { return Real(digit) / Real(kNumberDigits - 1); }

/// The digit whose number is nearest.
inline Index nearest_digit(Real number) {
  const Real steps = std::clamp(number, Real(0), Real(1)) * Real(kNumberDigits - 1);
  return static_cast<Index>(std::lround(steps));
}

}  // namespace attnlab
