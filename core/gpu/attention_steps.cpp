// Attention as products and row by row steps, forward and backward.
#include "core/gpu/attention_steps.h"

#include "core/gpu/attention_call.h"
#include "core/gpu/product.h"
#include "core/gpu/rotation.h"

namespace attnlab {

namespace {

Index cells_of(const GpuAttention& how) { return how.batch * how.heads * how.queries * how.keys; }

/// Weights, or what else is [B,H,Tq,Tk], as matrices [Tq,Tk].
GpuMatrices planes_of(const GpuAttention& how, const GpuBuffer& cells) {
  return {GpuOperand::heads_apart(cells, how.heads, how.queries, how.keys)};
}

/// An operand of `heads` heads as matrices [T,D].
GpuMatrices rows_of(const GpuAttention& how, const GpuOperand& operand, Index heads) {
  return {operand, 1, how.heads / heads};
}

/// A group for each row of the scores, of which each cell moves `floats` numbers.
PlaneGroups score_rows(const GpuAttention& how, Index floats) {
  const auto bytes = static_cast<double>(how.keys * floats * Index(sizeof(float)));
  return {how.queries, how.batch * how.heads, kOperationsPerByte * bytes};
}

void find_weights(GpuDevice& device, const GpuAttention& how, GpuAttentionSteps& steps) {
  AttentionCall call = call_of(how);
  const Index cells = cells_of(how);
  if (how.divisor != 1) steps.scaled = device.buffer(cells);
  if (!how.slopes.empty()) steps.biased = device.buffer(cells);
  steps.masked = device.buffer(cells);
  steps.weights = device.buffer(cells);
  const std::array<GpuBuffer, 7> buffers = {
      steps.scores,      steps.scaled, steps.biased, upload_tables(device, how, call, kTile),
      how.painted.cells, steps.masked, steps.weights};
  dispatch_planes(device, "attention_weights.comp", {}, call, buffers, score_rows(how, 9));
}

void find_score_gradients(GpuDevice& device, const GpuAttention& how, const GpuAttentionSteps& steps,
                          GpuAttentionStepGradients& to) {
  to.masked = device.buffer(cells_of(how));
  if (how.divisor != 1) to.scores = device.buffer(cells_of(how));
  const std::array<GpuBuffer, 4> buffers = {steps.weights, to.weights, to.masked, to.scores};
  dispatch_planes(device, "attention_weights_backward.comp", {}, call_of(how), buffers, score_rows(how, 6));
}

/// What turn_positions gave forward.
Turned turned_before(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                     const GpuOperand& key, const GpuAttentionSteps& steps) {
  if (how.rotary.empty()) return {query, key, {}};
  return {GpuOperand::heads_apart(steps.rotated_query, how.heads, how.queries, how.head_size),
          GpuOperand::heads_apart(steps.rotated_key, how.key_value_heads, how.keys, how.head_size),
          device.upload(how.rotary)};
}

/// The gradient [B,heads,T,D] of an operand that was turned, from that of the turned one.
template <typename TurnBack>
GpuBuffer turned_back(GpuDevice& device, const GpuAttention& how, const GpuBuffer& turned, Index heads,
                      Index positions, TurnBack turn_back) {
  const GpuOperand to =
      GpuOperand::heads_apart(device.buffer(turned.size()), heads, positions, how.head_size);
  turn_back(GpuOperand::heads_apart(turned, heads, positions, how.head_size), to);
  return to.buffer;
}

}  // namespace

GpuBuffer gpu_scores(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                     const GpuOperand& key) {
  check_sizes(how);
  place_of(how, query, how.heads, how.queries);
  place_of(how, key, how.key_value_heads, how.keys);
  return gpu_product(device, {how.batch, how.heads, how.queries, how.keys, how.head_size},
                     rows_of(how, query, how.heads), rows_of(how, key, how.key_value_heads));
}

GpuBuffer gpu_context(GpuDevice& device, const GpuAttention& how, const GpuBuffer& weights,
                      const GpuOperand& value) {
  check_sizes(how);
  require_size("weights", weights.size(), cells_of(how));
  place_of(how, value, how.key_value_heads, how.keys);
  return gpu_product(device, {how.batch, how.heads, how.queries, how.head_size, how.keys},
                     planes_of(how, weights), rows_of(how, value, how.key_value_heads).transposed());
}

GpuBuffer gpu_softmax(GpuDevice& device, Index planes, Index rows, Index width, const GpuBuffer& scores) {
  GpuAttention how;
  how.heads = how.key_value_heads = planes;
  how.queries = rows;
  how.keys = width;
  check_sizes(how);
  require_size("scores", scores.size(), cells_of(how));
  GpuAttentionSteps steps;
  steps.scores = scores;
  device.run([&] { find_weights(device, how, steps); });
  return steps.weights;
}

GpuAttentionSteps gpu_attention_steps(GpuDevice& device, const GpuAttention& how, const GpuOperand& query,
                                      const GpuOperand& key, const GpuOperand& value) {
  check_operands(how, query, key, value);
  require_no_dropout(how);
  GpuAttentionSteps steps;
  device.run([&] {
    const Turned turned = turn_positions(device, how, query, key);
    if (turned.angles) {
      steps.rotated_query = turned.query.buffer;
      steps.rotated_key = turned.key.buffer;
    }
    steps.scores = gpu_scores(device, how, turned.query, turned.key);
    find_weights(device, how, steps);
    steps.context = gpu_context(device, how, steps.weights, value);
  });
  return steps;
}

GpuAttentionStepGradients gpu_attention_steps_backward(GpuDevice& device, const GpuAttention& how,
                                                       const GpuOperand& query, const GpuOperand& key,
                                                       const GpuOperand& value,
                                                       const GpuAttentionSteps& steps,
                                                       const GpuOperand& context_gradient) {
  check_operands(how, query, key, value);
  require_no_dropout(how);
  place_of(how, context_gradient, how.heads, how.queries);
  GpuAttentionStepGradients to;
  device.run([&] {
    const Turned turned = turned_before(device, how, query, key, steps);
    const auto [batch, heads, key_heads] = std::array{how.batch, how.heads, how.key_value_heads};
    const Index size = how.head_size, served = heads / key_heads;
    const GpuMatrices out = rows_of(how, context_gradient, heads),
                      queries = rows_of(how, turned.query, heads), keys = rows_of(how, turned.key, key_heads),
                      values = rows_of(how, value, key_heads);
    to.weights = gpu_product(device, {batch, heads, how.queries, how.keys, size}, out, values);
    to.value = gpu_product(device, {batch, key_heads, how.keys, size, how.queries, served},
                           planes_of(how, steps.weights).transposed(), out.transposed());
    find_score_gradients(device, how, steps, to);
    const GpuMatrices scores = planes_of(how, to.scores ? to.scores : to.masked);
    to.query = gpu_product(device, {batch, heads, how.queries, size, how.keys}, scores, keys.transposed());
    to.key = gpu_product(device, {batch, key_heads, how.keys, size, how.queries, served}, scores.transposed(),
                         queries.transposed());
    if (!turned.angles) return;
    to.rotated_query = to.query;
    to.rotated_key = to.key;
    to.query = turned_back(device, how, to.query, heads, how.queries,
                           [&](const GpuOperand& from, const GpuOperand& to_) {
                             turned.turn_back_query(device, how, from, to_);
                           });
    to.key = turned_back(
        device, how, to.key, key_heads, how.keys,
        [&](const GpuOperand& from, const GpuOperand& to_) { turned.turn_back_key(device, how, from, to_); });
  });
  return to;
}

}  // namespace attnlab
