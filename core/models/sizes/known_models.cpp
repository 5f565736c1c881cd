// The rows of all known models.
#include "core/models/sizes/known_models.h"

#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr Index kMillion = 1'000'000, kBillion = 1'000 * kMillion;

/// The decoder-only models of OpenAI: learned positions, norms before the sublayers, F = 4·d, the output
/// tied.
ModelConfig gpt_of(Index layers, Index width, Index heads, Index context) {
  ModelConfig config;
  config.architecture = "gpt";
  config.layers = layers;
  config.width = width;
  config.heads = heads;
  config.feed_forward = 4 * width;
  config.context = context;
  config.target_vocabulary = 50257;
  config.norm = "pre";
  config.activation = "gelu_tanh";
  config.positions = "learned";
  config.dropout = 0.1;
  return config;
}

/// Vaswani et al. 2017: norms after the sums, sinusoidal positions, one table of 37,000 byte-pair tokens for
/// both texts and for the output (sections 3 and 5.1).
ModelConfig transformer_of(Index width, Index heads, double dropout) {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.layers = 6;
  config.width = width;
  config.heads = heads;
  config.feed_forward = 4 * width;
  config.context = 512;
  config.source_vocabulary = config.target_vocabulary = 37000;
  config.shared_embeddings = config.tied_output = true;
  config.norm = "post";
  config.activation = "relu";
  config.positions = "sinusoidal";
  config.initialization = "glorot";
  config.dropout = dropout;
  return config;
}

ModelConfig gpt2_small() { return gpt_of(12, 768, 12, 1024); }
ModelConfig gpt2_medium() { return gpt_of(24, 1024, 16, 1024); }
ModelConfig gpt2_large() { return gpt_of(36, 1280, 20, 1024); }
ModelConfig gpt2_xl() { return gpt_of(48, 1600, 25, 1024); }
ModelConfig gpt3() { return gpt_of(96, 12288, 96, 2048); }
ModelConfig transformer_base() { return transformer_of(512, 8, 0.1); }
ModelConfig transformer_big() { return transformer_of(1024, 16, 0.3); }

constexpr std::string_view
    kGpt2 = tr_mark("Radford et al. 2019, table 2; parameters as in the names of the released weights"),
    kGpt3 = tr_mark("Brown et al. 2020, table 2.1"),
    kVaswani = tr_mark("Vaswani et al. 2017, table 3; vocabulary of section 5.1"),
    kWrongInPaper = tr_mark("Table 2 of the paper has smaller numbers, which its authors later corrected."),
    kUnlisted =
        tr_mark("The sizes in the paper give a different number; the paper does not say what it counts.");

}  // namespace

bool KnownModel::agrees(Index counted) const {
  return (counted + rounded_to / 2) / rounded_to * rounded_to == parameters;
}

std::span<const KnownModel> known_models() {
  static constexpr KnownModel kModels[] = {
      {"gpt2-small", "GPT-2 small", kGpt2, "124 M", 124 * kMillion, kMillion, kWrongInPaper, gpt2_small},
      {"gpt2-medium", "GPT-2 medium", kGpt2, "355 M", 355 * kMillion, kMillion, kWrongInPaper, gpt2_medium},
      {"gpt2-large", "GPT-2 large", kGpt2, "774 M", 774 * kMillion, kMillion, kWrongInPaper, gpt2_large},
      {"gpt2-xl", "GPT-2 XL", kGpt2, "1,558 M", 1558 * kMillion, kMillion, kWrongInPaper, gpt2_xl},
      {"gpt3", "GPT-3", kGpt3, "175 B", 175 * kBillion, kBillion,
       tr_mark(
           "Every second layer of GPT-3 attends only to nearby tokens; the count assumes that every layer "
           "attends to all earlier tokens."),
       gpt3},
      {"transformer-base", "Transformer base", kVaswani, "65 M", 65 * kMillion, kMillion, kUnlisted,
       transformer_base},
      {"transformer-big", "Transformer big", kVaswani, "213 M", 213 * kMillion, kMillion, kUnlisted,
       transformer_big},
  };
  return kModels;
}

const KnownModel& known_model(std::string_view name) {
  return row_named(known_models(), "known model", name);
}

Index vocabulary_for(const ModelConfig& config, Index parameters) {
  const Index others = parameter_count(config) - config.target_vocabulary * config.width;
  return (parameters - others + config.width / 2) / config.width;
}

}  // namespace attnlab
