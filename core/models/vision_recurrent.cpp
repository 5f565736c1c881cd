// VisionRecurrent: parameters and forward pass.
#include "core/models/vision_recurrent.h"

#include "core/models/picture_input.h"
#include "core/models/recurrent.h"
#include "core/models/transformer_parts.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/embedding.h"
#include "core/ops/basic/patches.h"
#include "core/ops/basic/tanh.h"

namespace attnlab {

VisionRecurrent::VisionRecurrent(const ModelConfig& config) : Model(config) {
  const ParameterScope scope(layout_);
  const Index c = config.width, v = config.target_vocabulary;
  const Index pixels = config.picture_channels * config.picture_size * config.picture_size;
  embedding_ = (scope / model_sites::kTarget)
                   .add(input_sites::kEmbeddingWeight, {v, c}, embedding_initializer(config));
  vector_ =
      LinearLayer::make(scope / model_sites::kPicture, {model_sites::kVectorWeight, model_sites::kVectorBias},
                        pixels, c, config.bias, linear_initializer(config, pixels, c));
  add_first_states(scope / model_sites::kDecoder);
  decoder_.emplace(scope / model_sites::kDecoder, recurrent_options(config, c, false));
  output_.weight = embedding_;
  if (!config.tied_output)
    output_ = LinearLayer::make(scope / model_sites::kOutput,
                                {model_sites::kOutputWeight, model_sites::kOutputBias}, c, v, config.bias,
                                linear_initializer(config, c, v));
}

void VisionRecurrent::add_first_states(const ParameterScope& scope) {
  const Index c = config().width;
  const auto make = [&](Index layer, const LinearSites& sites) {
    return LinearLayer::make(scope.within(kRecurrentLayers, layer), sites, c, c, config().bias,
                             linear_initializer(config(), c, c));
  };
  for (Index layer = 0; layer < config().layers; ++layer) {
    first_hidden_.push_back(make(layer, {model_sites::kPictureStateWeight, model_sites::kPictureStateBias}));
    if (cell_kind(config().cell).has_cell)
      first_cell_.push_back(make(layer, {model_sites::kPictureCellWeight, model_sites::kPictureCellBias}));
  }
}

Variable VisionRecurrent::picture_vector(Tape& tape, const Batch& batch) const {
  const Scope scope(tape, model_sites::kPicture);
  const Variable pixels = picture_pixels(tape, config(), batch);
  const Variable flat = tape.name(patches(tape, pixels, config().picture_size), model_sites::kFlatPixels);
  return tape.name(tanh(tape, vector_(tape, flat)), model_sites::kPictureVector);
}

/// Where each layer begins; nothing where a decoding cache already holds later states.
std::span<const CellState> VisionRecurrent::first_states(Tape& tape, const Batch& batch) const {
  if (tape.cache() && tape.cache()->position() > 0) return {};
  const Variable vector = picture_vector(tape, batch);
  const auto layers = static_cast<std::size_t>(config().layers);
  CellState* const start = tape.arena().array<CellState>(config().layers);
  for (std::size_t i = 0; i < layers; ++i) {
    const Scope decoder(tape, model_sites::kDecoder);
    const Scope scope(tape, kRecurrentLayers, static_cast<Index>(i));
    start[i].hidden = tape.name(tanh(tape, first_hidden_[i](tape, vector)), model_sites::kPictureState);
    start[i].cell = {};
    if (!first_cell_.empty())
      start[i].cell = tape.name(first_cell_[i](tape, vector), model_sites::kPictureCell);
  }
  return {start, layers};
}

Variable VisionRecurrent::logits(Tape& tape, const Batch& batch) const {
  const std::span<const CellState> start = first_states(tape, batch);
  Variable x;
  {
    const Scope scope(tape, model_sites::kTarget);
    x = tape.name(embedding(tape, tape.parameter(embedding_), batch.input, {batch.size, batch.input_length}),
                  input_sites::kEmbedding);
  }
  RecurrentStack::Output states;
  {
    const Scope scope(tape, model_sites::kDecoder);
    states = (*decoder_)(tape, dropout(tape, x, config().dropout), start, {}, LastState::Skip);
  }
  return name_logits(tape, output_(tape, states.hidden));
}

}  // namespace attnlab
