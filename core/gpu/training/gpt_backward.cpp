// GptPass, backward: from the logits' gradient to those of all parameters.
#include "core/gpu/rotation.h"
#include "core/gpu/training/gpt_attention.h"
#include "core/gpu/training/gpt_pass.h"

namespace attnlab::gpu {

void GptPass::backward() {
  output_backward();
  for (Index layer = count_of(plan_.blocks) - 1; layer >= 0; --layer) {
    const bool network = plan_.hidden() > 0;
    if (network) feed_forward_backward(layer);
    if (network && !plan_.config.parallel) feed_forward_to_stream(layer);
    attend_backward(layer);
    if (network && plan_.config.parallel) feed_forward_to_stream(layer);
    attention_to_stream(layer);
    o_.tools.device.flush();
  }
  input_backward();
}

/// Gradients of weights and biases; dy [B·T,out] in rows of `dy_stride`.
void GptPass::linear_gradients(const LinearOf& layer, const Buffer& x, const Buffer& dy, Index dy_stride,
                               float scale) {
  const Index rows = batch_.rows();
  multiply(o_.tools.device, o_.tools.scratch, {layer.out, layer.in, rows}, {dy, 0, dy_stride, true},
           {x, 0, layer.in, true}, {o_.gradients, layer.weight, layer.in},
           {.scale = scale, .kind = "product dW = dyᵀ·x", .last = false});
  if (layer.bias >= 0) column_sums(o_.tools, {rows, layer.out}, dy_stride, dy, o_.gradients, layer.bias);
}

/// dx = dy·W.
void GptPass::linear_backward(const LinearOf& layer, const Buffer& dy, Index dy_stride, const Buffer& dx,
                              float scale) {
  multiply(o_.tools.device, o_.tools.scratch, {batch_.rows(), layer.in, layer.out}, {dy, 0, dy_stride},
           {o_.weights, layer.weight, layer.in, true}, {dx, 0, layer.in},
           {.scale = scale, .kind = "product dx = dy·W"});
}

void GptPass::norm_gradient(const NormOf& norm, const Buffer& x, const Buffer& statistics, const Buffer& dy,
                            const Buffer& dx, bool add) {
  norm_backward(o_.tools, norm, stream_rows(), o_.weights, x, statistics, dy, o_.gradients, dx, add);
}

/// The gradient of what a branch adds to the stream, before dropout number `use`.
const Buffer& GptPass::branch_gradient(Index use) {
  const Dropped dropped = batch_.dropped(use, plan_.config.dropout);
  if (!dropped) return v_.stream;
  drop(o_.tools.device, stream_rows(), v_.stream, v_.branch, dropped);
  return v_.branch;
}

void GptPass::add_to_stream(const Buffer& gradient) {
  const Index rows = batch_.rows(), width = plan_.width();
  add_shares(o_.tools.device, gradient, 0, 1, rows, width, {v_.stream, 0, width},
             {.added = v_.stream, .added_place = 0, .added_stride = width});
}

void GptPass::output_backward() {
  const LinearOf& out = plan_.output;
  linear_gradients(out, v_.read_by_output, v_.logits, v_.logits_stride, plan_.output_scale);
  const Buffer& dx = plan_.final_norm ? v_.read : v_.stream;
  linear_backward(out, v_.logits, v_.logits_stride, dx, plan_.output_scale);
  if (plan_.final_norm)
    norm_gradient(plan_.final_norm, v_.layers.back().left, v_.final_statistics, dx, v_.stream, false);
}

/// From the stream to network_read.
void GptPass::feed_forward_backward(Index layer) {
  const LayerValues& l = v_.layers[layer];
  const BlockOf& block = plan_.blocks[layer];
  if (plan_.after)
    norm_gradient(block.feed_forward_norm, l.feed_forward_sum, l.feed_forward_statistics, v_.stream,
                  v_.stream, false);
  const Buffer& dy = branch_gradient(first_dropout(layer) + 2);
  linear_gradients(block.contract, l.activated, dy, block.contract.out);
  linear_backward(block.contract, dy, block.contract.out, v_.activated);
  activate_backward(o_.tools.device, plan_.activation, {batch_.rows(), plan_.hidden()}, l.hidden,
                    v_.activated, v_.hidden);
  linear_gradients(block.expand, l.feed_forward_read, v_.hidden, block.expand.out);
  linear_backward(block.expand, v_.hidden, block.expand.out, v_.network_read);
}

void GptPass::feed_forward_to_stream(Index layer) {
  const LayerValues& l = v_.layers[layer];
  const BlockOf& block = plan_.blocks[layer];
  if (!plan_.before) return add_to_stream(v_.network_read);
  norm_gradient(block.feed_forward_norm, plan_.config.parallel ? l.entered : l.between,
                l.feed_forward_statistics, v_.network_read, v_.stream, true);
}

/// From the stream to read.
void GptPass::attend_backward(Index layer) {
  const LayerValues& l = v_.layers[layer];
  const BlockOf& block = plan_.blocks[layer];
  if (plan_.after)
    norm_gradient(block.attention_norm, l.attention_sum, l.attention_statistics, v_.stream, v_.stream, false);
  const Buffer& dy = branch_gradient(first_dropout(layer) + 1);
  linear_gradients(block.output, l.context, dy, block.output.out);
  linear_backward(block.output, dy, block.output.out, v_.context);
  const GptAttention attention(plan_, request_, batch_, layer, first_dropout(layer));
  for (Index i = 0; i < attention.count(); ++i) {
    const AttentionOperands in = attention.operands(i, l.projected), to = attention.operands(i, v_.projected);
    attention_backward(o_.tools.device, attention.how(i),
                       {in.query, in.key, in.value, attention.context(i, l.context), l.row_states[i]},
                       {attention.context(i, v_.context), to.query, to.key, to.value});
  }
  turn(v_.projected, -1);
  linear_gradients(block.projection, l.attention_read, v_.projected, block.projection.out);
  linear_backward(block.projection, v_.projected, block.projection.out, v_.read);
}

void GptPass::attention_to_stream(Index layer) {
  const LayerValues& l = v_.layers[layer];
  if (!plan_.before) return add_to_stream(v_.read);
  norm_gradient(plan_.blocks[layer].attention_norm, l.entered, l.attention_statistics, v_.read, v_.stream,
                true);
}

void GptPass::input_backward() {
  const Dropped dropped = batch_.dropped(0, plan_.config.dropout);
  if (dropped) drop(o_.tools.device, stream_rows(), v_.stream, v_.stream, dropped);
  if (plan_.input_norm)
    norm_gradient(plan_.input_norm, v_.embedded, v_.input_statistics, v_.stream, v_.stream, false);
  embed_backward(o_.tools.device, plan_.embedding, stream_rows(), batch_.positions, batch_.buffer,
                 batch_.lists, v_.stream, o_.gradients, plan_.tied);
}

}  // namespace attnlab::gpu
