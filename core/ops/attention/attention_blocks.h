// Attention on the processor: blocks of queries against the keys that some of them may see.
#pragma once

#include "core/ops/attention/attention.h"

namespace attnlab::attention_blocks {

inline constexpr Index kQueryBlock = 32;

/// One operand with its row stride, and where head (b,h) begins.
struct HeadView {
  Real* data;
  Index positions, stride, column;

  Real* at(Index b, Index row, Index h, Index d) const {
    return data + (b * positions + row) * stride + column + h * d;
  }
};

inline HeadView view_of(const AttentionOperand& operand, Real* data) {
  const Shape& shape = operand.tensor.shape();
  return {data, shape[1], shape[2], operand.column};
}

/// A block of queries of one head, and the keys that some of them see.
struct QueryBlock {
  Index b, h, begin, rows;
  KeyRanges seen;
  Index keys;  ///< how many those are

  /// Place of the first query's weight of key 0 in [B,H,Tq,Tk].
  Index place(const AttentionSpec& spec) const {
    return ((b * spec.heads + h) * spec.queries + begin) * spec.keys;
  }
};

template <typename F>
void each_block(const AttentionSpec& spec, F work) {
  for (Index b = 0; b < spec.batch; ++b) {
    for (Index h = 0; h < spec.heads; ++h) {
      for (Index begin = 0; begin < spec.queries; begin += kQueryBlock) {
        const Index rows = std::min(kQueryBlock, spec.queries - begin);
        const KeyRanges seen = spec.mask.seen_by_some(b, begin, begin + rows - 1, spec.keys);
        work(QueryBlock{b, h, begin, rows, seen, seen.count()});
      }
    }
  }
}

/// Scores and softmax of one block, into its rows of `weights` (stride: all keys; from key 0). Cells of keys
/// that no query of the block sees are left as they are.
void block_weights(const QueryBlock& block, const AttentionSpec& spec, const HeadView& query,
                   const HeadView& key, Real* weights);

/// A copy of the block's weights after dropout, in `scratch`: the block's keys side by side.
void drop_weights(const QueryBlock& block, const AttentionSpec& spec, const Real* weights, Real* scratch);

}  // namespace attnlab::attention_blocks
