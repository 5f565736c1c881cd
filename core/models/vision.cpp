// Vision: parameters and forward pass.
#include "core/models/vision.h"

#include "core/models/encoder_parts.h"

namespace attnlab {

Vision::Vision(const ModelConfig& config) : Model(config), pooling_(pooling_kind(config.pooling)) {
  const ParameterScope scope(layout_);
  const Index c = config.width, v = config.target_vocabulary;
  picture_.emplace(scope, config);
  blocks_ = make_blocks(scope / model_sites::kEncoder, config, CrossAttention::Without);
  norm_ = last_norm(scope / model_sites::kEncoder, config);
  output_ =
      LinearLayer::make(scope / model_sites::kOutput, {model_sites::kOutputWeight, model_sites::kOutputBias},
                        c, v, config.bias, linear_initializer(config, c, v));
}

Index Vision::positions_a_row(const Batch&) const { return longest_source(config()); }

Variable Vision::logits(Tape& tape, const Batch& batch) const {
  Variable x = (*picture_)(tape, config(), batch);
  x = encode(tape, blocks_, norm_, x, {.causal = false, .key_lengths = {}, .rule = config().mask});
  return name_logits(tape, output_(tape, pool(tape, pooling_, x, {})));
}

}  // namespace attnlab
