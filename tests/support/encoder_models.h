// Small encoder-only and vision models and a batch for each, shared by tests.
#pragma once

#include "core/models/model.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {

/// Kinds of small_encoder: "tokens", "labels", "class_mean", "class_cls", "vision_mean", "vision_cls".
inline constexpr const char* kEncoderKinds[] = {"tokens",    "labels",      "class_mean",
                                                "class_cls", "vision_mean", "vision_cls"};

/// H2, pre-norm, learned positions. Texts: T up to 6, 9 tokens. Pictures: 3 × 4 × 4 in patches of 2 × 2.
inline ModelConfig small_encoder(const std::string& kind, Index layers, Index width, Index hidden) {
  const bool vision = kind.starts_with("vision");
  ModelConfig config;
  config.architecture = vision ? "vision" : "encoder";
  config.layers = layers;
  config.heads = 2;
  config.width = width;
  config.feed_forward = hidden;
  config.target_vocabulary = kind == "tokens" ? 9 : 5;
  if (kind.ends_with("_cls")) config.pooling = "cls";
  if (vision) {
    config.picture_size = 4;
    config.patch_size = 2;
    config.picture_channels = 3;
    return config;
  }
  config.context = 6;
  config.source_vocabulary = 9;
  config.output = kind.starts_with("class") ? "class" : kind;
  config.tied_output = kind == "tokens";
  return config;
}

/// B=2; texts with Ts=5, of which the second row uses 3.
inline Batch encoder_batch(const ModelConfig& config) {
  Batch batch;
  const Format format = format_of(config);
  const bool one = format == Format::Class || format == Format::Picture;
  batch.resize(2, format == Format::Picture ? 0 : 5, 0, one ? 1 : 5);
  if (one) {
    batch.target = {4, 2};
  } else {
    batch.target = {kIgnoredTarget, 4, 1, 2, 3, 0, 2, kIgnoredTarget, kIgnoredTarget, kIgnoredTarget};
  }
  if (format == Format::Picture) {
    batch.resize_pictures(config.picture_channels, config.picture_size, config.picture_size);
    batch.pictures = random_values(static_cast<Index>(batch.pictures.size()), 7, 0.3);
  } else {
    batch.source = {3, 8, 1, 4, 2, 7, 7, 5, 0, 0};
    batch.source_lengths = {5, 3};
  }
  return batch;
}

}  // namespace attnlab::testing
