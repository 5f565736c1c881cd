// Rotary positions on the GPU, before and after attention.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab {

/// Queries and keys as the kernels are to read them: turned copies [B,H,T,D] where positions are rotary, else
/// the operands themselves. On the device's thread.
struct Turned {
  GpuOperand query, key;
  GpuBuffer angles;

  Turned(GpuDevice& device, const GpuAttention& how, const GpuOperand& given_query,
         const GpuOperand& given_key);
  /// The gradients of the turned ones become those of what was given, in place.
  void turn_back(GpuDevice& device, const GpuAttention& how, const GpuOperand& query_gradient,
                 const GpuOperand& key_gradient) const;
};

}  // namespace attnlab
