// What a mask lets be seen, as numbers for shaders (shaders/mask.glsl), and counts of the blocks that are
// met.
#pragma once

#include <vector>

#include "core/gpu/attention.h"

namespace attnlab {

/// Floats that a call's tables hold. Of each query four: first and end of its two ranges of keys, 0 and 0 for
/// none. Of each block of queries six: the same of all that some of its queries see, and first and end of
/// what each of them sees. Sequences of one mask share theirs.
struct MaskTables {
  std::vector<float> queries, blocks;
  Index query_stride = 0, block_stride = 0;  ///< from one sequence to the next
};
/// `block`: queries that a group takes. Empty where nothing is hidden.
MaskTables mask_tables(const GpuAttention& how, Index block);

/// Blocks of `block` keys among which are some of `keys`.
Index blocks_met(const KeyRanges& keys, Index block);
/// Blocks of keys that a block of queries meets at most, and blocks of queries that one of keys does; padding
/// not counted.
Index most_key_blocks(const GpuAttention& how, Index query_block, Index key_block);
Index most_query_blocks(const GpuAttention& how, Index query_block, Index key_block);

}  // namespace attnlab
