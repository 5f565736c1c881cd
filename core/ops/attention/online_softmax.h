// The online softmax: attention that takes keys a block at a time and needs no row of scores as a whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ops/attention/key_ranges.h"

namespace attnlab {

/// Every step of one head's walk through its blocks of keys. Of each query, a block of masked scores s and
/// values v turns (m, l, o) into m' = max(m, max s), l' = l·e^{m−m'} + Σ e^{s−m'}, o' = o·e^{m−m'} + Σ
/// e^{s−m'}·v (Milakov and Gimelshein 2018, algorithm 3; Dao et al. 2022, algorithm 1), from (−∞, 0, 0).
/// After the last block o/l is the context, and 0 where l is.
struct OnlineSoftmaxWalk {
  Index queries = 0, keys = 0, size = 0;  ///< Tq, Tk, D
  Index block_queries = 1, block_keys = 1;
  std::vector<float> maximum;  ///< m after each block: [blocks,Tq]
  std::vector<float> sum;      ///< l after each block: [blocks,Tq]
  std::vector<float> rescale;  ///< e^{m−m'} of each block, 1 where it changes nothing: [blocks,Tq]
  std::vector<float> output;   ///< o after each block, not yet divided by l: [blocks,Tq,D]
  std::vector<std::uint8_t>
      skipped;  ///< whether no query of the tile sees any key: [blocks,tiles of queries]

  Index blocks() const { return (keys + block_keys - 1) / block_keys; }
  Index tiles() const { return (queries + block_queries - 1) / block_queries; }
  /// The state of query q after block i.
  float maximum_at(Index i, Index q) const { return maximum[static_cast<std::size_t>(i * queries + q)]; }
  float sum_at(Index i, Index q) const { return sum[static_cast<std::size_t>(i * queries + q)]; }
  float rescale_at(Index i, Index q) const { return rescale[static_cast<std::size_t>(i * queries + q)]; }
  float output_at(Index i, Index q, Index d) const {
    return output[static_cast<std::size_t>((i * queries + q) * size + d)];
  }
  bool skips(Index i, Index tile) const { return skipped[static_cast<std::size_t>(i * tiles() + tile)] != 0; }
};

/// A walk of these sizes before its first block.
OnlineSoftmaxWalk empty_walk(Index queries, Index keys, Index size, Index block_queries, Index block_keys);

/// The walk on the processor through masked scores [Tq,Tk], −∞ where hidden, and values [Tk,D]. Throws
/// std::invalid_argument where sizes do not fit or a block is empty.
OnlineSoftmaxWalk online_softmax(std::span<const float> masked, std::span<const float> values, Index queries,
                                 Index block_queries, Index block_keys);

/// Whether no query of a tile sees any key of a block, as OnlineSoftmaxWalk::skipped: [blocks,tiles].
std::vector<std::uint8_t> hidden_blocks(std::span<const float> masked, Index queries, Index block_queries,
                                        Index block_keys);

/// The keys that one at least of the queries sees: of masked scores [Tq,Tk], −∞ where hidden. Where these lie
/// in more ranges than KeyRanges has, those with the fewest hidden keys between them are joined.
KeyRanges seen_keys(std::span<const float> masked, Index queries);

/// The final state of each query.
struct SoftmaxEnd {
  std::vector<float> maximum;  ///< of each query's scores; −∞ where it sees no key
  std::vector<float> sum;      ///< Σ e^{s−m}
  std::vector<float> output;   ///< Σ e^{s−m}·v: [Tq,D]
};

/// The final states of a walk with blocks of `block_keys` keys.
SoftmaxEnd online_softmax_end(std::span<const float> masked, std::span<const float> values, Index queries,
                              Index block_keys);

/// The final states, by whole matrices: of masked scores [Tq,Tk], which must not be empty, and values [Tk,D].
SoftmaxEnd plain_softmax(std::span<const float> masked, std::span<const float> values, Index queries);

}  // namespace attnlab
