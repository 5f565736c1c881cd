// Rotary position embedding: pairs of cells turned by an angle that grows with the position.
#pragma once

#include "core/autograd/tape.h"
#include "core/ops/attention/rotary_scaling.h"

namespace attnlab {

/// How the pairs of cells of a head are turned. Where not all are, as in GPT-NeoX (Black et al. 2022), it is
/// the first cells of each head that are.
struct RotaryTurns {
  Index head_size = 2;  ///< D
  Index turned = 2;     ///< cells that are turned, R ≤ D
  double base = 10000;
  RotaryScaling scaling{};

  /// Of all cells of a head, with the usual base.
  static RotaryTurns whole(Index head_size) { return {head_size, head_size}; }
  friend bool operator==(const RotaryTurns&, const RotaryTurns&) = default;
};

/// What the angle of pair i is divided by where nothing scales it: base^(2i/R).
double unscaled_divisor(Index pair, const RotaryTurns& turns);
/// The angle in radians of pair i of a head: position/base^(2i/R) (Su et al. 2021, section 3.2.2), scaled; 0
/// for a pair that is not turned.
double rotary_angle(Index position, Index pair, const RotaryTurns& turns);
/// By what the cells of pair i of a head are multiplied beside; 1 for a pair that is not turned.
double rotary_gain(Index pair, const RotaryTurns& turns);

/// cos, sin of each pair of the first `positions` positions, times the gain: [T,D] with cos in 2i and sin in
/// 2i + 1, to be computed once and reused. D and R must be even.
struct RotaryTable {
  RotaryTurns turns;
  Tensor cells;
};
RotaryTable rotary_table(Index positions, const RotaryTurns& turns);

/// Cells 2i and 2i + 1 of each head, as a point of the plane, turned by the position's angle. x is [B,H,T,D],
/// or [B,T,·] of which the first `columns` columns (a multiple of D) are heads side by side and the others
/// are copied. Row t has position start + t. `table` must outlive the pass and reach as far.
Variable rotate(Tape& tape, Variable x, const RotaryTable& table, Index columns, Index start = 0);

}  // namespace attnlab
