// Attention on the GPU, tiled: nothing of size Tq·Tk is ever stored.
#pragma once

#include <cstdint>

#include "core/gpu/device.h"
#include "core/ops/attention/mask.h"

namespace attnlab {

/// Where the rows of a [B,H,T,D] operand lie in a buffer, in floats: that of sequence b, head h and position
/// t begins at offset + b·batch + h·head + t·row.
struct GpuOperand {
  GpuBuffer buffer;
  Index offset = 0, batch = 0, head = 0, row = 0;

  /// [B,H,T,D], as in a trace.
  static GpuOperand heads_apart(GpuBuffer buffer, Index heads, Index positions, Index size) {
    return {std::move(buffer), 0, heads * positions * size, positions * size, size};
  }
  /// Columns `column` … of [B,T,width], heads side by side, as in training.
  static GpuOperand heads_beside(GpuBuffer buffer, Index positions, Index width, Index column, Index size) {
    return {std::move(buffer), column, positions * width, size, width};
  }
};

/// Numbers to be added to the scores of query q and key k, −∞ where hidden: [Tq,Tk], [B,Tq,Tk] or [B,H,Tq,Tk]
/// by its strides, in floats (0: the same for all).
struct GpuPaintedMask {
  GpuBuffer cells;
  Index batch = 0, head = 0;
};

/// Sizes of an attention, and what it is to do beside its operands; as AttentionOptions in
/// core/ops/attention/attention.h. The spans need live only as long as the call.
struct GpuAttention {
  static constexpr Index kLargestHead = 128, kLongest = 8192;
  static constexpr Index kTile = 64;  ///< queries, or keys, that a group of the kernels takes at a time

  Index batch = 1, heads = 1, key_value_heads = 1;  ///< B, H, Hk: a divisor of H
  Index queries = 1, keys = 1;                      ///< Tq, Tk, at most 8192
  Index head_size = 1;                              ///< D, at most 128
  float divisor = 1;                                ///< √D, or 1
  AttentionMask mask;
  GpuPaintedMask painted;
  std::span<const float> slopes;  ///< [H] or empty: ALiBi, see core/ops/attention/distance_bias.h
  /// rotary_table [positions,D] or empty: queries are turned as positions query_position …, keys as
  /// key_position …; D must be even.
  std::span<const float> rotary;
  Index query_position = 0, key_position = 0;
  Index block_queries = kTile, block_keys = kTile;  ///< taken at a time: 1 … kTile
  /// On the weights, less than 1: each is multiplied with dropout_factor (core/ops/basic/dropout.h) of the
  /// key and its place in [B,H,Tq,Tk].
  double dropout = 0;
  std::uint64_t dropout_key = 0;
};

/// Of each row of queries [B,H,Tq]: the maximum m of its scores and the sum l of e^{score − m}, side by side;
/// l is 0 where it sees no key.
using GpuRowStates = GpuBuffer;

/// context = dropout(softmax(QKᵀ/divisor + mask))·V per head, zeros where a query sees no key; with what
/// backward needs of it. query and context [B,H,Tq,D], key and value [B,Hk,Tk,D]. Throws
/// std::invalid_argument for sizes that do not fit, GpuError for what this GPU cannot do. Uses O(T·D) memory.
/// A score of −3·10³⁸ or below counts as −∞.
GpuRowStates gpu_attention(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                           const GpuOperand& key, const GpuOperand& value, const GpuOperand& context);

/// What forward read and made.
struct GpuAttentionValues {
  GpuOperand query, key, value, context;
  GpuRowStates rows;
};

/// The context's gradient, and where those of the operands go: each in full, not added to what is there.
struct GpuAttentionGradients {
  GpuOperand context, query, key, value;
};

/// Backward of gpu_attention with the same `how`: weights are made again, block by block. Sums are taken in
/// an order that depends on sizes alone, so equal inputs give equal bits.
void gpu_attention_backward(GpuDevice& device, const GpuAttention& how, const GpuAttentionValues& values,
                            const GpuAttentionGradients& gradients);

}  // namespace attnlab
