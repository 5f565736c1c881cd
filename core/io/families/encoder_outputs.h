// What encoders of other programs end with, and what they call activations.
#pragma once

#include "core/io/families/model_family.h"

namespace attnlab::family_outputs {

/// Hidden words, read by a dense layer with activation and norm, and the embedding with a bias.
inline void hidden_words(ModelConfig& config) {
  config.output_layer = "transform";
  config.output_bias = true;
}

/// A label for each token.
inline void labels(ModelConfig& config) { config.output = "labels"; }

inline void one_class(ModelConfig& config, const char* layer) {
  config.output = "class";
  config.pooling = "first";
  config.output_layer = layer;
}

/// One class, read from the first token's vector after a dense layer with tanh.
inline void tanh_class(ModelConfig& config) { one_class(config, "tanh"); }

/// The same with ReLU.
inline void relu_class(ModelConfig& config) { one_class(config, "relu"); }

/// A tensor of models with this output alone.
constexpr FamilyTensor of_output(std::string_view output, std::string_view ours, std::string_view theirs) {
  return {ours, theirs, FamilyLayout::Rows, 0, 1, output};
}

inline constexpr FamilyKey::Word kActivations[] = {
    {"gelu", "gelu"}, {"gelu_new", "gelu_tanh"}, {"gelu_pytorch_tanh", "gelu_tanh"}, {"relu", "relu"}};

}  // namespace attnlab::family_outputs
