// Rotary positions on the GPU, before and after attention.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab {

/// Queries and keys as the kernels are to read them.
struct Turned {
  GpuOperand query, key;
  GpuBuffer angles;  ///< empty where positions are not rotary

  /// Gradients of what was given from those of the turned ones, where positions are rotary. `to` may be
  /// `from`.
  void turn_back_query(GpuDevice& device, const GpuAttention& how, const GpuOperand& from,
                       const GpuOperand& to) const;
  void turn_back_key(GpuDevice& device, const GpuAttention& how, const GpuOperand& from,
                     const GpuOperand& to) const;
};

/// Turned copies [B,H,Tq,D] and [B,Hk,Tk,D] where positions are rotary, else the operands themselves. On the
/// device's thread.
Turned turn_positions(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                      const GpuOperand& key);

}  // namespace attnlab
