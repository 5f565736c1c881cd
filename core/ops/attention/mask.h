// AttentionMask: which keys each query may see.
#pragma once

#include <limits>
#include <span>

#include "core/autograd/tape.h"

namespace attnlab {

/// Conditions that must all hold for query q of sequence b to see key k. A query's own position among the
/// keys is start + q. The spans must outlive the pass in which the mask is used.
struct AttentionMask {
  bool causal = false;                 ///< k ≤ start + q
  std::span<const Index> key_lengths;  ///< [B]: k < key_lengths[b]; empty: no padding
  Index window = 0;                    ///< |start + q − k| < window; 0: no limit
  Index start = 0;                     ///< position of the first query, as when earlier keys are kept

  bool allows(Index b, Index q, Index k) const { return k >= first_key(q) && k < visible_keys(b, q, k + 1); }
  /// Query q sees keys first_key(q) … visible_keys(b, q, keys) − 1, none where that is empty.
  Index first_key(Index q) const { return window > 0 ? std::max<Index>(0, start + q - window + 1) : 0; }
  Index visible_keys(Index b, Index q, Index keys) const {
    if (causal) keys = std::min(keys, start + q + 1);
    if (window > 0) keys = std::min(keys, start + q + window);
    if (!key_lengths.empty()) keys = std::min(keys, key_lengths[static_cast<std::size_t>(b)]);
    return keys;
  }
  /// Whether there is any condition at all.
  bool hides() const { return causal || window > 0 || !key_lengths.empty(); }
};

/// The mask as numbers to be added to scores: [B,Tq,Tk], 0 where seen, −∞ where hidden.
Variable mask_values(Tape& tape, const AttentionMask& mask, Index batch, Index queries, Index keys);

/// y[b,h,q,k] = scores[b,h,q,k] + mask[b,q,k]; scores [B,H,Tq,Tk], or without heads [B,Tq,Tk].
/// `source` names the scores in explanations ("scaled"); it must outlive the tape.
Variable apply_mask(Tape& tape, Variable scores, Variable mask, std::string_view source = "scaled");

/// −∞ (hidden) in cells first … first + keys − 1 of the row of query q that lie outside of what it sees;
/// `row` begins at key `first`.
inline void hide_keys(const AttentionMask& mask, Index b, Index q, Index first, Index keys, Real* row) {
  constexpr Real kHidden = -std::numeric_limits<Real>::infinity();
  const Index end = std::clamp<Index>(mask.visible_keys(b, q, first + keys) - first, 0, keys);
  std::fill(row + end, row + keys, kHidden);
  if (mask.window > 0) std::fill(row, row + std::clamp<Index>(mask.first_key(q) - first, 0, end), kHidden);
}

/// `mask` with its own copy of the lengths, in the tape's arena.
AttentionMask keep_mask(Tape& tape, AttentionMask mask);

}  // namespace attnlab
