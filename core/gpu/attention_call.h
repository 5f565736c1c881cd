// The uniform block of the attention kernels, and what is common to their calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/gpu/attention.h"

namespace attnlab {

/// shaders/call.glsl, member by member (std140).
struct alignas(16) AttentionCall {
  using Place = std::array<std::int32_t, 4>;
  Place query{}, key{}, value{}, context{}, context_gradient{}, query_gradient{}, key_gradient{},
      value_gradient{};
  Place painted{};
  std::int32_t heads = 1, shared_heads = 1, queries = 0, keys = 0, size = 0;
  std::int32_t first_plane = 0;
  std::int32_t causal = 0, window = 0, start = 0;
  std::int32_t first_length = -1, first_slope = -1;
  std::int32_t block_queries = 64, block_keys = 64;
  float scale = 1;
};

/// Throws std::invalid_argument with both values where sizes are out of range or do not fit each other.
void check_sizes(const GpuAttention& how);

/// The call without its operands.
AttentionCall call_of(const GpuAttention& how);

/// Throws std::invalid_argument where an operand of `heads` heads and `rows` rows reaches beyond its buffer.
AttentionCall::Place place_of(const GpuAttention& how, const GpuOperand& operand, Index heads, Index rows);

/// The call with what forward reads.
AttentionCall call_of(const GpuAttention& how, const GpuOperand& query, const GpuOperand& key,
                      const GpuOperand& value);

/// Throws std::invalid_argument where sizes are out of range or operands do not fit them.
void check_operands(const GpuAttention& how, const GpuOperand& query, const GpuOperand& key,
                    const GpuOperand& value);

/// Key lengths and slopes, where call_of says that they are.
GpuBuffer upload_tables(GpuDevice& device, const GpuAttention& how);

/// How many blocks of `block` it takes for `count`.
inline Index blocks_of(Index count, Index block) { return (count + block - 1) / block; }

/// WIDTH, the head size made up to what kernels exist for.
ShaderDefines::value_type width_for(const AttentionCall& call);

/// WIDTH, and WHOLE_VECTORS where all of `call`'s operands can be read four numbers at a time.
ShaderDefines defines_for(const AttentionCall& call);

/// Runs `shader` for `groups` groups of each of `planes` heads of sequences. `call` is a uniform block.
template <typename Call>
void dispatch_planes(GpuDevice& device, std::string_view shader, const ShaderDefines& defines, Call call,
                     std::span<const GpuBuffer> buffers, Index groups, Index planes) {
  const Index most = device.limits().groups;
  for (Index first = 0; first < planes; first += most) {
    call.first_plane = static_cast<std::int32_t>(first);
    device.dispatch({shader,
                     defines,
                     std::as_bytes(std::span(&call, 1)),
                     buffers,
                     {groups, std::min(most, planes - first)}});
  }
}

}  // namespace attnlab
