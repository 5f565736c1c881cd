// Attention on the GPU, tiled: nothing of size Tq·Tk is ever stored.
#pragma once

#include "core/gpu/device.h"
#include "core/ops/attention/attention_spec.h"

namespace attnlab::gpu {

/// Where the rows of a [B,H,T,D] operand lie in a buffer, in floats: the row of sequence b, head h and
/// position t begins at offset + b·batch + h·head + t·row.
struct Operand {
  Buffer buffer;
  Index offset = 0, batch = 0, head = 0, row = 0;

  /// [B,H,T,D], as in a trace.
  static Operand heads_apart(Buffer buffer, Index heads, Index positions, Index size) {
    return {std::move(buffer), 0, heads * positions * size, positions * size, size};
  }
  /// Columns `column` … of [B,T,width], heads side by side, as in training.
  static Operand heads_beside(Buffer buffer, Index positions, Index width, Index column, Index size) {
    return {std::move(buffer), column, positions * width, size, width};
  }
};

/// Numbers to be added to the scores of query q and key k, −∞ where hidden: [Tq,Tk], [B,Tq,Tk] or [B,H,Tq,Tk]
/// by its strides, in floats (0: the same for all).
struct PaintedMask {
  Buffer cells;
  Index batch = 0, head = 0;
};

/// An attention with what the kernels do beside: Tq and Tk are at most kLongest, D at most kLargestHead,
/// dropout is less than 1. The spans need live only as long as the call.
struct Attention : AttentionSpec {
  static constexpr Index kLargestHead = 128, kLongest = 8192;
  static constexpr Index kTile = 64;  ///< queries, or keys, that a group of the kernels takes at a time

  PaintedMask painted = {};
  /// rotary_table [positions,D] or empty: queries are turned as positions query_position …, keys as
  /// key_position …; D must be even.
  std::span<const float> rotary = {};
  Index query_position = 0, key_position = 0;
  Index block_queries = kTile, block_keys = kTile;  ///< taken at a time: 1 … kTile
  bool last = true;                                 ///< of forward: see Dispatch
};

/// Of each row of queries [B,H,Tq]: the maximum m of its scores and the sum l of e^{score − m}, side by side;
/// l is 0 where it sees no key.
using RowStates = Buffer;

/// context = dropout(softmax(QKᵀ/divisor + mask))·V per head, zeros where a query sees no key; with what
/// backward needs of it. query and context [B,H,Tq,D], key and value [B,Hk,Tk,D]. Throws
/// std::invalid_argument for sizes that do not fit, Error for what this GPU cannot do. Uses O(T·D) memory.
/// A score of −3·10³⁸ or below counts as −∞.
RowStates attention(Device& device, const Attention& how, const Operand& query, const Operand& key,
                    const Operand& value, const Operand& context);

/// Operands and results of forward.
struct ForwardValues {
  Operand query, key, value, context;
  RowStates rows;
};

/// The context's gradient, and where to write the gradients of the operands, over what is there.
struct OperandGradients {
  Operand context, query, key, value;
};

/// Backward of attention with the same `how`: weights are computed again, block by block. Sums are taken
/// in an order that depends on sizes alone, so equal inputs give equal bits.
void attention_backward(Device& device, const Attention& how, const ForwardValues& values,
                        const OperandGradients& gradients);

}  // namespace attnlab::gpu
