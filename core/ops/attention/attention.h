// Attention: scores, mask, softmax and weighting in one operation, for training.
#pragma once

#include "core/autograd/tape.h"
#include "core/ops/attention/attention_spec.h"

namespace attnlab {

/// Columns `column` … `column + H·D − 1` of a [B,T,·] tensor, as one of attention's operands: query, key
/// and value may lie side by side in one tensor.
struct AttentionOperand {
  Variable tensor;
  Index column = 0;
};

/// softmax(QKᵀ/divisor + mask)·V per head (Vaswani et al. 2017, section 3.2.1), heads side by side:
/// [B,Tq,H·D]; key and value have Hk heads side by side. A query that sees no key gives zeros. Only the
/// weights [B,H,Tq,Tk] are kept for backward; keys that no query of a block sees are skipped, so a causal
/// mask halves the work and a window makes it O(T·window). Of `spec`, B, Tq and Tk are taken from the
/// operands, and the dropout's key from the tape; dropout is of stochastic passes alone.
Variable attention(Tape& tape, AttentionOperand query, AttentionOperand key, AttentionOperand value,
                   const AttentionSpec& spec);

}  // namespace attnlab
