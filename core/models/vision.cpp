// Vision: parameters and forward pass.
#include "core/models/vision.h"

#include <stdexcept>

#include "core/models/encoder_parts.h"
#include "core/ops/basic/patches.h"

namespace attnlab {

namespace {

std::string size_text(Index channels, Index height, Index width) {
  return std::to_string(channels) + " × " + std::to_string(height) + " × " + std::to_string(width);
}

}  // namespace

Vision::Vision(const ModelConfig& config) : Model(config) {
  const ParameterScope scope(layout_);
  const Index c = config.width, v = config.target_vocabulary;
  const Index cells = config.picture_channels * config.patch_size * config.patch_size;
  projection_ = LinearLayer::make(scope / model_sites::kPicture,
                                  {model_sites::kProjectionWeight, model_sites::kProjectionBias}, cells, c,
                                  config.bias, linear_initializer(config, cells, c));
  input_.emplace(scope / model_sites::kPicture, sequence_options(config, patch_count(config)));
  blocks_ = make_blocks(scope / model_sites::kEncoder, config, CrossAttention::Without);
  norm_ = last_norm(scope / model_sites::kEncoder, config);
  output_ =
      LinearLayer::make(scope / model_sites::kOutput, {model_sites::kOutputWeight, model_sites::kOutputBias},
                        c, v, config.bias, linear_initializer(config, c, v));
}

Index Vision::positions_a_row(const Batch&) const {
  return patch_count(config()) + (has_class_token(config()) ? 1 : 0);
}

Variable Vision::picture(Tape& tape, const Batch& batch) const {
  const Index size = config().picture_size, channels = config().picture_channels;
  if (batch.channels != channels || batch.height != size || batch.width != size)
    throw std::invalid_argument("the pictures are " + size_text(batch.channels, batch.height, batch.width) +
                                ", but the model reads " + size_text(channels, size, size) +
                                " (channels × height × width)");
  const Variable pixels = tape.constant({batch.size, channels, size, size});
  std::copy(batch.pictures.begin(), batch.pictures.end(), pixels.data());
  return pixels;
}

Variable Vision::logits(Tape& tape, const Batch& batch) const {
  Variable x;
  {
    const Scope scope(tape, model_sites::kPicture);
    x = tape.name(picture(tape, batch), model_sites::kPixels);
    x = tape.name(patches(tape, x, config().patch_size), model_sites::kPatches);
    x = tape.name(projection_(tape, x), model_sites::kProjection);
    x = (*input_)(tape, x);
  }
  x = encode(tape, blocks_, norm_, x, {.causal = false, .key_lengths = {}, .rule = config().mask});
  return name_logits(tape, output_(tape, pool(tape, config(), x, {})));
}

}  // namespace attnlab
