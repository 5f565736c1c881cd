// Records tiled attention on the GPU: every step of the online softmax of one head.
#pragma once

#include "core/gpu/attention.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab::gpu {

/// Runs the forward kernel for head `h` of sequence `b` in blocks of how.block_queries and how.block_keys,
/// and returns the state of each query after each block. The kernel skips blocks by how.mask; a block that
/// only a painted mask hides is computed, but where `seen` says of each block of queries the keys outside of
/// which the painted mask hides all. how.mask then hides nothing. Throws std::invalid_argument otherwise.
OnlineSoftmaxWalk attention_walk(Device& device, const Attention& how, const Operand& query,
                                 const Operand& key, const Operand& value, Index b, Index h,
                                 std::span<const KeyRanges> seen = {});

}  // namespace attnlab::gpu
