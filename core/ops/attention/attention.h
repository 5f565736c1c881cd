// Attention: scores, mask, softmax and weighting in one operation, for training.
#pragma once

#include "core/autograd/tape.h"
#include "core/ops/attention/mask.h"

namespace attnlab {

/// Columns `column` … `column + H·D − 1` of a [B,T,·] tensor, as one of attention's operands: query, key
/// and value may lie side by side in one tensor.
struct AttentionOperand {
  Variable tensor;
  Index column = 0;
};

/// What attention is to do beside its operands.
struct AttentionOptions {
  Index heads = 1;      ///< H
  Index head_size = 1;  ///< D
  Real divisor = 1;     ///< √D, or 1 where scores are not scaled
  AttentionMask mask;
  double dropout = 0;         ///< on the weights, in stochastic passes
  Index key_value_heads = 0;  ///< Hk, a divisor of H: each serves H/Hk neighbouring heads; 0: H
  /// [H] or empty: slope·|distance| is taken from each score before the softmax (see distance_bias).
  std::span<const Real> slopes = {};
};

/// softmax(QKᵀ/divisor + mask)·V per head (Vaswani et al. 2017, section 3.2.1), heads side by side:
/// [B,Tq,H·D]; key and value have Hk heads side by side. A query that sees no key gives zeros. Only the
/// weights [B,H,Tq,Tk] are kept for backward; keys that no query of a block sees are skipped, so a causal
/// mask halves the work and a window makes it O(T·window).
Variable attention(Tape& tape, AttentionOperand query, AttentionOperand key, AttentionOperand value,
                   const AttentionOptions& options);

}  // namespace attnlab
