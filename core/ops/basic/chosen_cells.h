// Chosen cells: a weighted sum of some cells of a tensor, as a scalar.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// One addend: factor·x[offset].
struct WeightedCell {
  Index offset = 0;  ///< row-major
  Real factor = 1;
};

/// y = Σ factor·x[offset] over `cells`. Throws std::out_of_range for a cell outside of x.
Variable chosen_cells(Tape& tape, Variable x, std::span<const WeightedCell> cells);

}  // namespace attnlab
