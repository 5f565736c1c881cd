// One position of recurrent states: computed from gates and from the previous states.
#pragma once

#include <span>

#include "core/autograd/tape.h"
#include "core/ops/recurrent/recurrent_reading.h"

namespace attnlab {

/// Hidden state, and the cell state of cells that have one, of B·C cells each. Empty: zeros.
struct CellState {
  Variable hidden, cell;
};

/// One position of all states of a cell, whose gates are made there.
struct StatesStep {
  Tape& tape;
  std::span<const Positions> gates;  ///< in the order of CellKind::gates
  Positions cell, hidden;            ///< to be made; no cell where the kind has none
  CellState start;
  Reading reading;
  Index t;

  Variable gate(std::size_t number) const { return gates[number].value; }
};

/// A state [B,T,C], what comes before its first position ([B,C], empty: zeros), and which position is to be
/// made. A padded position keeps the state before it.
struct StatePlace {
  Positions state;
  Variable start;
  Reading reading;
  Index t;
};

/// c_t = f_t⊙c_{t−1} + i_t⊙g_t. Gates are [B,T,C].
void lstm_cell_step(Tape& tape, const StatePlace& place, Variable forget, Variable input, Variable candidate);

/// h_t = o_t⊙tanh(c_t).
void lstm_hidden_step(Tape& tape, const StatePlace& place, Variable output, Variable cell);

/// h_t = (1−z_t)⊙n_t + z_t⊙h_{t−1}.
void gru_hidden_step(Tape& tape, const StatePlace& place, Variable update, Variable candidate);

}  // namespace attnlab
