// Experts: sending each position to its experts, and combining their outputs.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// Which positions go to which expert, in the tape's arena. A position that goes to k experts has k slots;
/// slots are sorted by expert, and by position within an expert.
struct ExpertPlan {
  Index experts = 0;
  Index slots = 0;                  ///< B·T·k
  const Index* begin = nullptr;     ///< [E+1] first slot of each expert
  const Index* position = nullptr;  ///< [slots] which of the B·T positions
};

/// The plan of `selected` [B,T,k], whose rows hold different ids of 0 … experts−1.
ExpertPlan plan_experts(Tape& tape, Variable selected, Index experts);

/// Rows of x [B,T,C], one for each slot: [slots,C].
Variable dispatch(Tape& tape, Variable x, const ExpertPlan& plan);

/// Each slot through its own expert's linear layer: x [slots,in], weight [E·out,in] and bias [E·out] (or
/// empty), the experts' one below the other → [slots,out].
Variable expert_linear(Tape& tape, Variable x, Variable weight, Variable bias, const ExpertPlan& plan);

/// Σ over a position's slots of gate·output: outputs [slots,C], gates [B,T,E] → [B,T,C].
Variable combine(Tape& tape, Variable outputs, Variable gates, const ExpertPlan& plan);

/// combine() where every expert has computed every position: Σ_e gates[…,e]·outputs[e], gates […,E],
/// outputs E of […,C]. An expert whose gate is 0 was not chosen: no gradient flows back to its gate.
Variable mix_experts(Tape& tape, Variable gates, std::span<const Variable> outputs);

}  // namespace attnlab
