// A recurrent cell in named steps: every gate and state is a tensor [B,T,C], made position by position.
#pragma once

#include <array>

#include "core/ops/recurrent/cell_sites.h"
#include "core/ops/recurrent/gate_step.h"
#include "core/ops/recurrent/recurrent.h"
#include "core/ops/recurrent/recurrent_reading.h"

namespace attnlab {

/// A value that every gate reads beside x and the state, as in a decoder with attention (Bahdanau et al.
/// 2015).
struct CellContext {
  Variable value;                     ///< [B,T,M], of which position t must be made before step(t); or empty
  std::array<Variable, 4> weights{};  ///< of each gate, [C,M]
};

/// One cell for tracing, and for decoders in which something else happens between two steps. Recorded under
/// the present scope: what the gates of the kind make, cell where it has one, hidden.
class CellSteps {
 public:
  static constexpr int kMostGates = 4;
  /// Weights of one gate each, in the order of the kind: `input` [C,I], `recurrent` [C,C], `bias` [C].
  using GateWeights = std::array<CellWeights, kMostGates>;
  /// x is [B,T,I].
  CellSteps(Tape& tape, const CellKind& kind, Variable x, const GateWeights& weights, const CellState& start,
            const Reading& reading, const CellContext& context = {});

  /// Computes position t; positions come in the order of the reading.
  void step(Index t);
  /// Call this after the last step: it notifies observers.
  void finish();

  Variable hidden() const { return hidden_.value; }
  const CellState& start() const { return start_; }
  /// The state after the last position, [B,1,C].
  CellState last() const;

 private:
  void gate(std::size_t number, Index t, const Positions& output);

  Tape& tape_;
  const CellKind& kind_;
  Variable x_;
  GateWeights weights_;
  CellState start_;
  Reading reading_;
  CellContext context_;
  std::array<Positions, kMostGates> gates_{};
  Positions cell_, hidden_;
};

/// recurrent_sequence() in the steps of CellSteps.
SequenceStates recurrent_steps(Tape& tape, Variable x, const CellSteps::GateWeights& weights,
                               const CellState& start, const SequenceOptions& options, LastState last);

}  // namespace attnlab
