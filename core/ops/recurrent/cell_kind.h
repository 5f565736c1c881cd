// Recurrent cells: the ways to make a state from the one before it, one row each.
#pragma once

#include <span>
#include <string_view>

#include "core/autograd/expression.h"
#include "core/autograd/place.h"
#include "core/autograd/site.h"
#include "core/ops/recurrent/gate_step.h"

namespace attnlab {

struct CellRows;
struct CellGradientRows;
struct StatesStep;

/// One gate of a cell: f(W·x_t + U·h_{t−1} + b) with W, U and b of its own.
struct CellGate {
  /// What the gate does to the previous state, which decides how its bias starts.
  enum class Memory { None, Keeps, Writes };

  const Site& makes;
  const Part& weights;  ///< the part that holds W, U and b
  GateFunction function;
  Memory memory = Memory::None;
  /// Number of the gate r in f(W·x_t + b + r⊙(U·h_{t−1} + b')); −1: none. Only for the last gate of a cell.
  int reset_by = -1;
};

/// What one step does to the memory m of a unit, the cell state or, where there is none, the hidden state:
/// m_t = keeps⊙m_{t−1} + writes⊙candidate, and h_t = reads⊙tanh(m_t). Numbers of gates; −1: none.
struct CellMemory {
  int keeps = -1;      ///< none: no gate keeps anything, the whole state is made anew
  int writes = -1;     ///< none beside a gate that keeps: 1 − keeps
  int candidate = -1;  ///< what is written
  int reads = -1;      ///< none: the memory is what the cell shows

  bool has_gates() const { return keeps >= 0; }
};

/// One kind of cell. h is the hidden state, c the cell state, x the input. It is computed in two ways that
/// agree: a whole sequence in one operation, and in steps that can be traced.
struct CellKind {
  std::string_view name;            ///< as options write it: "rnn_tanh"
  std::string_view title;           ///< on screen: "RNN (tanh)"
  std::string_view family;          ///< beside other cells: "RNN"; the first of a family stands for all
  std::string_view term;            ///< of the glossary
  std::span<const CellGate> gates;  ///< in the order of rows in joined weights; at most four
  bool has_cell = false;            ///< it carries a cell state beside the hidden state
  CellMemory memory{};
  /// In steps: makes the states of one position from its gates. Null: the one gate makes the hidden state.
  void (*make_states)(const StatesStep& step) = nullptr;
  /// In one operation: one position of one sequence. `width` is C.
  void (*forward)(Index width, const CellRows& rows);
  void (*backward)(Index width, const CellRows& rows, const CellGradientRows& gradients);
  /// How cell `column` of h is computed at one position.
  Explanation (*explain)(Index width, const CellRows& rows, Index column);

  Index gate_count() const { return count_of(gates); }  ///< G
  Index state_count() const { return has_cell ? 2 : 1; }
  /// Whether its last gate is reset by another.
  bool resets() const { return gates.back().reset_by >= 0; }
};

std::span<const CellKind> cell_kinds();
/// Throws std::invalid_argument with near names.
const CellKind& cell_kind(std::string_view name);

}  // namespace attnlab
