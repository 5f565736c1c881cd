// ModelConfig: its option table and its rules.
#include "core/models/model_config.h"

#include <stdexcept>

namespace attnlab {

namespace {

void require(bool good, std::string_view field, const std::string& value, const std::string& allowed) {
  if (!good) throw std::invalid_argument(field_error("model", field, value, allowed));
}

}  // namespace

Fields model_fields(ModelConfig& c) {
  return {
      {"architecture", &c.architecture, "kind of Transformer", 0, 0, {"gpt", "encoder_decoder"}},
      {"layers", &c.layers, "L, blocks in each stack", 1, 96},
      {"heads", &c.heads, "H, attention heads", 1, 128},
      {"width", &c.width, "C, model width d_model", 1, 16384},
      {"feed_forward", &c.feed_forward, "F, feed-forward width d_ff", 1, 65536},
      {"context", &c.context, "longest sequence, T", 1, 65536},
      {"source_vocabulary", &c.source_vocabulary, "V of the encoder's tokens", 0, 1000000},
      {"target_vocabulary", &c.target_vocabulary, "V of the decoder's tokens", 1, 1000000},
      {"norm", &c.norm, "layer norm before or after each sublayer", 0, 0, {"pre", "post"}},
      {"activation", &c.activation, "of the feed-forward network", 0, 0, {"relu", "gelu", "gelu_tanh"}},
      {"positions", &c.positions, "how positions enter", 0, 0, {"learned", "sinusoidal"}},
      {"bias", &c.bias, "bias in linear layers and norms"},
      {"tied_output", &c.tied_output, "output projection is the target embedding"},
      {"shared_embeddings", &c.shared_embeddings, "source and target embedding are one"},
      {"dropout", &c.dropout, "share of cells dropped in training", 0, 0.95},
      {"norm_epsilon", &c.norm_epsilon, "ε under the norms' root", 1e-12, 1},
      {"initialization", &c.initialization, "how weights start", 0, 0, {"gpt", "glorot"}},
  };
}

void validate(const ModelConfig& config) {
  ModelConfig copy = config;
  check_fields(model_fields(copy), "model");
  require(config.width % config.heads == 0, "heads", std::to_string(config.heads),
          "a divisor of model.width, which is " + std::to_string(config.width));
  const bool encoder = config.architecture == "encoder_decoder";
  require(!encoder || config.source_vocabulary > 0, "source_vocabulary",
          std::to_string(config.source_vocabulary), "at least 1 for an encoder_decoder");
  require(!config.shared_embeddings || encoder, "shared_embeddings", "true",
          "false for architecture " + config.architecture + ", which has no source");
  require(!config.shared_embeddings || config.source_vocabulary == config.target_vocabulary,
          "shared_embeddings", "true",
          "false where the vocabularies differ (" + std::to_string(config.source_vocabulary) + " and " +
              std::to_string(config.target_vocabulary) + ")");
}

}  // namespace attnlab
