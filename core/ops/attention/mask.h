// AttentionMask: which keys each query may see.
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "core/autograd/tape.h"
#include "core/ops/attention/key_ranges.h"
#include "core/ops/attention/mask_rule.h"

namespace attnlab {

/// Conditions that must all hold for query q of sequence b to see key k. A query's own position among the
/// keys is start + q. The spans must outlive the pass in which the mask is used.
struct AttentionMask {
  bool causal = false;                      ///< k ≤ start + q
  std::span<const Index> key_lengths = {};  ///< [B]: k < key_lengths[b]; empty: no padding
  MaskRule rule{};
  Index start = 0;  ///< position of the first query, as when earlier keys are kept

  /// The same with the rule of one layer.
  AttentionMask of_layer(Index layer) const {
    AttentionMask mask = *this;
    mask.rule = rule.of_layer(layer);
    return mask;
  }
  bool allows(Index b, Index q, Index k) const { return seen(b, q, k + 1).contains(k); }
  /// Of `keys` keys, those that query q sees.
  KeyRanges seen(Index b, Index q, Index keys) const { return seen_by_some(b, q, q, keys); }
  /// Those that one at least of the queries first … last sees, and perhaps some between these.
  KeyRanges seen_by_some(Index b, Index first, Index last, Index keys) const {
    KeyRanges ranges({0, std::min(rule.sinks, end_of_keys(b, last, keys))});
    ranges.add(near_keys(b, first, last, keys));
    return ranges;
  }
  /// Keys that each of the queries first … last sees; not all of them.
  KeyRange seen_by_all(Index b, Index first, Index last, Index keys) const {
    return near_keys(b, last, first, keys);
  }
  /// Whether there is any condition at all.
  bool hides() const { return causal || rule.hides() || !key_lengths.empty(); }

 private:
  /// Behind the keys that order and padding leave to query `q`.
  Index end_of_keys(Index b, Index q, Index keys) const {
    if (causal) keys = std::min(keys, start + q + 1);
    if (!key_lengths.empty()) keys = std::min(keys, key_lengths[static_cast<std::size_t>(b)]);
    return keys;
  }
  /// From the first key near query `first` to the last one near query `last`.
  KeyRange near_keys(Index b, Index first, Index last, Index keys) const {
    const Index end = end_of_keys(b, last, keys);
    if (rule.window == 0) return {0, end};
    return {std::max<Index>(0, start + first - rule.window + 1), std::min(end, start + last + rule.window)};
  }
};

/// The mask as numbers to be added to scores: [B,Tq,Tk], 0 where seen, −∞ where hidden.
Variable mask_values(Tape& tape, const AttentionMask& mask, Index batch, Index queries, Index keys);

/// y[b,h,q,k] = scores[b,h,q,k] + mask[b,q,k], and −∞ where the mask is, whatever the score; scores
/// [B,H,Tq,Tk], or without heads [B,Tq,Tk].
/// `source` names the scores in explanations ("scaled"); it must outlive the tape.
Variable apply_mask(Tape& tape, Variable scores, Variable mask, std::string_view source = "scaled");

/// What a mask adds to the score of a hidden key, and what the masked score is then.
inline constexpr Real kHiddenScore = -std::numeric_limits<Real>::infinity();

/// −∞ (hidden) in the cells of keys `part` of the row of query q that the query does not see; `row` begins
/// at key 0.
inline void hide_keys(const AttentionMask& mask, Index b, Index q, KeyRange part, Real* row) {
  Index next = part.first;
  for (const KeyRange& seen : mask.seen(b, q, part.end)) {
    if (seen.first > next) std::fill(row + next, row + std::min(seen.first, part.end), kHiddenScore);
    next = std::max(next, seen.end);
  }
  if (next < part.end) std::fill(row + next, row + part.end, kHiddenScore);
}

/// `mask` with its own copy of the lengths, in the tape's arena.
AttentionMask keep_mask(Tape& tape, AttentionMask mask);

}  // namespace attnlab
