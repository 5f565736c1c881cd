// Recurrence: the cells of a recurrent network in a pass, and what each step keeps, writes and reads.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/ops/recurrent/cell_kind.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One recurrent cell of a pass over one example: a layer, read in one direction. Points into the trace.
struct RecurrentCell {
  Place place;                     ///< recurrent, layer 0; of the way back: within it, backward in time
  const CellKind* kind = nullptr;  ///< of the whole model
  bool reverse = false;            ///< reads from the last position to the first
  std::vector<const TraceTensor*> gates;  ///< [1,T,C] each, in the kind's order
  const TraceTensor* cell = nullptr;      ///< [1,T,C]; null where the kind has no cell state
  const TraceTensor* hidden = nullptr;    ///< [1,T,C]
  std::vector<double> hidden_start;       ///< [C] h before the first position that is read
  std::vector<double> cell_start;         ///< [C] c before it; empty where there is no cell state

  Index steps() const { return hidden->shape[1]; }      ///< T
  Index units() const { return hidden->shape.last(); }  ///< C
  const TraceTensor& memory() const { return cell ? *cell : *hidden; }
  /// The position that is read before `t`; −1 or T before the first.
  Index before(Index t) const { return reverse ? t + 1 : t - 1; }
  bool is_first(Index t) const { return t == (reverse ? steps() - 1 : 0); }
  double value(const TraceTensor& tensor, Index t, Index unit) const {
    return double(tensor.value[t * units() + unit]);
  }
  double hidden_before(Index t, Index unit) const;
  /// m_{t−1}: of the cell state, or of the hidden state where there is none.
  double memory_before(Index t, Index unit) const;
};

/// The cells of a pass in order of computation; none where the model has no recurrent layers. Edits count.
std::vector<RecurrentCell> recurrent_cells(const Trace& trace);

/// The pieces that the cell reads, position by position.
std::vector<Piece> read_pieces(const Trace& trace, const RecurrentCell& cell);

/// What the sum of a gate is made of, for one unit at one position: f(input + context + recurrent + bias), or
/// where the kind resets the gate f(input + context + bias + reset·recurrent).
struct GateSum {
  double input = 0;      ///< W·x_t
  double context = 0;    ///< V·context_t, where an alignment looks back before each step
  double recurrent = 0;  ///< U·h_{t−1}, with its own bias where the gate is reset
  double bias = 0;
  double reset = 1;  ///< r_t; 1 where the gate is not reset
  double total() const { return input + context + bias + reset * recurrent; }
};

/// Computed in double from what the pass read. `gate` counts the kind's gates.
GateSum gate_sum(const RecurrentCell& cell, std::size_t gate, Index t, Index unit);

/// One part of what becomes of the memory in a step.
struct MemoryBand {
  std::string title;         ///< "Kept"
  std::string formula;       ///< "f_t⊙c_{t−1}"
  std::string sentence;      ///< for a student
  std::vector<float> cells;  ///< [T,C]
};

/// What is kept of the memory, what is written to it and, where a gate reads it, what is read of it: with
/// gates the products of the kind's CellMemory, and the first two sum to the memory. Without gates the two
/// parts of the sum in the state's function: what comes of the state before, and what comes of the input and
/// the bias.
std::vector<MemoryBand> memory_bands(const RecurrentCell& cell);

}  // namespace attnlab
