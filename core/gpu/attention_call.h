// The uniform block of the attention kernels, and what their calls share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/gpu/attention.h"

namespace attnlab::gpu {

struct MaskTables;

/// shaders/call.glsl, member by member (std140).
struct alignas(16) AttentionCall {
  using Place = std::array<std::int32_t, 4>;
  Place query{}, key{}, value{}, context{}, context_gradient{}, query_gradient{}, key_gradient{},
      value_gradient{};
  Place painted{};
  Place ranges{-1, 0, -1, 0};
  std::int32_t heads = 1, shared_heads = 1, queries = 0, keys = 0, size = 0;
  std::int32_t first_plane = 0;
  std::int32_t start = 0;
  std::int32_t first_slope = -1;
  std::int32_t block_queries = Attention::kTile, block_keys = Attention::kTile;
  float scale = 1;
  std::int32_t first_group = 0;
  float dropout_scale = 0;  ///< 0: no dropout
  std::uint64_t dropout_key = 0, dropout_end = 0;
};
static_assert(offsetof(AttentionCall, dropout_key) == 216 && sizeof(AttentionCall) == 240);

/// Throws, with both values, std::invalid_argument where sizes make no sense or do not fit each other, and
/// TooLarge where they are more than the kernels take.
void check_sizes(const Attention& how);

/// Throws std::invalid_argument if `what` has another size than `needed`.
void require_size(const std::string& what, Index size, Index needed);

/// Throws std::invalid_argument if there is dropout, for functions without dropout.
void require_no_dropout(const Attention& how);

/// The call without its operands.
AttentionCall call_of(const Attention& how);

/// An index in the type of shaders.
inline std::int32_t narrow(Index value) { return static_cast<std::int32_t>(value); }

/// An operand's place, unchecked.
inline AttentionCall::Place place_of(const Operand& operand) {
  return {narrow(operand.offset), narrow(operand.batch), narrow(operand.head), narrow(operand.row)};
}

/// The place of an operand of this attention. Throws std::invalid_argument if an operand of `heads` heads
/// and `rows` rows reaches beyond its buffer, TooLarge where beyond what a shader can count.
AttentionCall::Place place_of(const Attention& how, const Operand& operand, Index heads, Index rows);

/// The call with the operands of forward.
AttentionCall call_of(const Attention& how, const Operand& query, const Operand& key, const Operand& value);

/// Throws what check_sizes and place_of throw.
void check_operands(const Attention& how, const Operand& query, const Operand& key, const Operand& value);

/// Uploads a mask's ranges of keys and the slopes, behind `room` floats that are left free; writes their
/// places to `call`.
Buffer upload_tables(Device& device, const Attention& how, const MaskTables& mask, AttentionCall& call,
                     Index room = 0);
/// As above, with the ranges of how.mask for groups of `block` queries.
Buffer upload_tables(Device& device, const Attention& how, AttentionCall& call, Index block, Index room = 0);

inline constexpr Index kTile = Attention::kTile;

/// Number of blocks of `block` that cover `count`.
inline Index blocks_of(Index count, Index block) { return (count + block - 1) / block; }

/// WIDTH, the head size rounded up to a size that kernels exist for.
ShaderDefines::value_type width_for(const AttentionCall& call);

/// WIDTH, WHOLE_VECTORS where all of `call`'s operands can be read four numbers at a time, and DROPOUT.
ShaderDefines defines_for(const AttentionCall& call);

/// Operations of one product in a tile of 64 queries by 64 keys, with its share of the softmax.
double tile_operations(const Attention& how);

/// Operations that a weak GPU does while it moves a byte: 0.2 TFLOP/s at 20 GB/s.
inline constexpr double kOperationsPerByte = 10;

/// `groups` groups for each of `planes` heads of sequences, from head `first_plane` of all.
struct PlaneGroups {
  Index groups = 0, planes = 0;
  double operations = 0;  ///< of one group, at most
  Index first_plane = 0;

  /// The part for one dispatch: all groups of some planes, or some groups of one, so that dispatches are
  /// about equal. A group is not cut.
  PlaneGroups portion(const Limits& limits) const;
};

/// What stands around the dispatches of one kernel.
struct DispatchPlace {
  bool last = true;            ///< as Dispatch::last, of all of them
  std::string_view kind = {};  ///< as Dispatch::kind
};

/// Runs `shader` for these groups, in as many dispatches as it takes. `call` is a uniform block.
template <typename Call>
void dispatch_planes(Device& device, std::string_view shader, const ShaderDefines& defines, Call call,
                     std::span<const Buffer> buffers, const PlaneGroups& all,
                     const DispatchPlace& place = {}) {
  const PlaneGroups most = all.portion(device.limits());
  for (Index plane = 0; plane < all.planes; plane += most.planes) {
    for (Index group = 0; group < all.groups; group += most.groups) {
      const Index groups = std::min(most.groups, all.groups - group),
                  planes = std::min(most.planes, all.planes - plane);
      call.first_plane = narrow(all.first_plane + plane);
      call.first_group = narrow(group);
      device.dispatch({shader,
                       defines,
                       std::as_bytes(std::span(&call, 1)),
                       buffers,
                       {groups, planes},
                       all.operations * double(groups * planes),
                       place.last && plane + planes == all.planes && group + groups == all.groups,
                       place.kind});
    }
  }
}

}  // namespace attnlab::gpu
