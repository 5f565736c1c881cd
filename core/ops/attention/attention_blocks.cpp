// Attention on the processor: one block.
#include "core/ops/attention/attention_blocks.h"

#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/dropout.h"
#include "core/tensor/gemm.h"

namespace attnlab::attention_blocks {

void block_weights(const QueryBlock& block, const AttentionSpec& spec, const HeadView& query,
                   const HeadView& key, Real* weights) {
  const Index d = spec.head_size, key_head = spec.key_head(block.h);
  for (const KeyRange& part : block.seen) {
    gemm(block.rows, part.count(), d, {query.at(block.b, block.begin, block.h, d), query.stride},
         {key.at(block.b, part.first, key_head, d), key.stride, true}, weights + part.first, spec.keys,
         WriteMode::Overwrite, spec.scale());
  }
  for (Index row = 0; row < block.rows; ++row) {
    Real* cells = weights + row * spec.keys;
    const Index q = block.begin + row;
    for (const KeyRange& part : block.seen) {
      if (!spec.slopes.empty()) {
        subtract_distances(spec.slopes[block.h], spec.mask.start + q, part.first, part.count(),
                           cells + part.first);
      }
      // Hidden cells become −∞, and so 0: whole vectors are faster than a row that ends anywhere.
      hide_keys(spec.mask, block.b, q, part, cells);
    }
    softmax_row(cells, block.seen);
  }
}

void drop_weights(const QueryBlock& block, const AttentionSpec& spec, const Real* weights, Real* scratch) {
  const DropoutFactors factors(spec.dropout_key, spec.dropout);
  for (Index row = 0; row < block.rows; ++row) {
    block.seen.each_packed([&](KeyRange part, Index column) {
      const Index first = row * spec.keys + part.first, place = block.place(spec) + first;
      const Real* const from = weights + first;
      Real* const to = scratch + row * block.keys + column;
      for (Index i = 0; i < part.count(); ++i) to[i] = from[i] * factors[place + i];
    });
  }
}

}  // namespace attnlab::attention_blocks
