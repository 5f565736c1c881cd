// Attention of new positions over keys and values that were kept, for generation.
#pragma once

#include "core/ops/attention/attention.h"

namespace attnlab {

/// Keys and values of one layer as a DecodingCache keeps them: [B,capacity,Hk·D] each.
struct CachedKeys {
  Real* keys = nullptr;
  Real* values = nullptr;
  Index capacity = 0;
  Index count = 0;  ///< positions that are there
};

/// Writes `key` and `value` [B,T,·] behind the `first` positions that are there.
CachedKeys append_keys(const CachedKeys& cache, AttentionOperand key, AttentionOperand value, Index width,
                       Index first);

/// As attention(), for queries [B,Tq,·] of which the first is at position options.mask.start. `bias`
/// [H,Tq,keys.count] is added to the scores, where there is one. No gradient, no dropout.
Variable cached_attention(Tape& tape, AttentionOperand query, const CachedKeys& cache,
                          const AttentionOptions& options, Variable bias = {});

}  // namespace attnlab
