// What encoders of other programs end with, what they call activations, and which tokens they read.
#pragma once

#include "core/io/families/model_family.h"
#include "core/text/formats/file_tokenizer.h"

namespace attnlab::family_outputs {

/// Masked words, predicted by a dense layer with activation and norm, then the embedding with a bias.
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

/// The names of the tokens of RoBERTa and of BART, where no file gives them.
inline void framed_settings(TokenizerSettings& settings) {
  if (settings.cls.empty()) settings.cls = "<s>";
  if (settings.sep.empty()) settings.sep = "</s>";
  if (settings.unknown.empty()) settings.unknown = "<unk>";
  if (settings.pad.empty()) settings.pad = "<pad>";
  if (settings.mask.empty()) settings.mask = "<mask>";
}

inline constexpr FamilyKey::Word kActivations[] = {
    {"gelu", "gelu"}, {"gelu_new", "gelu_tanh"},  {"gelu_pytorch_tanh", "gelu_tanh"},
    {"relu", "relu"}, {"gelu_fast", "gelu_tanh"}, {"gelu_python", "gelu"}};

}  // namespace attnlab::family_outputs
