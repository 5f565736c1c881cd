// ModelConfig: everything that decides a model's shape, as data.
#pragma once

#include <string>

#include "core/config/fields.h"

namespace attnlab {

/// A Transformer's options. `source_vocabulary` and `target_vocabulary` come from the tokenizers.
struct ModelConfig {
  std::string architecture = "gpt";    ///< gpt or encoder_decoder
  Index layers = 2;                    ///< L
  Index heads = 4;                     ///< H
  Index width = 64;                    ///< C
  Index feed_forward = 256;            ///< F
  Index context = 64;                  ///< longest T
  Index source_vocabulary = 0;         ///< V of the encoder's input; 0 without an encoder
  Index target_vocabulary = 1;         ///< V of the decoder's input and of the output
  std::string norm = "pre";            ///< pre or post
  std::string activation = "gelu";     ///< relu, gelu or gelu_tanh
  std::string positions = "learned";   ///< learned or sinusoidal
  bool bias = true;                    ///< in linear layers and norms
  bool tied_output = true;             ///< output projection = target embedding
  bool shared_embeddings = false;      ///< source embedding = target embedding
  double dropout = 0;                  ///< on embeddings, attention weights and branch outputs
  double norm_epsilon = 1e-5;          ///< ε of the norms
  std::string initialization = "gpt";  ///< gpt: N(0,0.02), residual projections by 1/√(2L); glorot

  Index head_size() const { return width / heads; }  ///< D
};

/// The option table of `config`, in which it points.
Fields model_fields(ModelConfig& config);

/// Throws std::invalid_argument naming the field, its value and what is allowed, for values out of range and
/// for combinations that make no model.
void validate(const ModelConfig& config);

/// Number of parameters without building the model's weights.
Index parameter_count(const ModelConfig& config);

}  // namespace attnlab
