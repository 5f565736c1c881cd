// Calls of the kernel that turns pairs.
#include "core/gpu/rotation.h"

#include "core/gpu/attention_call.h"

namespace attnlab::gpu {

namespace {

constexpr Index kThreads = 128;

struct RotatedRows {
  Index heads, positions, first;
};

void turn(Device& device, const Attention& how, const Buffer& angles, const RotatedRows& rows, float sign,
          const Operand& from, const Operand& to) {
  AttentionCall call;
  call.query = place_of(how, from, rows.heads, rows.positions);
  call.context = place_of(how, to, rows.heads, rows.positions);
  call.heads = narrow(rows.heads);
  call.queries = narrow(rows.positions);
  call.size = narrow(how.head_size);
  call.start = narrow(rows.first);
  call.scale = sign;
  const std::array<Buffer, 3> buffers = {from.buffer, to.buffer, angles};
  const Index pairs = rows.positions * how.head_size / 2;
  constexpr Index kPairBytes = 6 * sizeof(float);
  dispatch_planes(device, "rotate.comp", {}, call, buffers,
                  {blocks_of(pairs, kThreads), how.batch * rows.heads,
                   kOperationsPerByte * double(kThreads * kPairBytes)});
}

RotatedRows rotated_queries(const Attention& how) { return {how.heads, how.queries, how.query_position}; }

RotatedRows rotated_keys(const Attention& how) { return {how.key_value_heads, how.keys, how.key_position}; }

Operand turned(Device& device, const Attention& how, const Buffer& angles, const RotatedRows& rows,
               const Operand& from) {
  const Operand to =
      Operand::heads_apart(device.buffer(how.batch * rows.heads * rows.positions * how.head_size), rows.heads,
                           rows.positions, how.head_size);
  turn(device, how, angles, rows, 1, from, to);
  return to;
}

}  // namespace

Turned turn_positions(Device& device, const Attention& how, const Operand& query, const Operand& key) {
  if (how.rotary.empty()) return {query, key, {}};
  const Buffer angles = device.upload(how.rotary);
  return {turned(device, how, angles, rotated_queries(how), query),
          turned(device, how, angles, rotated_keys(how), key), angles};
}

void Turned::turn_back_query(Device& device, const Attention& how, const Operand& from,
                             const Operand& to) const {
  if (angles) turn(device, how, angles, rotated_queries(how), -1, from, to);
}

void Turned::turn_back_key(Device& device, const Attention& how, const Operand& from,
                           const Operand& to) const {
  if (angles) turn(device, how, angles, rotated_keys(how), -1, from, to);
}

void turn_in_place(Device& device, const Attention& how, const Buffer& angles, Index heads, float sign,
                   const Operand& operand) {
  turn(device, how, angles, {heads, how.queries, 0}, sign, operand, operand);
}

}  // namespace attnlab::gpu
