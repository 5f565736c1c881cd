// The state in which a recurrent network ends, as a value of its own.
#pragma once

#include "core/ops/recurrent/recurrent_reading.h"

namespace attnlab {

/// states [B,T,C] after the last position that is read: [B,1,C].
Variable last_state(Tape& tape, Variable states, const Reading& reading);

/// The cell states of the fused LSTM are no tensor of the tape: this holds the gradient of the last one for
/// the sequence's backward pass.
struct LastCell {
  const Real* gradient = nullptr;  ///< [B,C]; null: none came
};

/// The cell state at `position` as a value of its own, [B,1,C]. `hidden` [B,T,C] is the sequence's output,
/// `cells` its cell states.
Variable last_cell(Tape& tape, Variable hidden, const Real* cells, Index position, LastCell* receiver);

}  // namespace attnlab
