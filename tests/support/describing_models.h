// Small models that describe a picture, and a batch for them, shared by tests.
#pragma once

#include "core/models/model.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {

/// "vision_decoder": H2, or "vision_recurrent". L layers of width 4; 6 tokens, up to 4 positions. Pictures:
/// 3 × 4 × 4 in patches of 2 × 2.
inline ModelConfig small_describer(const std::string& architecture, Index layers = 1) {
  ModelConfig config;
  config.architecture = architecture;
  config.layers = layers;
  config.width = 4;
  config.context = 4;
  config.target_vocabulary = 6;
  config.picture_size = 4;
  config.picture_channels = 3;
  if (!is_transformer(config)) return config;
  config.heads = 2;
  config.feed_forward = 5;
  config.patch_size = 2;
  return config;
}

/// B=2, T=3; the second row has one word.
inline Batch describing_batch(const ModelConfig& config) {
  Batch batch;
  batch.resize(2, 0, 3);
  batch.input = {1, 4, 2, 3, 3, 0};
  batch.target = {4, 2, 5, 3, kIgnoredTarget, kIgnoredTarget};
  batch.input_lengths = {3, 1};
  batch.resize_pictures(config.picture_channels, config.picture_size, config.picture_size);
  batch.pictures = random_values(static_cast<Index>(batch.pictures.size()), 7, 0.3);
  return batch;
}

}  // namespace attnlab::testing
