// Pooling: one vector from a sequence of vectors, and the class vector that goes before a sequence.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// y[b,0] = (1/n_b)·Σ_{t<n_b} x[b,t]: [B,T,C] → [B,1,C]. `lengths` [B] are the n_b, at least 1; empty: all T.
Variable mean_row(Tape& tape, Variable x, std::span<const Index> lengths);

/// y[b,0] = x[b,rows[b]]: [B,T,C] → [B,1,C]. Empty `rows`: the first. The last real token's rows are
/// lengths − 1. Throws std::out_of_range for a row that is not there.
Variable pick_row(Tape& tape, Variable x, std::span<const Index> rows);

/// y[b] = first, x[b,0], x[b,1], …: first [C] and x [B,T,C] → [B,T+1,C] (the [CLS] token of Devlin et al.
/// 2019 and Dosovitskiy et al. 2021).
Variable prepend_row(Tape& tape, Variable first, Variable x);

}  // namespace attnlab
