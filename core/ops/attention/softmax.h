// Softmax over the last axis, and its logarithm.
#pragma once

#include <span>

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

/// Softmax over the cells of `keys` in a row, in place; zeros where all are −∞. A cell of −∞ gives 0 even
/// beside NaN: it is hidden.
void softmax_row(Real* row, const KeyRanges& keys);
/// Σ_j y[j]·dy[j] over a softmax's row y; a y of 0 adds nothing, even if it meets NaN or an infinity.
Real softmax_inner(std::span<const Real> y, const Real* dy);
/// slopes[j] = y[j]·(dy[j] − inner), the gradient of a softmax's scores; 0 where y is. `slopes` may be `dy`.
void softmax_slopes(std::span<const Real> y, const Real* dy, Real inner, Real* slopes);

/// Softmax over the row's first `count` cells, in place.
inline void softmax_row(Real* row, Index count) { softmax_row(row, KeyRanges({0, count})); }

}  // namespace attnlab
