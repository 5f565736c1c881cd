// Softmax over the last axis, and its logarithm.
#pragma once

#include "core/ops/attention/mask.h"

namespace attnlab {

/// y[…,j] = exp(x[j]−m) / Σ_i exp(x[i]−m), m the row's maximum. A row that is −∞ throughout gives zeros.
Variable softmax(Tape& tape, Variable x);
/// The same on the program's attention device, where there is one.
Variable attention_softmax(Tape& tape, Variable x);

/// The same over the keys that `mask` lets be seen, 0 for the others: scores [B,Tq,Tk] → weights, without the
/// steps of adding a mask.
Variable masked_softmax(Tape& tape, Variable scores, const AttentionMask& mask);

/// y[…,j] = x[j] − m − log Σ_i exp(x[i]−m).
Variable log_softmax(Tape& tape, Variable x);

/// Softmax in place of a row's cells of these keys; zeros where all are −∞.
void softmax_row(Real* row, const KeyRanges& keys);
/// The same of the row's first `count` cells.
inline void softmax_row(Real* row, Index count) { softmax_row(row, KeyRanges({0, count})); }

}  // namespace attnlab
