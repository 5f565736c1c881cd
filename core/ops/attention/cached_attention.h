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

/// Writes `key` and `value` [B,T,·] behind the first spec.mask.start positions, which are there.
CachedKeys append_keys(const CachedKeys& cache, AttentionOperand key, AttentionOperand value,
                       const AttentionSpec& spec);

/// As attention(), for queries [B,Tq,·] of which the first is at position spec.mask.start; Tk is cache.count.
/// `bias` [H,Tq,Tk] is added to the scores, where there is one. No gradient, no dropout.
Variable cached_attention(Tape& tape, AttentionOperand query, const CachedKeys& cache,
                          const AttentionSpec& spec, Variable bias = {});

}  // namespace attnlab
