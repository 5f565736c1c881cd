// Softmax over the last axis, and its logarithm.
#pragma once

#include "core/ops/attention/mask.h"

namespace attnlab {

/// y[…,j] = exp(x[j]−m) / Σ_i exp(x[i]−m), m the row's maximum. A row that is −∞ throughout gives zeros.
Variable softmax(Tape& tape, Variable x);
/// softmax() on the program's attention device, where there is one.
Variable attention_softmax(Tape& tape, Variable x);

/// Softmax over the keys that `mask` shows, 0 for the others: scores [B,Tq,Tk] → weights, without the
/// steps of adding a mask.
Variable masked_softmax(Tape& tape, Variable scores, const AttentionMask& mask);

/// y[…,j] = x[j] − m − log Σ_i exp(x[i]−m).
Variable log_softmax(Tape& tape, Variable x);

/// Softmax over the cells of `keys` in a row, in place; zeros where all are −∞.
void softmax_row(Real* row, const KeyRanges& keys);
/// Softmax over the row's first `count` cells, in place.
inline void softmax_row(Real* row, Index count) { softmax_row(row, KeyRanges({0, count})); }

}  // namespace attnlab
