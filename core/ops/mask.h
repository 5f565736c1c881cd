// AttentionMask: which keys each query may see.
#pragma once

#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// Conditions that must all hold for query q of sequence b to see key k.
/// The spans must outlive the pass in which the mask is used.
struct AttentionMask {
  bool causal = false;                 ///< k ≤ q
  std::span<const Index> key_lengths;  ///< [B]: k < key_lengths[b]; empty: no padding

  bool allows(Index b, Index q, Index k) const { return k < visible_keys(b, q, k + 1); }
  /// Keys 0 … n−1 are visible to q, n at most `keys`.
  Index visible_keys(Index b, Index q, Index keys) const {
    if (causal) keys = std::min(keys, q + 1);
    if (!key_lengths.empty()) keys = std::min(keys, key_lengths[static_cast<std::size_t>(b)]);
    return keys;
  }
};

/// The mask as numbers to be added to scores: [B,Tq,Tk], 0 where seen, −∞ where hidden.
Variable mask_values(Tape& tape, const AttentionMask& mask, Index batch, Index queries, Index keys);

/// y[b,h,q,k] = scores[b,h,q,k] + mask[b,q,k].
Variable apply_mask(Tape& tape, Variable scores, Variable mask);

}  // namespace attnlab
