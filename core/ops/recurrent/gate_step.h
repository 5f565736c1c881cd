// One position of a gate: a function of the input at that position and of the state before it.
#pragma once

#include "core/autograd/tape.h"
#include "core/ops/recurrent/recurrent_reading.h"

namespace attnlab {

enum class GateFunction { Sigmoid, Tanh, Relu, None };

/// What a gate makes at a padded position.
enum class Padding { Zero, Carry };

/// What a gate of C cells reads. Every part but one of `weight` and `recurrent_weight` may be empty.
struct GateInputs {
  Variable x{}, weight{};                ///< [B,T,I] at the same position, [C,I]
  Variable context{}, context_weight{};  ///< [B,T,M] at the same position, [C,M]
  Variable states{}, start{};            ///< [B,T,S] at the position before, [B,S] before the first
  Variable recurrent_weight{};           ///< [C,S]
  Variable bias{};                       ///< [C]
  Variable reset{}, recurrent_bias{};    ///< the Gru's candidate: [B,T,C] at the same position, [C]
};

/// Computes position t of `output` [B,T,C], the `made` of begin_positions():
/// y_t = f(W·x_t + V·context_t + U·s_{t−1} + b), or with `reset` f(W·x_t + b + r_t⊙(U·s_{t−1} + b')).
/// A padded position keeps y_{t−1} (`start` before the first) with Padding::Carry, as a state does; else it
/// is 0.
void gate_step(Tape& tape, Variable output, const GateInputs& inputs, GateFunction function,
               const Reading& reading, Index t, Padding padding);

/// 1/(1+exp(−x)).
Expression logistic(Expression x);

}  // namespace attnlab
