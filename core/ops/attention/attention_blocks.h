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

struct Sizes {
  Index batch, heads, queries, keys, size;
  Index shared;  ///< heads that one head of the keys serves
};

/// A block of queries of one head, and the range of keys that some of them see.
struct QueryBlock {
  Index b, h, begin, rows, first, keys;

  /// Place of the block's first weight in [B,H,Tq,Tk].
  Index place(const Sizes& s) const { return ((b * s.heads + h) * s.queries + begin) * s.keys + first; }
};

template <typename F>
void each_block(const Sizes& s, const AttentionMask& mask, F work) {
  for (Index b = 0; b < s.batch; ++b) {
    for (Index h = 0; h < s.heads; ++h) {
      for (Index begin = 0; begin < s.queries; begin += kQueryBlock) {
        const Index rows = std::min(kQueryBlock, s.queries - begin);
        const Index first = mask.first_key(begin);
        const Index end = mask.visible_keys(b, begin + rows - 1, s.keys);
        work(QueryBlock{b, h, begin, rows, first, std::max<Index>(0, end - first)});
      }
    }
  }
}

/// Scores and softmax of one block, into its rows of `weights` (stride: all keys).
void block_weights(const QueryBlock& block, const Sizes& s, const AttentionOptions& options,
                   const HeadView& query, const HeadView& key, Real* weights);

/// A copy of the block's weights after dropout, in `scratch` (stride: the block's keys); `first` is the place
/// of the block's first weight.
void drop_weights(const QueryBlock& block, const Sizes& s, double rate, std::uint64_t key, Index first,
                  const Real* weights, Real* scratch);

}  // namespace attnlab::attention_blocks
