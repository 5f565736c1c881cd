// The reference models of the benchmarks, and batches for them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/tensor/random.h"

namespace attnlab::bench {

/// A reference model, with the number of steps that take about as long as `scale` of nanogpt-cpu's.
struct Reference {
  const char* name;
  Index layers, heads, width, positions, batch, vocabulary;
  double steps_a_nanogpt_step;
  const char* architecture = "gpt";
  const char* cell = "lstm";  ///< of a recurrent network
};

inline constexpr Reference kReferences[] = {
    {"nanogpt-cpu", 4, 4, 128, 64, 12, 65, 1},
    {"toy", 2, 2, 32, 16, 16, 30, 20},
    {"small", 6, 6, 384, 256, 4, 65, 0.1},
    {"lstm", 1, 0, 128, 64, 12, 65, 4, "recurrent", "lstm"},
    {"gru", 1, 0, 128, 64, 12, 65, 4, "recurrent", "gru"},
    {"vit", 4, 4, 128, 64, 12, 10, 1, "vision"},
    {"translator", 2, 4, 128, 32, 16, 65, 1, "encoder_decoder"},
};

inline constexpr Index kPictureSize = 32, kPatchSize = 4, kChannels = 3;  // 64 patches of 48 numbers

inline ModelConfig config_of(const Reference& reference) {
  ModelConfig config;
  config.layers = reference.layers;
  config.width = reference.width;
  config.context = reference.positions;
  config.target_vocabulary = reference.vocabulary;
  config.architecture = reference.architecture;
  if (config.architecture == "recurrent") {
    config.cell = reference.cell;
    config.tied_output = false;
    return config;
  }
  config.heads = reference.heads;
  config.feed_forward = 4 * reference.width;
  config.bias = config.architecture != "gpt";
  if (config.architecture == "encoder_decoder") config.source_vocabulary = reference.vocabulary;
  if (config.architecture == "vision") {
    config.context = ModelConfig().context;
    config.pooling = "cls";
    config.picture_size = kPictureSize;
    config.patch_size = kPatchSize;
    config.picture_channels = kChannels;
  }
  return config;
}

inline Batch random_batch(const Reference& reference) {
  const std::string architecture = reference.architecture;
  const bool vision = architecture == "vision", source = architecture == "encoder_decoder";
  Batch batch;
  batch.resize(reference.batch, source ? reference.positions : 0, vision ? 0 : reference.positions,
               vision ? 1 : reference.positions);
  if (vision) batch.resize_pictures(kChannels, kPictureSize, kPictureSize);
  RandomStream random(1);
  for (std::vector<TokenId>* ids : {&batch.source, &batch.input, &batch.target})
    for (TokenId& id : *ids) id = static_cast<TokenId>(random.below(reference.vocabulary));
  for (Real& pixel : batch.pictures) pixel = static_cast<Real>(random.uniform());
  std::fill(batch.source_lengths.begin(), batch.source_lengths.end(), reference.positions);
  std::fill(batch.input_lengths.begin(), batch.input_lengths.end(), reference.positions);
  return batch;
}

}  // namespace attnlab::bench
