// Edited: the operation that records an intervention on the tape.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// `computed` after `intervention`. `rules` are the intervention's rules for this shape, owned by the tape;
/// null where it has none.
Variable edited(Tape& tape, Variable computed, const Intervention& intervention, const CellRules* rules);

/// Applies `intervention` to position `position` of `value` [B,T,…], which is made position by position from
/// `computed`.
void edit_position(Tape& tape, Variable computed, Variable value, Index position,
                   const Intervention& intervention, const CellRules* rules);

/// Writes a parameter's cells after `intervention` into `cells`.
void edit_cells(const Shape& shape, std::span<const Real> computed, std::span<Real> cells,
                const Intervention& intervention, const CellRules* rules);

}  // namespace attnlab
