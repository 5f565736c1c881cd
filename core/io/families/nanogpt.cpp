// nanoGPT's exported state: its row. Its config.json is what its program calls model_args, of which all but
// the number of heads may be read from the tensors.
#include <nlohmann/json.hpp>

#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

constexpr FamilyArchitecture kNanoGptArchitectures[] = {{"GPT"}};

ModelConfig nanogpt_config() {
  ModelConfig config;
  config.architecture = "gpt";
  config.positions = "learned";
  config.norm = "pre";
  config.norm_kind = "layer";
  config.norm_epsilon = 1e-5;
  config.activation = "gelu";
  config.tied_output = true;
  return config;
}

/// The hidden layer is four times as wide as the model.
void take_width(const nlohmann::json& value, ModelConfig& config) {
  if (!value.is_number_unsigned() || value > 1'000'000)
    throw std::invalid_argument("a whole number from 1 to 1000000");
  config.width = value.get<Index>();
  config.feed_forward = 4 * config.width;
}

nlohmann::json give_width(const ModelConfig& config) { return config.width; }

void take_tied(const nlohmann::json& value, ModelConfig& config) {
  if (!value.is_boolean()) throw std::invalid_argument("true or false");
  config.tied_output = value.get<bool>();
}

/// nanoGPT itself has no such key: it is written only where it says something.
nlohmann::json give_tied(const ModelConfig& config) {
  return config.tied_output ? nlohmann::json(nlohmann::json::value_t::discarded) : nlohmann::json(false);
}

constexpr FamilyKey kNanoGptKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "50304"},
    {.name = "block_size", .option = &ModelConfig::context, .usual = "1024"},
    {.name = "n_layer", .option = &ModelConfig::layers, .usual = "12"},
    {.name = "n_head", .option = &ModelConfig::heads, .usual = "null"},
    {.name = "n_embd", .usual = "768", .take = take_width, .give = give_width},
    {.name = "bias", .option = &ModelConfig::bias, .usual = "true"},
    {.name = "tie_word_embeddings", .usual = "true", .take = take_tied, .give = give_tied},
    {.name = "dropout"},
};

constexpr FamilyTensor kNanoGptTensors[] = {
    {"target.embedding.weight", "wte.weight"},
    {"target.positions.weight", "wpe.weight"},
    {"decoder.layers.N.attention_norm.gamma", "h.N.ln_1.weight"},
    {"decoder.layers.N.attention_norm.beta", "h.N.ln_1.bias"},
    {"decoder.layers.N.self_attention.query.weight", "h.N.attn.c_attn.weight", FamilyLayout::Rows, 0, 3},
    {"decoder.layers.N.self_attention.key.weight", "h.N.attn.c_attn.weight", FamilyLayout::Rows, 1, 3},
    {"decoder.layers.N.self_attention.value.weight", "h.N.attn.c_attn.weight", FamilyLayout::Rows, 2, 3},
    {"decoder.layers.N.self_attention.query.bias", "h.N.attn.c_attn.bias", FamilyLayout::Rows, 0, 3},
    {"decoder.layers.N.self_attention.key.bias", "h.N.attn.c_attn.bias", FamilyLayout::Rows, 1, 3},
    {"decoder.layers.N.self_attention.value.bias", "h.N.attn.c_attn.bias", FamilyLayout::Rows, 2, 3},
    {"decoder.layers.N.self_attention.output.weight", "h.N.attn.c_proj.weight"},
    {"decoder.layers.N.self_attention.output.bias", "h.N.attn.c_proj.bias"},
    {"decoder.layers.N.feed_forward_norm.gamma", "h.N.ln_2.weight"},
    {"decoder.layers.N.feed_forward_norm.beta", "h.N.ln_2.bias"},
    {"decoder.layers.N.feed_forward.expand.weight", "h.N.mlp.c_fc.weight"},
    {"decoder.layers.N.feed_forward.expand.bias", "h.N.mlp.c_fc.bias"},
    {"decoder.layers.N.feed_forward.contract.weight", "h.N.mlp.c_proj.weight"},
    {"decoder.layers.N.feed_forward.contract.bias", "h.N.mlp.c_proj.bias"},
    {"decoder.norm.gamma", "ln_f.weight"},
    {"decoder.norm.beta", "ln_f.bias"},
    {"output.weight", "lm_head.weight"},
};

/// Masks of older programs, and the output where it is the embedding.
constexpr std::string_view kNanoGptSkipped[] = {"h.N.attn.bias", "lm_head.weight"};

constexpr std::string_view kNanoGptBare[] = {"lm_head."};
constexpr std::string_view kNanoGptAdded[] = {"<|endoftext|>"};

void set_absent(nlohmann::json& config, const char* key, Index count) {
  if (!config.contains(key)) config[key] = static_cast<std::uint64_t>(count);
}

/// What config.json does not say and the tensors do.
void complete_nanogpt(const ShapeOfTensor& shape_of, nlohmann::json& config) {
  const std::optional<Shape> positions = shape_of("wpe.weight");
  std::optional<Shape> table = shape_of("wte.weight");
  if (!table) table = shape_of("lm_head.weight");
  if (table && table->rank() == 2) {
    set_absent(config, "vocab_size", (*table)[0]);
    set_absent(config, "n_embd", (*table)[1]);
  }
  if (positions && positions->rank() == 2) set_absent(config, "block_size", (*positions)[0]);
  Index layers = 0;
  while (shape_of("h." + std::to_string(layers) + ".ln_1.weight")) ++layers;
  if (layers > 0) set_absent(config, "n_layer", layers);
  if (!config.contains("bias")) config["bias"] = shape_of("ln_f.bias").has_value();
}

}  // namespace

extern const ModelFamily kNanoGptFamily = {.name = "nanogpt",
                                           .title = "nanoGPT model",
                                           .architectures = kNanoGptArchitectures,
                                           .config = nanogpt_config,
                                           .keys = kNanoGptKeys,
                                           .prefix = "transformer.",
                                           .without_prefix = kNanoGptBare,
                                           .tensors = kNanoGptTensors,
                                           .skipped = kNanoGptSkipped,
                                           .added = kNanoGptAdded,
                                           .mark = "n_head",
                                           .complete = complete_nanogpt,
                                           .chosen_for_others = false};

}  // namespace attnlab
