// The uniform block of kernels on rows, and its dispatch.
#pragma once

#include "core/gpu/attention_call.h"
#include "core/gpu/dropout_bits.h"
#include "core/gpu/training/dropped.h"
#include "core/gpu/training/row_kernels.h"

namespace attnlab::gpu {

/// shaders/row_call.glsl, member by member (std140).
struct alignas(16) RowCall {
  std::int32_t rows = 0, width = 0, stride = 0;
  std::int32_t first_group = 0, first_plane = 0;
  std::int32_t gain_place = 0, shift_place = -1, added = 0, chunk = 1;
  std::int32_t positions = 1, first_key = 0;
  float dropout_scale = 0, factor = 1, epsilon = 0;
  std::uint64_t dropout_end = 0;
};
static_assert(offsetof(RowCall, dropout_end) == 56 && sizeof(RowCall) == 64);

inline RowCall row_call(const RowSizes& sizes) {
  RowCall call;
  call.rows = narrow(sizes.rows);
  call.width = call.stride = narrow(sizes.width);
  return call;
}

/// Threads of the kernels that take a cell, or a row, a group.
inline constexpr Index kRowThreads = 128;

/// Runs `shader` in groups that move `floats` numbers each.
inline void dispatch_rows(Device& device, std::string_view shader, const ShaderDefines& defines,
                          const RowCall& call, std::span<const Buffer> buffers, Index groups, Index planes,
                          Index floats, bool last = true) {
  dispatch_planes(device, shader, defines, call, buffers,
                  {groups, planes, kOperationsPerByte * double(floats * Index(sizeof(float)))}, {last});
}

/// Writes the members of dropout, and defines DROPOUT.
inline void add_dropout(RowCall& call, ShaderDefines& defines, const Dropped& dropped) {
  call.positions = narrow(dropped.positions);
  call.first_key = narrow(dropped.first);
  call.dropout_scale = dropout_scale(dropped.rate);
  call.dropout_end = dropout_end(dropped.rate);
  defines.emplace_back("DROPOUT", "1");
}

}  // namespace attnlab::gpu
