// One position of additive attention inside a recurrent decoder: scores, weights and context.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// All outputs are made with begin_positions(); only position t is read and made (Bahdanau et al. 2015).

/// scores[b,t,s] = Σ_a v[a]·tanh(query[b,t,a] + keys[b,s,a]): query [B,Tt,A], keys [B,Ts,A], v of A cells,
/// scores [B,Tt,Ts].
void score_step(Tape& tape, Variable scores, Variable query, Variable keys, Variable v, Index t);

/// weights[b,t] = softmax of scores[b,t] over the lengths[b] real source positions, 0 for padding. Empty
/// lengths: all. `lengths` must outlive the pass.
void weights_step(Tape& tape, Variable weights, Variable scores, std::span<const Index> lengths, Index t);

/// context[b,t] = Σ_s weights[b,t,s]·memory[b,s]: memory [B,Ts,M], context [B,Tt,M].
void context_step(Tape& tape, Variable context, Variable weights, Variable memory, Index t);

}  // namespace attnlab
