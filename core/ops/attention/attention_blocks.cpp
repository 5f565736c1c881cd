// Attention on the processor: one block.
#include "core/ops/attention/attention_blocks.h"

#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/dropout.h"
#include "core/tensor/gemm.h"

namespace attnlab::attention_blocks {

void block_weights(const QueryBlock& block, const Sizes& s, const AttentionOptions& options,
                   const HeadView& query, const HeadView& key, Real* weights) {
  for (const KeyRange& part : block.seen) {
    gemm(block.rows, part.count(), s.size, {query.at(block.b, block.begin, block.h, s.size), query.stride},
         {key.at(block.b, part.first, block.h / s.shared, s.size), key.stride, true}, weights + part.first,
         s.keys, false, Real(1) / options.divisor);
  }
  for (Index row = 0; row < block.rows; ++row) {
    Real* cells = weights + row * s.keys;
    const Index q = block.begin + row;
    for (const KeyRange& part : block.seen) {
      if (!options.slopes.empty()) {
        subtract_distances(options.slopes[static_cast<std::size_t>(block.h)], options.mask.start + q,
                           part.first, part.count(), cells + part.first);
      }
      // Hidden cells become −∞, and so 0: whole vectors are faster than a row that ends anywhere.
      hide_keys(options.mask, block.b, q, part, cells);
    }
    softmax_row(cells, block.seen);
  }
}

void drop_weights(const QueryBlock& block, const Sizes& s, double rate, std::uint64_t key,
                  const Real* weights, Real* scratch) {
  for (Index row = 0; row < block.rows; ++row) {
    const Index first = row * s.keys;
    block.seen.each_packed([&](KeyRange part, Index column) {
      for (Index k = part.first; k < part.end; ++k) {
        scratch[row * block.keys + column + k - part.first] =
            weights[first + k] * dropout_factor(key, block.place(s) + first + k, rate);
      }
    });
  }
}

}  // namespace attnlab::attention_blocks
