// The program's attention device on a GPU: rows are packed, sent, computed and fetched.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/gpu/context.h"
#include "core/ops/attention_device.h"

namespace attnlab {

/// Told once, on any thread, when the GPU has failed: from then on the processor does its work.
using GpuFailure = std::function<void(const std::string& why)>;

/// Attention on the GPU of `context`: training by the tiled kernels, traces by the stepwise ones. What it
/// does not take (heads of more than 128 cells, more than 8192 positions) the processor does. Throws GpuError
/// where the context cannot be used.
std::shared_ptr<AttentionDevice> make_gpu_attention_device(std::unique_ptr<GpuContext> context,
                                                           GpuFailure on_failure = {});

}  // namespace attnlab
