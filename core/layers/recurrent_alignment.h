// AlignedRecurrentLayer: a recurrent layer that looks at a memory before each of its steps.
#pragma once

#include "core/layers/linear_layer.h"
#include "core/layers/recurrent_stack.h"

namespace attnlab {

/// Additive attention inside a recurrent layer (Bahdanau et al. 2015): in step t, with the state s_{t−1},
/// score[t,j] = vᵀ·tanh(W_a·s_{t−1} + U_a·h_j), weight = softmax, context_t = Σ_j weight[t,j]·h_j, and the
/// gates read x_t, context_t and s_{t−1}. Parameters alignment.query.weight [A,C], alignment.key.weight
/// [A,M], alignment.score.weight [1,A] with A = C, and those of the cell. Traced as alignment.key, .query,
/// .scores, .weights, .context, and the cell's gates and states under the name of the layer.
class AlignedRecurrentLayer {
 public:
  /// `cell.context` is M, the width of the memory.
  AlignedRecurrentLayer(const ParameterScope& alignment, const ParameterScope& layer,
                        const RecurrentLayer::Options& cell);

  /// x [B,T,I], memory [B,Ts,M] of which `lengths` [B] are real (empty: all) → hidden states [B,T,C]. Goes on
  /// from the tape's decoding cache where it carries one.
  Variable operator()(Tape& tape, Variable x, Variable memory, std::span<const Index> lengths,
                      const CellState& start, const Place& place) const;

 private:
  RecurrentLayer layer_;
  LinearLayer query_, key_;
  ParameterId vector_;  // v
};

}  // namespace attnlab
