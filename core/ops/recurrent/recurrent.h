// Recurrent cells: a whole sequence in one operation, for training.
#pragma once

#include <span>

#include "core/autograd/tape.h"
#include "core/ops/recurrent/cell_kind.h"
#include "core/ops/recurrent/state_steps.h"

namespace attnlab {

/// Weights of one cell, the gates' rows below one another. Biases may be empty.
struct CellWeights {
  Variable input;           ///< W [G·C,I]
  Variable recurrent;       ///< U [G·C,C]
  Variable bias;            ///< b [G·C]
  Variable recurrent_bias;  ///< b' [C], of cells that reset
};

/// How a sequence is read, and by which cell.
struct SequenceOptions {
  const CellKind* kind;
  bool reverse = false;            ///< from the last position to the first
  std::span<const Index> lengths;  ///< [B]: later positions are padding and leave the state as it is
};

/// Whether the state after the last position is made too.
enum class LastState { Skip, Make };

/// Hidden states h_t of all positions [B,T,C], and the state after the last one read.
struct SequenceStates {
  Variable hidden;
  CellState last;  ///< [B,1,C] each; empty with LastState::Skip
};

/// Runs a cell over x [B,T,I] from `start`. Stores gates [B,T,G·C] and cell states for backward. Throws
/// std::invalid_argument where sizes do not fit.
SequenceStates recurrent_sequence(Tape& tape, Variable x, const CellWeights& weights, const CellState& start,
                                  const SequenceOptions& options, LastState last);

/// y[…] = [a[…]; b[…]]: the last axes side by side.
Variable join_columns(Tape& tape, Variable a, Variable b);

}  // namespace attnlab
