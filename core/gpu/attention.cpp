// Calls of the tiled kernels.
#include "core/gpu/attention.h"

#include "core/gpu/attention_call.h"
#include "core/gpu/mask_tables.h"
#include "core/gpu/rotation.h"

namespace attnlab::gpu {

RowStates attention(Device& device, const Attention& how, const Operand& query, const Operand& key,
                    const Operand& value, const Operand& context) {
  check_operands(how, query, key, value);
  RowStates states;
  device.run([&] {
    const Turned turned = turn_positions(device, how, query, key);
    AttentionCall call = call_of(how, turned.query, turned.key, value);
    call.context = place_of(how, context, how.heads, how.queries);
    states = device.buffer(how.score_rows() * 2);
    const std::array<Buffer, 7> buffers = {turned.query.buffer,
                                           turned.key.buffer,
                                           value.buffer,
                                           upload_tables(device, how, call, how.block_queries),
                                           how.painted.cells,
                                           context.buffer,
                                           states};
    dispatch_planes(
        device, "attention_forward.comp", defines_for(call), call, buffers,
        {blocks_of(how.queries, how.block_queries), how.planes(),
         2 * tile_operations(how) * double(most_key_blocks(how, how.block_queries, how.block_keys))},
        {how.last});
  });
  return states;
}

void attention_backward(Device& device, const Attention& how, const ForwardValues& values,
                        const OperandGradients& gradients) {
  check_sizes(how);
  require_size("floats that forward kept", values.rows.size(), how.score_rows() * 2);
  device.run([&] {
    const Turned turned = turn_positions(device, how, values.query, values.key);
    AttentionCall call = call_of(how, turned.query, turned.key, values.value);
    call.context = place_of(how, values.context, how.heads, how.queries);
    call.context_gradient = place_of(how, gradients.context, how.heads, how.queries);
    call.query_gradient = place_of(how, gradients.query, how.heads, how.queries);
    call.key_gradient = place_of(how, gradients.key, how.key_value_heads, how.keys);
    call.value_gradient = place_of(how, gradients.value, how.key_value_heads, how.keys);
    const Index planes = how.planes(), key_planes = how.batch * how.key_value_heads;
    const Buffer terms = upload_tables(device, how, call, kTile, how.score_rows() * 4);
    const std::array<Buffer, 4> rows = {values.context.buffer, gradients.context.buffer, values.rows, terms};
    const Index row_bytes = 2 * how.head_size * Index(sizeof(float));
    dispatch_planes(
        device, "attention_row_terms.comp", {}, call, rows,
        {blocks_of(how.queries, 2 * kTile), planes, kOperationsPerByte * double(2 * kTile * row_bytes)});
    std::array<Buffer, 8> buffers = {
        turned.query.buffer, turned.key.buffer,        values.value.buffer,    terms,
        how.painted.cells,   gradients.context.buffer, gradients.query.buffer, {}};
    dispatch_planes(device, "attention_query_gradient.comp", defines_for(call), call,
                    std::span(buffers).first(7),
                    {blocks_of(how.queries, kTile), planes,
                     3 * tile_operations(how) * double(most_key_blocks(how, kTile, kTile))},
                    {.last = false});  // the next kernel writes beside it
    buffers[6] = gradients.key.buffer;
    buffers[7] = gradients.value.buffer;
    dispatch_planes(
        device, "attention_key_gradient.comp", defines_for(call), call, buffers,
        {blocks_of(how.keys, kTile), key_planes,
         4 * tile_operations(how) * double(most_query_blocks(how, kTile, kTile) * how.shared_heads())});
    turned.turn_back_query(device, how, gradients.query, gradients.query);
    turned.turn_back_key(device, how, gradients.key, gradients.key);
  });
}

}  // namespace attnlab::gpu
