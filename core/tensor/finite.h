// Whether cells are numbers.
#pragma once

#include <span>

#include "core/tensor/real.h"

namespace attnlab {

/// Whether no cell is infinite or NaN. Without a branch a cell, so that the compiler makes vectors of it.
inline bool all_finite(std::span<const Real> cells) {
  unsigned others = 0;
  for (const Real cell : cells) others |= static_cast<unsigned>(!(cell - cell == Real(0)));
  return others == 0;
}

}  // namespace attnlab
