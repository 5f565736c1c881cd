// The arithmetic of one time step of one sequence, forward and backward, on plain rows of numbers.
#pragma once

#include "core/tensor/real.h"

namespace attnlab {

/// Rows of one sequence at one step. `gates` [G·C] holds W·x + b + U·h before a forward step (for a candidate
/// that is reset without U·h) and the gates after it; an RNN's sums stay as they are.
struct CellRows {
  Real* gates;
  const Real* previous_hidden;  ///< [C], null: zeros
  const Real* previous_cell;    ///< [C], null: zeros
  Real* recurrent_candidate;    ///< [C] of cells that reset: U·h + b' of the candidate
  Real* cell;                   ///< [C] of cells with a cell state: c_t
  Real* cell_tanh;              ///< [C] of cells with a cell state: tanh(c_t)
  Real* hidden;                 ///< [C] h_t
};

/// Gradients of the rows of CellRows.
struct CellGradientRows {
  const Real* hidden;         ///< [C] of h_t, complete
  Real* cell;                 ///< [C] of c_t before, of c_{t−1} after
  Real* gates;                ///< [G·C] out: of W·x + b + U·h
  Real* recurrent_candidate;  ///< [C] out: of U·h + b' of the candidate
  Real* previous_hidden;      ///< [C] out: what reaches h_{t−1} by other ways than U
};

// Forward: activates `gates` and fills what the cell makes. σ is the logistic function. PyTorch's forms.

/// h_t = tanh(W·x_t + U·h_{t−1} + b).
void rnn_tanh_forward(Index width, const CellRows& rows);
void rnn_tanh_backward(Index width, const CellRows& rows, const CellGradientRows& gradients);

/// h_t = max(0, W·x_t + U·h_{t−1} + b).
void rnn_relu_forward(Index width, const CellRows& rows);
void rnn_relu_backward(Index width, const CellRows& rows, const CellGradientRows& gradients);

/// i, f, o = σ(W·x_t + U·h_{t−1} + b) each with its own weights, g = tanh(…), c_t = f⊙c_{t−1} + i⊙g,
/// h_t = o⊙tanh(c_t). Gates i, f, g, o.
void lstm_forward(Index width, const CellRows& rows);
void lstm_backward(Index width, const CellRows& rows, const CellGradientRows& gradients);

/// r, z = σ(…), n = tanh(W·x_t + b + r⊙(U·h_{t−1} + b')), h_t = (1−z)⊙n + z⊙h_{t−1}; where the new part is
/// written u, u = 1−z. Gates r, z, n.
void gru_forward(Index width, const CellRows& rows);
void gru_backward(Index width, const CellRows& rows, const CellGradientRows& gradients);

}  // namespace attnlab
