// AttentionSpec: one attention as numbers: its sizes, and what it does beside its two products.
#pragma once

#include <cstdint>
#include <span>

#include "core/ops/attention/mask.h"

namespace attnlab {

/// dropout(softmax(QKᵀ/divisor − slope·|distance| + mask))·V for each head of each sequence: queries
/// [B,H,Tq,D], keys and values [B,Hk,Tk,D]. The spans must outlive the call; for an operation, its tape's
/// pass.
struct AttentionSpec {
  Index batch = 1, heads = 1;   ///< B, H
  Index key_value_heads = 1;    ///< Hk, a divisor of H: each serves H/Hk neighboring heads
  Index queries = 1, keys = 1;  ///< Tq, Tk
  Index head_size = 1;          ///< D
  Real divisor = 1;             ///< √D, or 1 where scores are not scaled
  AttentionMask mask = {};
  double dropout = 0;                 ///< rate on the weights
  std::uint64_t dropout_key = 0;      ///< with a weight's place in [B,H,Tq,Tk] it gives dropout_factor
  std::span<const Real> slopes = {};  ///< [H] or empty: ALiBi, see distance_bias.h

  Real scale() const { return Real(1) / divisor; }
  /// H/Hk.
  Index shared_heads() const { return heads / key_value_heads; }
  /// The head of the keys that serves head `h`.
  Index key_head(Index h) const { return h * key_value_heads / heads; }
  Index width() const { return heads * head_size; }                ///< H·D, of queries and of the context
  Index key_width() const { return key_value_heads * head_size; }  ///< Hk·D, of keys and of values
  Index planes() const { return batch * heads; }                   ///< B·H, matrices of scores
  Index score_rows() const { return planes() * queries; }
  Index score_cells() const { return score_rows() * keys; }
};

}  // namespace attnlab
