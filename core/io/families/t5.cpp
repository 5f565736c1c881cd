// T5 (Raffel et al. 2020), its version 1.1 with gated networks (Shazeer 2020), and mT5 (Xue et al. 2021):
// their rows.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/families/model_family.h"
#include "core/io/families/two_stacks.h"
#include "core/text/formats/file_tokenizer.h"

namespace attnlab {
namespace {

constexpr const char* kScaledOutputKey = "scale_decoder_outputs";

constexpr FamilyArchitecture kT5Architectures[] = {
    {"T5ForConditionalGeneration"}, {"T5WithLMHeadModel"}, {"T5Model"}};
constexpr FamilyArchitecture kMt5Architectures[] = {{"MT5ForConditionalGeneration"}, {"MT5Model"}};

ModelConfig t5_config() {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.positions = "relative_bias";
  config.scaled_scores = false;
  config.norm = "pre";
  config.norm_kind = "rms";
  config.bias = false;
  config.shared_embeddings = true;
  return config;
}

constexpr FamilyKey::Word kT5Networks[] = {{"relu", "relu"},          {"gated-gelu", "geglu_tanh"},
                                           {"gated-silu", "swiglu"},  {"gelu", "gelu"},
                                           {"gelu_new", "gelu_tanh"}, {"silu", "silu"}};

constexpr std::string_view kHeadWidthNames[] = {"head_dim"};

/// The meaning of feed_forward_proj in two keys that newer files also have.
struct DenseNetwork {
  std::string_view ours, activation;
  bool gated;
};
constexpr DenseNetwork kDenseNetworks[] = {{"relu", "relu", false},          {"geglu_tanh", "gelu_new", true},
                                           {"swiglu", "silu", true},         {"gelu", "gelu", false},
                                           {"gelu_tanh", "gelu_new", false}, {"silu", "silu", false}};

const DenseNetwork& dense_network(const ModelConfig& config) {
  return *std::ranges::find(kDenseNetworks, config.activation, &DenseNetwork::ours);
}

std::string because_of_network(const ModelConfig& config) {
  const auto word = std::ranges::find(kT5Networks, config.activation, &FamilyKey::Word::ours);
  return ", because feed_forward_proj is " + std::string(word->theirs);
}

void take_dense_activation(const nlohmann::json& value, ModelConfig& config) {
  const std::string_view wanted = dense_network(config).activation;
  if (!value.is_null() && value != wanted)
    throw std::invalid_argument(std::string(wanted) + because_of_network(config));
}

void take_gated(const nlohmann::json& value, ModelConfig& config) {
  const bool wanted = dense_network(config).gated;
  if (!value.is_null() && value != wanted)
    throw std::invalid_argument((wanted ? "true" : "false") + because_of_network(config));
}

/// Files without feed_forward_proj have both of these keys.
void complete_t5(const ShapeOfTensor&, nlohmann::json& config) {
  const nlohmann::json activation = config.value("dense_act_fn", nlohmann::json());
  if (config.contains("feed_forward_proj") || !activation.is_string()) return;
  const bool gated = config.value("is_gated_act", nlohmann::json()) == true;
  const auto found = std::ranges::find_if(kDenseNetworks, [&](const DenseNetwork& network) {
    return activation == network.activation && gated == network.gated;
  });
  const auto word = found == std::end(kDenseNetworks)
                        ? std::end(kT5Networks)
                        : std::ranges::find(kT5Networks, found->ours, &FamilyKey::Word::ours);
  if (word != std::end(kT5Networks)) config["feed_forward_proj"] = word->theirs;
}

constexpr FamilyKey kT5KinKeys[] = {
    {.name = "d_model", .option = &ModelConfig::width, .usual = "512"},
    {.name = "n_positions", .option = &ModelConfig::context, .usual = "512"},
    {.name = "layer_norm_epsilon", .option = &ModelConfig::norm_epsilon, .usual = "1e-6"},
    {.name = "relative_attention_num_buckets", .option = &ModelConfig::relative_buckets, .usual = "32"},
    {.name = "relative_attention_max_distance", .option = &ModelConfig::relative_distance, .usual = "128"},
    {.name = "is_encoder_decoder", .only = "true"},
    {.name = "is_decoder", .only = "false"},
    {.name = "classifier_dropout"},
    {.name = "dropout_rate"},
    {.name = "initializer_factor"},
};

constexpr FamilyKey kT5OwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "32128"},
    {.name = "d_ff", .option = &ModelConfig::feed_forward, .usual = "2048"},
    {.name = "num_layers", .option = &ModelConfig::layers, .usual = "6"},
    {.name = "num_heads", .option = &ModelConfig::heads, .usual = "8"},
    {.name = "feed_forward_proj",
     .option = &ModelConfig::activation,
     .usual = "\"relu\"",
     .words = kT5Networks},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
};

constexpr FamilyKey kMt5OwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "250112"},
    {.name = "d_ff", .option = &ModelConfig::feed_forward, .usual = "1024"},
    {.name = "num_layers", .option = &ModelConfig::layers, .usual = "8"},
    {.name = "num_heads", .option = &ModelConfig::heads, .usual = "6"},
    {.name = "feed_forward_proj",
     .option = &ModelConfig::activation,
     .usual = "\"gated-gelu\"",
     .words = kT5Networks},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "false"},
};

/// These are read with the keys before them.
constexpr FamilyKey kT5LastKeys[] = {
    {.name = "num_decoder_layers",
     .usual = "null",
     .take = family_stacks::take_decoder_layers,
     .give = family_stacks::give_decoder_layers},
    {.name = "d_kv",
     .usual = "64",
     .take = family_stacks::take_head_width,
     .give = family_stacks::give_head_width,
     .also = kHeadWidthNames},
    {.name = "is_gated_act", .usual = "null", .take = take_gated},
    {.name = "dense_act_fn", .usual = "null", .take = take_dense_activation},
    {.name = kScaledOutputKey,
     .usual = "null",
     .take = family_stacks::take_scaled_output,
     .give = family_stacks::give_scaled_output},
};

constexpr auto kT5Keys = joined(kT5KinKeys, kT5OwnKeys, kT5LastKeys);
constexpr auto kMt5Keys = joined(kT5KinKeys, kMt5OwnKeys, kT5LastKeys);

constexpr FamilyTensor kT5Tensors[] = {
    {"target.embedding.weight", "shared.weight"},
    {"encoder.layers.0.self_attention.relative_bias.weight",
     "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"},
    {"encoder.layers.N.attention_norm.gamma", "encoder.block.N.layer.0.layer_norm.weight"},
    {"encoder.layers.N.self_attention.query.weight", "encoder.block.N.layer.0.SelfAttention.q.weight"},
    {"encoder.layers.N.self_attention.key.weight", "encoder.block.N.layer.0.SelfAttention.k.weight"},
    {"encoder.layers.N.self_attention.value.weight", "encoder.block.N.layer.0.SelfAttention.v.weight"},
    {"encoder.layers.N.self_attention.output.weight", "encoder.block.N.layer.0.SelfAttention.o.weight"},
    {"encoder.layers.N.feed_forward_norm.gamma", "encoder.block.N.layer.1.layer_norm.weight"},
    {"encoder.layers.N.feed_forward.expand.weight", "encoder.block.N.layer.1.DenseReluDense.wi.weight"},
    {"encoder.layers.N.feed_forward.gate.weight", "encoder.block.N.layer.1.DenseReluDense.wi_0.weight"},
    {"encoder.layers.N.feed_forward.up.weight", "encoder.block.N.layer.1.DenseReluDense.wi_1.weight"},
    {"encoder.layers.N.feed_forward.contract.weight", "encoder.block.N.layer.1.DenseReluDense.wo.weight"},
    {"encoder.norm.gamma", "encoder.final_layer_norm.weight"},
    {"decoder.layers.0.self_attention.relative_bias.weight",
     "decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"},
    {"decoder.layers.N.attention_norm.gamma", "decoder.block.N.layer.0.layer_norm.weight"},
    {"decoder.layers.N.self_attention.query.weight", "decoder.block.N.layer.0.SelfAttention.q.weight"},
    {"decoder.layers.N.self_attention.key.weight", "decoder.block.N.layer.0.SelfAttention.k.weight"},
    {"decoder.layers.N.self_attention.value.weight", "decoder.block.N.layer.0.SelfAttention.v.weight"},
    {"decoder.layers.N.self_attention.output.weight", "decoder.block.N.layer.0.SelfAttention.o.weight"},
    {"decoder.layers.N.cross_attention_norm.gamma", "decoder.block.N.layer.1.layer_norm.weight"},
    {"decoder.layers.N.cross_attention.query.weight", "decoder.block.N.layer.1.EncDecAttention.q.weight"},
    {"decoder.layers.N.cross_attention.key.weight", "decoder.block.N.layer.1.EncDecAttention.k.weight"},
    {"decoder.layers.N.cross_attention.value.weight", "decoder.block.N.layer.1.EncDecAttention.v.weight"},
    {"decoder.layers.N.cross_attention.output.weight", "decoder.block.N.layer.1.EncDecAttention.o.weight"},
    {"decoder.layers.N.feed_forward_norm.gamma", "decoder.block.N.layer.2.layer_norm.weight"},
    {"decoder.layers.N.feed_forward.expand.weight", "decoder.block.N.layer.2.DenseReluDense.wi.weight"},
    {"decoder.layers.N.feed_forward.gate.weight", "decoder.block.N.layer.2.DenseReluDense.wi_0.weight"},
    {"decoder.layers.N.feed_forward.up.weight", "decoder.block.N.layer.2.DenseReluDense.wi_1.weight"},
    {"decoder.layers.N.feed_forward.contract.weight", "decoder.block.N.layer.2.DenseReluDense.wo.weight"},
    {"decoder.norm.gamma", "decoder.final_layer_norm.weight"},
    {"output.weight", "lm_head.weight"},
};

/// The output matrix if it is the embedding, and a bias that nothing reads.
constexpr std::string_view kT5Skipped[] = {
    "lm_head.weight", "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight"};

constexpr FamilyRole kT5Roles[] = {{"pad_token_id", &TokenRoles::pad, 0},
                                   {"eos_token_id", &TokenRoles::eos, 1},
                                   {"decoder_start_token_id", &TokenRoles::sos, 0}};

/// Each text ends with </s>, and the tokens for masked spans follow the pieces.
void t5_settings(TokenizerSettings& settings) {
  if (!settings.add_eos) settings.add_eos = true;
  if (!settings.extra_tokens) settings.extra_tokens = 100;
}

void mt5_settings(TokenizerSettings& settings) {
  if (!settings.add_eos) settings.add_eos = true;
}

/// No mT5 with an output matrix of its own scales what that reads, whatever Transformers 5 writes as the
/// flag.
void unscale_own_output(const nlohmann::json& config_json, ModelConfig& config) {
  if (!config_json.contains(kScaledOutputKey)) config.scaled_output = false;
}

}  // namespace

extern const ModelFamily kT5Family = {.name = "t5",
                                      .title = "T5",
                                      .architectures = kT5Architectures,
                                      .config = t5_config,
                                      .keys = kT5Keys,
                                      .prefix = "",
                                      .tensors = kT5Tensors,
                                      .skipped = kT5Skipped,
                                      .added = {},
                                      .roles = kT5Roles,
                                      .settings = t5_settings,
                                      .embedding_copies = family_stacks::kEmbeddingCopies,
                                      .complete = complete_t5};

extern const ModelFamily kMt5Family = {.name = "mt5",
                                       .title = "mT5",
                                       .architectures = kMt5Architectures,
                                       .config = t5_config,
                                       .keys = kMt5Keys,
                                       .prefix = "",
                                       .tensors = kT5Tensors,
                                       .skipped = kT5Skipped,
                                       .added = {},
                                       .roles = kT5Roles,
                                       .settings = mt5_settings,
                                       .embedding_copies = family_stacks::kEmbeddingCopies,
                                       .take_own_output = unscale_own_output,
                                       .complete = complete_t5};

}  // namespace attnlab
