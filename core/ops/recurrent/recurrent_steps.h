// A recurrent cell in named steps: every gate and state is a tensor [B,T,C], made position by position.
#pragma once

#include <array>

#include "core/ops/recurrent/cell_sites.h"
#include "core/ops/recurrent/gate_step.h"
#include "core/ops/recurrent/recurrent.h"
#include "core/ops/recurrent/recurrent_reading.h"

namespace attnlab {

/// What every gate reads beside x and the state, as a decoder with attention does (Bahdanau et al. 2015).
struct CellContext {
  Variable value;                     ///< [B,T,M], of which position t must be made before step(t); or empty
  std::array<Variable, 4> weights{};  ///< of each gate, [C,M]
};

/// One cell for tracing, and for decoders in which something else happens between two steps. Recorded under
/// the present scope: Lstm input_gate, forget_gate, candidate, output_gate, cell, hidden; Gru reset_gate,
/// update_gate, candidate, hidden; RNNs hidden.
class CellSteps {
 public:
  static constexpr int kMostGates = 4;
  /// Weights of one gate each, in the order of gate_count(): `input` [C,I], `recurrent` [C,C], `bias` [C].
  using GateWeights = std::array<CellWeights, kMostGates>;
  /// x is [B,T,I].
  CellSteps(Tape& tape, CellKind kind, Variable x, const GateWeights& weights, const CellState& start,
            const Reading& reading, const CellContext& context = {});

  /// Computes position t; positions come in the order of the reading.
  void step(Index t);
  /// After the last step: observers are told.
  void finish();

  Variable hidden() const { return hidden_.value; }
  const CellState& start() const { return start_; }
  /// The state after the last position, [B,1,C].
  CellState last() const;

 private:
  void gate(int number, Index t, const Positions& output);
  Variable gate_value(int number) const { return gates_[static_cast<std::size_t>(number)].value; }
  void lstm_step(Index t);
  void gru_step(Index t);

  Tape& tape_;
  CellKind kind_;
  Variable x_;
  GateWeights weights_;
  CellState start_;
  Reading reading_;
  CellContext context_;
  std::array<Positions, kMostGates> gates_{};
  Positions cell_, hidden_;
};

/// The part that holds the parameters of gate number `gate`, in the order of gate_count(); an RNN's one gate
/// makes its hidden state.
const Part& gate_part(CellKind kind, Index gate);

/// recurrent_sequence() in these steps.
SequenceStates recurrent_steps(Tape& tape, Variable x, const CellSteps::GateWeights& weights,
                               const CellState& start, const SequenceOptions& options, bool want_last);

}  // namespace attnlab
