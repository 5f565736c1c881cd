// Takes the buffers of a step.
#include "core/gpu/training/step_values.h"

namespace attnlab::gpu {

namespace {

LayerValues layer_values(Device& device, const GptPlan& plan, Index rows, const Buffer& entered) {
  const Index c = plan.width(), f = plan.hidden();
  const auto floats = [&](Index width) { return device.buffer(rows * width); };
  LayerValues v;
  v.entered = entered;
  v.attention_read = plan.before ? floats(c) : entered;
  v.projected = floats(plan.heads_width() + 2 * plan.keys_width());
  v.context = floats(plan.heads_width());
  v.attention_sum = floats(c);
  v.between = plan.after ? floats(c) : v.attention_sum;
  if (plan.before || plan.after) v.attention_statistics = floats(2);
  v.left = v.between;
  if (f == 0) return v;
  if (plan.before || plan.after) v.feed_forward_statistics = floats(2);
  v.feed_forward_read = plan.before ? floats(c) : plan.config.parallel ? entered : v.between;
  v.hidden = floats(plan.activation.gated ? 2 * f : f);
  v.activated = floats(f);
  v.feed_forward_sum = floats(c);
  v.left = plan.after ? floats(c) : v.feed_forward_sum;
  return v;
}

}  // namespace

StepValues::StepValues(Device& device, const GptPlan& plan, Index b, Index t)
    : sequences(b), positions(t), logits_stride((plan.vocabulary() + 3) / 4 * 4) {
  const Index rows = b * t, c = plan.width(), f = plan.hidden();
  const auto floats = [&](Index width) { return device.buffer(rows * width); };
  embedded = floats(c);
  input = plan.input_norm ? floats(c) : embedded;
  if (plan.input_norm) input_statistics = floats(2);
  Buffer entered = input;
  for (std::size_t i = 0; i < plan.blocks.size(); ++i) {
    layers.push_back(layer_values(device, plan, rows, entered));
    entered = layers.back().left;
  }
  read_by_output = plan.final_norm ? floats(c) : entered;
  if (plan.final_norm) final_statistics = floats(2);
  logits = floats(logits_stride);
  losses = floats(1);
  stream = floats(c);
  if (plan.config.dropout > 0) branch = floats(c);
  read = floats(c);
  context = floats(plan.heads_width());
  projected = floats(plan.heads_width() + 2 * plan.keys_width());
  if (f == 0) return;
  network_read = floats(c);
  activated = floats(f);
  hidden = plan.activation.gated ? floats(2 * f) : activated;
}

}  // namespace attnlab::gpu
