// The program's attention device on a GPU: rows are packed, sent, computed and fetched.
#pragma once

#include <memory>

#include "core/gpu/context.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab::gpu {

/// Attention on the GPU of `context`: training by the tiled kernels, traces by the stepwise ones. The
/// processor does what this device does not take: heads of more than 128 cells, more than 8192 positions, and
/// what does not fit into its memory. Throws Error where the context cannot be used.
std::shared_ptr<AttentionDevice> make_attention_device(std::unique_ptr<Context> context,
                                                       AttentionDeviceReports reports = {});

}  // namespace attnlab::gpu
