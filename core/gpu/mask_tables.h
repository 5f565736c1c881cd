// A mask's ranges of keys as numbers for shaders (shaders/mask.glsl), and counts of the blocks that they
// meet.
#pragma once

#include <vector>

#include "core/gpu/attention.h"

namespace attnlab::gpu {

/// The floats of a call's tables. For each query four: first and end of its two ranges of keys, 0 and 0 for
/// none. For each block of queries six: first and end of the two ranges that some of its queries see, and of
/// the range that all of them see. Sequences of one mask share one table.
struct MaskTables {
  std::vector<float> queries, blocks;
  Index query_stride = 0, block_stride = 0;  ///< from one sequence to the next
};
/// The tables for groups of `block` queries; empty where nothing is hidden.
MaskTables mask_tables(const Attention& how, Index block);
/// The tables of a painted mask: of each group of `block` queries the keys outside of which it hides all.
MaskTables mask_tables(const Attention& how, Index block, std::span<const KeyRanges> seen);

/// Number of blocks of `block` keys that contain some of `keys`.
Index blocks_met(const KeyRanges& keys, Index block);
/// The most blocks of keys that a block of queries meets, and the most blocks of queries that a block of keys
/// meets; padding is ignored.
Index most_key_blocks(const Attention& how, Index query_block, Index key_block);
Index most_query_blocks(const Attention& how, Index query_block, Index key_block);

}  // namespace attnlab::gpu
