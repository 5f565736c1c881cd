// The arithmetic of one time step of one sequence, forward and backward, on plain rows of numbers.
#pragma once

#include "core/ops/recurrent/recurrent.h"

namespace attnlab {

/// Rows of one sequence at one step. `gates` [G·C] holds W·x + b + U·h before a forward step (for the GRU's
/// candidate without U·h) and the gates after it.
struct CellRows {
  Real* gates;
  const Real* previous_hidden;  ///< [C], null: zeros
  const Real* previous_cell;    ///< [C], null: zeros
  Real* recurrent_candidate;    ///< [C] Gru: U·h + b' of the candidate
  Real* cell;                   ///< [C] Lstm: c_t
  Real* cell_tanh;              ///< [C] Lstm: tanh(c_t)
  Real* hidden;                 ///< [C] h_t
};

/// Activates `gates` and fills what the cell makes.
void cell_forward(CellKind kind, Index width, const CellRows& rows);

/// Gradients of the same rows.
struct CellGradientRows {
  const Real* hidden;         ///< [C] of h_t, complete
  Real* cell;                 ///< [C] Lstm: of c_t before, of c_{t−1} after
  Real* gates;                ///< [G·C] out: of W·x + b + U·h
  Real* recurrent_candidate;  ///< [C] Gru, out: of U·h + b' of the candidate
  Real* previous_hidden;      ///< [C] out: what reaches h_{t−1} not by U
};

void cell_backward(CellKind kind, Index width, const CellRows& rows, const CellGradientRows& gradients);

}  // namespace attnlab
