// Whether cells are numbers.
#pragma once

#include <cmath>
#include <span>

#include "core/tensor/real.h"

namespace attnlab {

/// Whether no cell is infinite or NaN. Without a branch a cell, so that the compiler makes vectors of it.
inline bool all_finite(std::span<const Real> cells) {
  unsigned others = 0;
  for (const Real cell : cells) others |= static_cast<unsigned>(!(cell - cell == Real(0)));
  return others == 0;
}

/// The largest size of cells whose products cannot overflow when a row of them is summed.
inline constexpr Real kLargestOrdinary = Real(1e15);

/// Whether every cell is a number of at most kLargestOrdinary. Vectors are made of it as of all_finite().
inline bool all_ordinary(std::span<const Real> cells) {
  unsigned others = 0;
  for (const Real cell : cells) others |= static_cast<unsigned>(!(std::abs(cell) <= kLargestOrdinary));
  return others == 0;
}

}  // namespace attnlab
