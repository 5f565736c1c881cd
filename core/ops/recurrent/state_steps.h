// One position of a recurrent state: how gates and the state before it make the state.
#pragma once

#include "core/autograd/tape.h"
#include "core/ops/recurrent/recurrent_reading.h"

namespace attnlab {

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
