// Rotary position embedding: pairs of cells turned by an angle that grows with the position.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// The angle in radians of pair i of a head: position/10000^(2i/D) (Su et al. 2021, section 3.2.2).
double rotary_angle(Index position, Index pair, Index head_size);

/// cos, sin of each pair of the first `positions` positions: [T,D] with cos in 2i and sin in 2i + 1, to be
/// computed once and reused. D must be even.
Tensor rotary_table(Index positions, Index head_size);

/// Cells 2i and 2i + 1 of each head, as a point of the plane, turned by the position's angle. x is [B,H,T,D],
/// or [B,T,·] of which the first `columns` columns (a multiple of D) are heads side by side and the others
/// are copied. Row t has position start + t. `table` must outlive the pass and reach as far.
Variable rotate(Tape& tape, Variable x, const Tensor& table, Index columns, Index start = 0);

}  // namespace attnlab
