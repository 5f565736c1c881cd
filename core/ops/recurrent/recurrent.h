// Recurrent cells: a whole sequence in one operation, for training.
#pragma once

#include <span>
#include <string_view>

#include "core/autograd/tape.h"

namespace attnlab {

/// h is the hidden state, x the input, σ the logistic function. PyTorch's forms:
/// RnnTanh, RnnRelu  h_t = φ(W·x_t + U·h_{t−1} + b) (Elman 1990)
/// Lstm              i, f, o = σ(W·x_t + U·h_{t−1} + b) each with its own weights, g = tanh(…),
///                   c_t = f⊙c_{t−1} + i⊙g, h_t = o⊙tanh(c_t) (Hochreiter and Schmidhuber 1997, Gers et al.
///                   2000)
/// Gru               r, z = σ(…), n = tanh(W·x_t + b + r⊙(U·h_{t−1} + b')),
///                   h_t = (1−z)⊙n + z⊙h_{t−1} (Cho et al. 2014; where the new part is written u, u = 1−z)
enum class CellKind { RnnTanh, RnnRelu, Lstm, Gru };

/// "rnn_tanh", "rnn_relu", "lstm" or "gru"; throws std::invalid_argument for anything else.
CellKind cell_kind_from(std::string_view name);

/// G: 1 for the RNNs, 4 for the LSTM (input, forget, candidate, output), 3 for the GRU (reset, update,
/// candidate): the order of rows in joined weights.
Index gate_count(CellKind kind);

/// Weights of one cell, the gates' rows below one another. Biases may be empty.
struct CellWeights {
  Variable input;           ///< W [G·C,I]
  Variable recurrent;       ///< U [G·C,C]
  Variable bias;            ///< b [G·C]
  Variable recurrent_bias;  ///< b' [C], Gru only
};

/// Hidden state, and the LSTM's cell state, of B·C cells each. Empty: zeros.
struct CellState {
  Variable hidden, cell;
};

/// How a sequence is read.
struct SequenceOptions {
  CellKind kind = CellKind::Lstm;
  bool reverse = false;            ///< from the last position to the first
  std::span<const Index> lengths;  ///< [B]: later positions are padding and leave the state as it is
};

/// Hidden states h_t of all positions [B,T,C], and the state after the last one read.
struct SequenceStates {
  Variable hidden;
  CellState last;  ///< [B,1,C] each; empty where `want_last` was false
};

/// Runs a cell over x [B,T,I] from `start`. Kept for backward: gates [B,T,G·C] and cell states. Throws
/// std::invalid_argument where sizes do not fit.
SequenceStates recurrent_sequence(Tape& tape, Variable x, const CellWeights& weights, const CellState& start,
                                  const SequenceOptions& options, bool want_last);

/// y[…] = [a[…]; b[…]]: the last axes side by side.
Variable join_columns(Tape& tape, Variable a, Variable b);

}  // namespace attnlab
