// Attention on the processor: one block.
#include "core/ops/attention/attention_blocks.h"

#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/dropout.h"
#include "core/tensor/gemm.h"

namespace attnlab::attention_blocks {

void block_weights(const QueryBlock& block, const Sizes& s, const AttentionOptions& options,
                   const HeadView& query, const HeadView& key, Real* weights) {
  gemm(block.rows, block.keys, s.size, {query.at(block.b, block.begin, block.h, s.size), query.stride},
       {key.at(block.b, block.first, block.h / s.shared, s.size), key.stride, true}, weights, s.keys, false,
       Real(1) / options.divisor);
  for (Index row = 0; row < block.rows; ++row) {
    Real* cells = weights + row * s.keys;
    const Index q = block.begin + row;
    if (!options.slopes.empty()) {
      subtract_distances(options.slopes[static_cast<std::size_t>(block.h)], options.mask.start + q,
                         block.first, block.keys, cells);
    }
    // Hidden cells become −∞, and so 0: whole vectors are faster than a row that ends anywhere.
    hide_keys(options.mask, block.b, q, block.first, block.keys, cells);
    softmax_row(cells, block.keys);
  }
}

void drop_weights(const QueryBlock& block, const Sizes& s, double rate, std::uint64_t key, Index first,
                  const Real* weights, Real* scratch) {
  for (Index row = 0; row < block.rows; ++row) {
    for (Index k = 0; k < block.keys; ++k) {
      const Index place = row * s.keys + k;
      scratch[row * block.keys + k] = weights[place] * dropout_factor(key, first + place, rate);
    }
  }
}

}  // namespace attnlab::attention_blocks
