// Tiled attention on the GPU as it runs: every step of the online softmax of one head.
#pragma once

#include "core/gpu/attention.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab {

/// Runs the forward kernel for head `h` of sequence `b` in blocks of how.block_queries and how.block_keys,
/// and returns what it kept of each query after each block. The kernel skips blocks by causal order, lengths
/// and window alone; a painted mask that hides a whole block is gone through.
OnlineSoftmaxWalk gpu_attention_walk(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                                     const GpuOperand& key, const GpuOperand& value, Index b, Index h);

}  // namespace attnlab
