// PictureInput: parameters and forward pass.
#include "core/models/picture_input.h"

#include <stdexcept>

#include "core/models/model_sites.h"
#include "core/models/transformer_parts.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/patches.h"
#include "core/ops/basic/scale.h"

namespace attnlab {

namespace {

std::string size_text(Index channels, Index height, Index width) {
  return std::to_string(channels) + " × " + std::to_string(height) + " × " + std::to_string(width);
}

/// (x − mean)/deviation
Variable normalized_pixels(Tape& tape, const ModelConfig& config, Variable pixels) {
  const Variable shift = tape.constant({1});
  *shift.data() = Real(-config.pixel_mean);
  const Variable centred = add(tape, pixels, tape.name(shift, model_sites::kPixelShift));
  return tape.name(divide(tape, centred, Real(config.pixel_deviation), "σ"), model_sites::kNormalizedPixels);
}

}  // namespace

Variable picture_pixels(Tape& tape, const ModelConfig& config, const Batch& batch) {
  const Index size = config.picture_size, channels = config.picture_channels;
  if (batch.channels != channels || batch.height != size || batch.width != size)
    throw std::invalid_argument(
        "the pictures have size " + size_text(batch.channels, batch.height, batch.width) +
        ", but the model reads " + size_text(channels, size, size) + " (channels × height × width)");
  const Variable pixels = tape.constant({batch.size, channels, size, size});
  std::copy(batch.pictures.begin(), batch.pictures.end(), pixels.data());
  return tape.name(pixels, model_sites::kPixels);
}

PictureInput::PictureInput(const ParameterScope& scope, const ModelConfig& config) {
  const Index cells = config.picture_channels * config.patch_size * config.patch_size;
  projection_ = LinearLayer::make(scope / model_sites::kPicture,
                                  {model_sites::kProjectionWeight, model_sites::kProjectionBias}, cells,
                                  config.width, config.bias, linear_initializer(config, cells, config.width));
  sequence_.emplace(scope / model_sites::kPicture, sequence_options(config, patch_count(config)));
}

Variable PictureInput::operator()(Tape& tape, const ModelConfig& config, const Batch& batch) const {
  const Scope scope(tape, model_sites::kPicture);
  Variable x = picture_pixels(tape, config, batch);
  const bool normalized = config.pixel_mean != 0 || config.pixel_deviation != 1;
  if (normalized) x = normalized_pixels(tape, config, x);
  x = tape.name(patches(tape, x, config.patch_size),
                normalized ? model_sites::kNormalizedPatches : model_sites::kPatches);
  x = tape.name(projection_(tape, x), model_sites::kProjection);
  return (*sequence_)(tape, x);
}

}  // namespace attnlab
