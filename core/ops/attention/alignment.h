// Alignment: additive scores between queries and keys, as before Transformers.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// scores[b,q,k] = Σ_a v[a]·tanh(query[b,q,a] + key[b,k,a]) (Bahdanau et al. 2015, section A.1.2). `query`
/// [B,Tq,A] and `key` [B,Tk,A] are already projected, `v` has A cells: [B,Tq,Tk]. With query = W₁·s and
/// key = W₂·h it is vᵀtanh(W·[s;h]), W = [W₁ W₂] (Luong et al. 2015, "concat").
Variable additive_scores(Tape& tape, Variable query, Variable key, Variable v);

/// additive_scores() in two steps, for tracing. y[b,q,k,a] = tanh(query[b,q,a] + key[b,k,a]): [B,Tq,Tk,A].
Variable additive_hidden(Tape& tape, Variable query, Variable key);
/// scores[b,q,k] = Σ_a v[a]·hidden[b,q,k,a]: [B,Tq,Tk].
Variable additive_sum(Tape& tape, Variable hidden, Variable v);

/// y = x / |x| for each row (Euclidean length); a row of zeros stays zero. Products of such rows are cosines.
Variable unit_length(Tape& tape, Variable x);

}  // namespace attnlab
