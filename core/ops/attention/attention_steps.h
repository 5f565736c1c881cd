// The two matrix products of attention, one head at a time, as steps of their own for tracing.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// scores[b,h,q,k] = Σ_d query[b,h,q,d]·key[b,h,k,d]. query [B,H,Tq,D], key [B,H,Tk,D], or without heads:
/// [B,Tq,D], [B,Tk,D] → [B,Tq,Tk]. A key of fewer heads serves H over that many neighbors of the query.
Variable attention_scores(Tape& tape, Variable query, Variable key);

/// context[b,h,q,d] = Σ_k weights[b,h,q,k]·value[b,h,k,d]. weights [B,H,Tq,Tk], value [B,H,Tk,D], or without
/// heads: [B,Tq,Tk], [B,Tk,D] → [B,Tq,D]. A value of fewer heads serves neighbors as above.
Variable attention_context(Tape& tape, Variable weights, Variable value);

}  // namespace attnlab
