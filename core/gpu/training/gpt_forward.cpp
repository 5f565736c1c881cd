// GptPass, forward: embedding, blocks, logits, losses.
#include <algorithm>
#include <cmath>

#include "core/gpu/rotation.h"
#include "core/gpu/training/gpt_attention.h"
#include "core/gpu/training/gpt_pass.h"

namespace attnlab::gpu {

void GptPass::forward() {
  read_input();
  for (Index layer = 0; layer < count_of(plan_.blocks); ++layer) {
    attend(layer);
    if (plan_.hidden() > 0) feed_forward(layer);
    o_.tools.device.flush();
  }
  write_logits();
}

/// y = x·Wᵀ + b and what follows; its kind, scale and sums are those of `after`.
void GptPass::linear(const LinearOf& layer, const Buffer& x, const Buffer& y, const AfterProduct& after) {
  AfterProduct with_bias = after;
  with_bias.bias = o_.weights;
  with_bias.bias_place = layer.bias;
  with_bias.kind = "product y = x·Wᵀ";
  multiply(o_.tools.device, o_.tools.scratch, {batch_.rows(), layer.out, layer.in}, {x, 0, layer.in},
           {o_.weights, layer.weight, layer.in}, {y, 0, layer.out}, with_bias);
}

void GptPass::normalize(const NormOf& how, const Buffer& x, const Buffer& y, const Buffer& statistics) {
  norm(o_.tools.device, how, stream_rows(), o_.weights, x, y, statistics);
}

/// sum = stream + dropout(x·Wᵀ + b), dropout being number `use` of the pass.
void GptPass::end_branch(const LinearOf& layer, const Buffer& x, const Buffer& stream, const Buffer& sum,
                         Index use) {
  linear(layer, x, sum,
         {.added = stream,
          .added_place = 0,
          .added_stride = plan_.width(),
          .dropped = batch_.dropped(use, plan_.config.dropout)});
}

void GptPass::read_input() {
  Device& device = o_.tools.device;
  const Dropped dropped = batch_.dropped(0, plan_.config.dropout);
  const Buffer& codes = plan_.waves.empty() ? o_.weights : o_.waves;
  embed(device, plan_.embedding, stream_rows(), batch_.positions, o_.weights, batch_.buffer, codes,
        v_.embedded, plan_.input_norm ? Dropped() : dropped);
  if (!plan_.input_norm) return;
  normalize(plan_.input_norm, v_.embedded, v_.input, v_.input_statistics);
  if (dropped) drop(device, stream_rows(), v_.input, v_.input, dropped);
}

/// Turns queries and keys of [B,T,(H+2Hk)·D], where positions are rotary.
void GptPass::turn(const Buffer& projected, float sign) {
  if (plan_.angles.empty()) return;
  const ModelConfig& c = plan_.config;
  Attention how;
  how.batch = batch_.sequences;
  how.queries = how.keys = batch_.positions;
  how.heads = how.key_value_heads = c.heads + c.key_heads();
  how.head_size = c.head_size();
  turn_in_place(o_.tools.device, how, o_.angles, how.heads, sign,
                Operand::heads_beside(projected, batch_.positions,
                                      plan_.heads_width() + 2 * plan_.keys_width(), 0, c.head_size()));
}

void GptPass::attend(Index layer) {
  LayerValues& l = v_.layers[layer];
  const BlockOf& block = plan_.blocks[layer];
  if (plan_.before) normalize(block.attention_norm, l.entered, l.attention_read, l.attention_statistics);
  linear(block.projection, l.attention_read, l.projected);
  turn(l.projected, 1);
  l.row_states.clear();
  const GptAttention attention(plan_, request_, batch_, layer, first_dropout(layer));
  for (Index i = 0; i < attention.count(); ++i) {
    const AttentionOperands in = attention.operands(i, l.projected);
    l.row_states.push_back(gpu::attention(o_.tools.device, attention.how(i), in.query, in.key, in.value,
                                          attention.context(i, l.context)));
  }
  end_branch(block.output, l.context, l.entered, l.attention_sum, first_dropout(layer) + 1);
  if (plan_.after) normalize(block.attention_norm, l.attention_sum, l.between, l.attention_statistics);
}

void GptPass::feed_forward(Index layer) {
  LayerValues& l = v_.layers[layer];
  const BlockOf& block = plan_.blocks[layer];
  if (plan_.before)
    normalize(block.feed_forward_norm, plan_.config.parallel ? l.entered : l.between, l.feed_forward_read,
              l.feed_forward_statistics);
  linear(block.expand, l.feed_forward_read, l.hidden);
  activate(o_.tools.device, plan_.activation, {batch_.rows(), plan_.hidden()}, l.hidden, l.activated);
  end_branch(block.contract, l.activated, l.between, l.feed_forward_sum, first_dropout(layer) + 2);
  if (plan_.after) normalize(block.feed_forward_norm, l.feed_forward_sum, l.left, l.feed_forward_statistics);
}

void GptPass::write_logits() {
  Device& device = o_.tools.device;
  if (plan_.final_norm)
    normalize(plan_.final_norm, v_.layers.back().left, v_.read_by_output, v_.final_statistics);
  const LinearOf& out = plan_.output;
  multiply(
      device, o_.tools.scratch, {batch_.rows(), out.out, out.in}, {v_.read_by_output, 0, out.in},
      {o_.weights, out.weight, out.in}, {v_.logits, 0, v_.logits_stride},
      {.scale = plan_.output_scale, .bias = o_.weights, .bias_place = out.bias, .kind = "product y = x·Wᵀ"});
  cross_entropy(device,
                {.stride = v_.logits_stride,
                 .first_target = batch_.targets,
                 .counted = request_.counted,
                 .smoothing = request_.config.label_smoothing},
                {batch_.rows(), plan_.vocabulary()}, v_.logits, batch_.buffer, v_.losses);
}

}  // namespace attnlab::gpu
