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
  /// Gradients of what was given from those of the turned ones, where positions are rotary. `to` may be
  /// `from`.
  void turn_back_query(GpuDevice& device, const GpuAttention& how, const GpuOperand& from,
                       const GpuOperand& to) const;
  void turn_back_key(GpuDevice& device, const GpuAttention& how, const GpuOperand& from,
                     const GpuOperand& to) const;
};

}  // namespace attnlab
