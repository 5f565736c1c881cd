// The program's attention device on a GPU: rows are packed, sent, computed and fetched.
#pragma once

#include <memory>

#include "core/gpu/context.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab {

/// Attention on the GPU of `context`: training by the tiled kernels, traces by the stepwise ones. What it
/// does not take (heads of more than 128 cells, more than 8192 positions, more than there is memory for) the
/// processor does. Throws GpuError where the context cannot be used.
std::shared_ptr<AttentionDevice> make_gpu_attention_device(std::unique_ptr<GpuContext> context,
                                                           AttentionDeviceReports reports = {});

}  // namespace attnlab
