// Rotary positions on the GPU, before and after attention.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab::gpu {

/// Queries and keys for the attention kernels, turned where positions are rotary.
struct Turned {
  Operand query, key;
  Buffer angles;  ///< empty where positions are not rotary

  /// The gradients of the operands from those of the turned operands, where positions are rotary. `to` may be
  /// `from`.
  void turn_back_query(Device& device, const Attention& how, const Operand& from, const Operand& to) const;
  void turn_back_key(Device& device, const Attention& how, const Operand& from, const Operand& to) const;
};

/// Turned copies [B,H,Tq,D] and [B,Hk,Tk,D] where positions are rotary, else the operands themselves. On the
/// device's thread.
Turned turn_positions(Device& device, const Attention& how, const Operand& query, const Operand& key);

/// Turns the first `heads` heads of an operand in place, as positions 0 … of `angles`, a rotary table; by the
/// negative angles where `sign` is −1. On the device's thread.
void turn_in_place(Device& device, const Attention& how, const Buffer& angles, Index heads, float sign,
                   const Operand& operand);

}  // namespace attnlab::gpu
