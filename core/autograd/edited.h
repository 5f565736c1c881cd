// Edited: the operation that an intervention is on the tape.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// The cells after `intervention`. `rules` are the intervention's for this shape, kept by the tape; null
/// where it has none.
Variable edited(Tape& tape, Variable computed, const Intervention& intervention, const CellRules* rules);

/// The same for position `position` of `value` [B,T,…], which is made position by position from `computed`.
void edit_position(Tape& tape, Variable computed, Variable value, Index position,
                   const Intervention& intervention, const CellRules* rules);

/// A parameter's cells after it, into `cells`.
void edit_cells(const Shape& shape, std::span<const Real> computed, std::span<Real> cells,
                const Intervention& intervention, const CellRules* rules);

}  // namespace attnlab
