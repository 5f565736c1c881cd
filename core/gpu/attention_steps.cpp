// Attention as products and row by row steps, forward and backward.
#include "core/gpu/attention_steps.h"

#include "core/gpu/attention_call.h"
#include "core/gpu/product.h"
#include "core/gpu/rotation.h"

namespace attnlab::gpu {

namespace {

/// Weights, or other cells [B,H,Tq,Tk], as matrices [Tq,Tk].
Matrices planes_of(const Attention& how, const Buffer& cells) {
  return {Operand::heads_apart(cells, how.heads, how.queries, how.keys)};
}

/// An operand of `heads` heads as matrices [T,D].
Matrices rows_of(const Attention& how, const Operand& operand, Index heads) {
  return {operand, 1, how.heads / heads};
}

/// A group for each row of the scores, of which each cell moves `floats` numbers.
PlaneGroups score_rows(const Attention& how, Index floats) {
  const auto bytes = double(how.keys * floats * Index(sizeof(float)));
  return {how.queries, how.planes(), kOperationsPerByte * bytes};
}

void find_weights(Device& device, const Attention& how, AttentionSteps& steps) {
  AttentionCall call = call_of(how);
  const Index cells = how.score_cells();
  if (how.divisor != 1) steps.scaled = device.buffer(cells);
  if (!how.slopes.empty()) steps.biased = device.buffer(cells);
  steps.masked = device.buffer(cells);
  steps.weights = device.buffer(cells);
  const std::array<Buffer, 7> buffers = {
      steps.scores,      steps.scaled, steps.biased, upload_tables(device, how, call, kTile),
      how.painted.cells, steps.masked, steps.weights};
  dispatch_planes(device, "attention_weights.comp", {}, call, buffers, score_rows(how, 9));
}

void find_score_gradients(Device& device, const Attention& how, const AttentionSteps& steps,
                          AttentionStepGradients& to) {
  to.masked = device.buffer(how.score_cells());
  if (how.divisor != 1) to.scores = device.buffer(how.score_cells());
  const std::array<Buffer, 4> buffers = {steps.weights, to.weights, to.masked, to.scores};
  dispatch_planes(device, "attention_weights_backward.comp", {}, call_of(how), buffers, score_rows(how, 6));
}

/// The operands that turn_positions gave forward.
Turned turned_before(Device& device, const Attention& how, const Operand& query, const Operand& key,
                     const AttentionSteps& steps) {
  if (how.rotary.empty()) return {query, key, {}};
  return {Operand::heads_apart(steps.rotated_query, how.heads, how.queries, how.head_size),
          Operand::heads_apart(steps.rotated_key, how.key_value_heads, how.keys, how.head_size),
          device.upload(how.rotary)};
}

/// The gradient [B,heads,T,D] of an operand that was turned, from the gradient of the turned operand.
template <typename TurnBack>
Buffer turned_back(Device& device, const Attention& how, const Buffer& turned, Index heads, Index positions,
                   TurnBack turn_back) {
  const Operand to = Operand::heads_apart(device.buffer(turned.size()), heads, positions, how.head_size);
  turn_back(Operand::heads_apart(turned, heads, positions, how.head_size), to);
  return to.buffer;
}

}  // namespace

Buffer scores(Device& device, const Attention& how, const Operand& query, const Operand& key) {
  check_sizes(how);
  place_of(how, query, how.heads, how.queries);
  place_of(how, key, how.key_value_heads, how.keys);
  return product(device, {how.batch, how.heads, how.queries, how.keys, how.head_size},
                 rows_of(how, query, how.heads), rows_of(how, key, how.key_value_heads));
}

Buffer context(Device& device, const Attention& how, const Buffer& weights, const Operand& value) {
  check_sizes(how);
  require_size("weights", weights.size(), how.score_cells());
  place_of(how, value, how.key_value_heads, how.keys);
  return weighed(device, {how.batch, how.heads, how.queries, how.head_size, how.keys},
                 planes_of(how, weights), rows_of(how, value, how.key_value_heads).transposed());
}

Buffer softmax(Device& device, Index planes, Index rows, Index width, const Buffer& scores) {
  Attention how;
  how.heads = how.key_value_heads = planes;
  how.queries = rows;
  how.keys = width;
  check_sizes(how);
  require_size("scores", scores.size(), how.score_cells());
  AttentionSteps steps;
  steps.scores = scores;
  device.run([&] { find_weights(device, how, steps); });
  return steps.weights;
}

AttentionSteps attention_steps(Device& device, const Attention& how, const Operand& query, const Operand& key,
                               const Operand& value) {
  check_operands(how, query, key, value);
  require_no_dropout(how);
  AttentionSteps steps;
  device.run([&] {
    const Turned turned = turn_positions(device, how, query, key);
    if (turned.angles) {
      steps.rotated_query = turned.query.buffer;
      steps.rotated_key = turned.key.buffer;
    }
    steps.scores = scores(device, how, turned.query, turned.key);
    find_weights(device, how, steps);
    steps.context = context(device, how, steps.weights, value);
  });
  return steps;
}

AttentionStepGradients attention_steps_backward(Device& device, const Attention& how, const Operand& query,
                                                const Operand& key, const Operand& value,
                                                const AttentionSteps& steps,
                                                const Operand& context_gradient) {
  check_operands(how, query, key, value);
  require_no_dropout(how);
  place_of(how, context_gradient, how.heads, how.queries);
  AttentionStepGradients to;
  device.run([&] {
    const Turned turned = turned_before(device, how, query, key, steps);
    const auto [batch, heads, key_heads] = std::array{how.batch, how.heads, how.key_value_heads};
    const Index size = how.head_size, served = how.shared_heads();
    const Matrices out = rows_of(how, context_gradient, heads), queries = rows_of(how, turned.query, heads),
                   keys = rows_of(how, turned.key, key_heads), values = rows_of(how, value, key_heads);
    to.weights = product(device, {batch, heads, how.queries, how.keys, size}, out, values);
    to.value = weighed(device, {batch, key_heads, how.keys, size, how.queries, served},
                       planes_of(how, steps.weights).transposed(), out.transposed());
    find_score_gradients(device, how, steps, to);
    const Matrices scores = planes_of(how, to.scores ? to.scores : to.masked);
    to.query = weighed(device, {batch, heads, how.queries, size, how.keys}, scores, keys.transposed());
    to.key = weighed(device, {batch, key_heads, how.keys, size, how.queries, served}, scores.transposed(),
                     queries.transposed());
    if (!turned.angles) return;
    to.rotated_query = to.query;
    to.rotated_key = to.key;
    to.query = turned_back(
        device, how, to.query, heads, how.queries,
        [&](const Operand& from, const Operand& to_) { turned.turn_back_query(device, how, from, to_); });
    to.key = turned_back(
        device, how, to.key, key_heads, how.keys,
        [&](const Operand& from, const Operand& to_) { turned.turn_back_key(device, how, from, to_); });
  });
  return to;
}

}  // namespace attnlab::gpu
