// RecurrentLayer: one recurrent cell with its weights, read in one direction.
#pragma once

#include <array>

#include "core/layers/parameter_scope.h"
#include "core/ops/recurrent/recurrent_steps.h"

namespace attnlab {

/// Parameters of each gate, named after the tensor that it makes: GATE.input.weight [C,I],
/// GATE.recurrent.weight [C,C], GATE.bias [C], with a context GATE.context.weight [C,M], and for a gate that
/// is reset GATE.recurrent.bias [C]. Those of one kind lie side by side in PyTorch's order of gates, so
/// that training multiplies once for all gates; what PyTorch adds as two biases is one bias here, except the
/// candidate's. Recurrent weights start uniformly in ±1/√C as PyTorch's. Biases start at 0, except for the
/// gate that keeps the state (the LSTM's forget gate, the GRU's update gate): evenly from 0 to ln(memory −
/// 1), unit after unit, and the gate that writes (the LSTM's input gate) at the negatives, so that untrained
/// units remember for 2 to `memory` steps (after Tallec and Ollivier 2018).
class RecurrentLayer {
 public:
  struct Options {
    const CellKind* kind;
    Index inputs;       ///< I
    Index width;        ///< C
    Index context = 0;  ///< M; 0: none
    bool bias = true;
    Initializer input{};
    Index memory = 2;  ///< T, the steps for which an untrained cell should remember
  };
  RecurrentLayer(const ParameterScope& scope, const Options& options);

  /// How one sequence is read.
  struct Pass {
    bool reverse = false;              ///< from the last position to the first
    std::span<const Index> lengths{};  ///< [B]: later positions are padding; empty: none
    LastState last = LastState::Skip;
  };

  /// x [B,T,I] → hidden states [B,T,C]; fused in training, in steps on a recording tape.
  SequenceStates operator()(Tape& tape, Variable x, const CellState& start, const Pass& pass) const;
  /// The cell, to be run step by step; it also reads `context` [B,T,M] where the layer has weights for it.
  CellSteps steps(Tape& tape, Variable x, const CellState& start, const Reading& reading,
                  Variable context) const;

  const Options& options() const { return options_; }

 private:
  using GateIds = std::array<ParameterId, CellSteps::kMostGates>;
  GateIds add(const ParameterScope& scope, const Site& site, const Shape& shape,
              Initializer initializer) const;
  Initializer bias_initializer(CellGate::Memory memory) const;
  void add_biases(const ParameterScope& scope);
  Variable joined(Tape& tape, const GateIds& ids) const;
  CellSteps::GateWeights gate_weights(Tape& tape) const;

  Options options_;
  GateIds input_, recurrent_, context_, bias_;
  ParameterId recurrent_bias_ = -1;
};

}  // namespace attnlab
