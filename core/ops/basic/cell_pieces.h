// Cell pieces: operations on each cell, a few cells at once; and gates, which read gate and up side by side
// in each row, packed […,2F] → […,F].
#pragma once

#include <algorithm>

#include "core/autograd/cells.h"
#include "core/autograd/tape.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

/// Cells worked on at once, so that temporary values stay in registers and the first-level cache.
inline constexpr Index kCellPiece = 512;
using CellPiece = Eigen::Array<Real, Eigen::Dynamic, 1, 0, kCellPiece, 1>;

/// Calls work(first, count) for the pieces of `cells` cells.
template <typename Work>
void in_pieces(Index cells, Work work) {
  for (Index first = 0; first < cells; first += kCellPiece) work(first, std::min(kCellPiece, cells - first));
}

/// Calls work(gate, up, to, count) for pieces of each row: the first cells of a piece of the gate, of what it
/// gates, and of the output [rows,width].
template <typename Work>
void in_gate_pieces(Index rows, Index width, Work work) {
  for (Index row = 0; row < rows; ++row)
    in_pieces(width, [&](Index first, Index count) {
      const Index gate = 2 * row * width + first;
      work(gate, gate + width, row * width + first, count);
    });
}

/// dx (+)= dy·slope(begin, count), piece by piece; in the memory of dy where nobody else needs it.
template <typename SlopeOf>
void multiply_slopes(Tape& tape, const Operation& operation, Variable x, SlopeOf slope) {
  const Real* from = gradient_of(*operation.output());
  const GradientSlot dx = tape.gradient_in_place(operation, x);
  if (!dx.data) return;
  in_pieces(x.size(), [&](Index begin, Index count) {
    const ConstArrayMap dy(from + begin, count);
    write(dx, begin, dy * slope(begin, count));
  });
}

/// The output's cell that cell `packed` of gate or up goes into, and the gate of the output's cell `offset`.
inline Index gated_cell(Index packed, Index width) { return packed / (2 * width) * width + packed % width; }
inline Index gate_of_cell(Index offset, Index width) { return offset / width * 2 * width + offset % width; }

/// The width F of packed […,2F]. Throws std::invalid_argument that begins with `remainder`, the operation's
/// name for what is left of an odd width.
inline Index gated_width(const char* remainder, Variable packed) {
  require_equal(remainder, packed.shape().last() % 2, "the required value", 0);
  return packed.shape().last() / 2;
}

}  // namespace attnlab
