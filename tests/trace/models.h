// Small models of both architectures and a batch for each, shared by the trace tests.
#pragma once

#include <memory>

#include "core/models/model.h"

namespace attnlab::testing {

/// L2 H2 C8 F12 with biases: pre-norm, learned positions for "gpt"; post-norm, sinusoidal for
/// "encoder_decoder".
inline ModelConfig trace_config(const std::string& architecture) {
  const bool encoder = architecture == "encoder_decoder";
  ModelConfig config;
  config.architecture = architecture;
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 12;
  config.context = 6;
  config.source_vocabulary = encoder ? 9 : 0;
  config.target_vocabulary = 7;
  config.norm = encoder ? "post" : "pre";
  config.positions = encoder ? "sinusoidal" : "learned";
  config.activation = encoder ? "relu" : "gelu";
  return config;
}

/// B=2, Tt=4 and, with an encoder, Ts=5 of which the second row uses 3.
inline Batch trace_batch(const ModelConfig& config) {
  const bool encoder = config.architecture == "encoder_decoder";
  Batch batch;
  batch.resize(2, encoder ? 5 : 0, 4);
  batch.input = {1, 4, 2, 6, 1, 5, 5, 0};
  batch.target = {4, 2, 6, 2, 5, 5, 2, kIgnoredTarget};
  batch.input_lengths = {4, 3};
  if (encoder) {
    batch.source = {3, 8, 1, 4, 2, 7, 7, 5, 0, 0};
    batch.source_lengths = {5, 3};
  }
  return batch;
}

}  // namespace attnlab::testing
