// GPT-NeoX (Black et al. 2022) and Pythia (Biderman et al. 2023): their row.
#include <nlohmann/json.hpp>

#include "core/io/families/model_family.h"
#include "core/io/families/rotary_angles.h"

namespace attnlab {
namespace {

constexpr FamilyArchitecture kNeoxArchitectures[] = {{"GPTNeoXForCausalLM"}, {"GPTNeoXModel"}};

ModelConfig neox_config() {
  ModelConfig config;
  config.architecture = "gpt";
  config.positions = "rotary";
  config.norm = "pre";
  config.norm_kind = "layer";
  config.bias = true;
  return config;
}

constexpr FamilyKey::Word kNeoxActivations[] = {
    {"gelu", "gelu"},           {"gelu_new", "gelu_tanh"},
    {"gelu_fast", "gelu_tanh"}, {"gelu_pytorch_tanh", "gelu_tanh"},
    {"relu", "relu"},           {"gelu_python", "gelu"},
    {"silu", "silu"},           {"swish", "silu"}};

constexpr FamilyKey kNeoxKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "50432"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "2048"},
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "6144"},
    {.name = "num_hidden_layers", .option = &ModelConfig::layers, .usual = "44"},
    {.name = "num_attention_heads", .option = &ModelConfig::heads, .usual = "64"},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "24576"},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = kNeoxActivations},
    {.name = "rotary_pct", .option = &ModelConfig::rotary_share, .usual = "0.25"},
    {.name = "rotary_emb_base", .option = &ModelConfig::rotary_base, .usual = "10000"},
    {.name = "layer_norm_eps", .option = &ModelConfig::norm_epsilon, .usual = "1e-5"},
    {.name = "use_parallel_residual", .option = &ModelConfig::parallel, .usual = "true"},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "false"},
    {.name = "attention_bias", .only = "true"},
    {.name = "rope_scaling",
     .usual = "null",
     .take = take_rotary_scaling,
     .give = give_rotary_scaling,
     .also = kRotaryScalingNames},
    {.name = "attention_dropout"},
    {.name = "classifier_dropout"},
    {.name = "hidden_dropout"},
};

constexpr FamilyTensor kNeoxTensors[] = {
    {"target.embedding.weight", "embed_in.weight"},
    {"decoder.layers.N.attention_norm.gamma", "layers.N.input_layernorm.weight"},
    {"decoder.layers.N.attention_norm.beta", "layers.N.input_layernorm.bias"},
    {"decoder.layers.N.self_attention.query.weight", "layers.N.attention.query_key_value.weight",
     FamilyLayout::HeadPartsHalved, 0, 3},
    {"decoder.layers.N.self_attention.key.weight", "layers.N.attention.query_key_value.weight",
     FamilyLayout::HeadPartsHalved, 1, 3},
    {"decoder.layers.N.self_attention.value.weight", "layers.N.attention.query_key_value.weight",
     FamilyLayout::HeadParts, 2, 3},
    {"decoder.layers.N.self_attention.query.bias", "layers.N.attention.query_key_value.bias",
     FamilyLayout::HeadPartsHalved, 0, 3},
    {"decoder.layers.N.self_attention.key.bias", "layers.N.attention.query_key_value.bias",
     FamilyLayout::HeadPartsHalved, 1, 3},
    {"decoder.layers.N.self_attention.value.bias", "layers.N.attention.query_key_value.bias",
     FamilyLayout::HeadParts, 2, 3},
    {"decoder.layers.N.self_attention.output.weight", "layers.N.attention.dense.weight"},
    {"decoder.layers.N.self_attention.output.bias", "layers.N.attention.dense.bias"},
    {"decoder.layers.N.feed_forward_norm.gamma", "layers.N.post_attention_layernorm.weight"},
    {"decoder.layers.N.feed_forward_norm.beta", "layers.N.post_attention_layernorm.bias"},
    {"decoder.layers.N.feed_forward.expand.weight", "layers.N.mlp.dense_h_to_4h.weight"},
    {"decoder.layers.N.feed_forward.expand.bias", "layers.N.mlp.dense_h_to_4h.bias"},
    {"decoder.layers.N.feed_forward.contract.weight", "layers.N.mlp.dense_4h_to_h.weight"},
    {"decoder.layers.N.feed_forward.contract.bias", "layers.N.mlp.dense_4h_to_h.bias"},
    {"decoder.norm.gamma", "final_layer_norm.weight"},
    {"decoder.norm.beta", "final_layer_norm.bias"},
    {"output.weight", "embed_out.weight"},
};

/// Masks and angles that older files hold, and the output where it is the embedding.
constexpr std::string_view kNeoxSkipped[] = {"layers.N.attention.bias",
                                             "layers.N.attention.masked_bias",
                                             "layers.N.attention.rotary_emb.inv_freq",
                                             "layers.N.attention.rotary_emb.cos_cached",
                                             "layers.N.attention.rotary_emb.sin_cached",
                                             "rotary_emb.inv_freq",
                                             "embed_out.weight"};

constexpr std::string_view kNeoxAdded[] = {"<|endoftext|>", "<|padding|>"};

constexpr std::string_view kNeoxBare[] = {"embed_out."};

}  // namespace

extern const ModelFamily kNeoxFamily = {.name = "gpt_neox",
                                        .title = "GPT-NeoX",
                                        .architectures = kNeoxArchitectures,
                                        .config = neox_config,
                                        .keys = kNeoxKeys,
                                        .prefix = "gpt_neox.",
                                        .without_prefix = kNeoxBare,
                                        .tensors = kNeoxTensors,
                                        .skipped = kNeoxSkipped,
                                        .added = kNeoxAdded,
                                        .byte_level = "GPTNeoXTokenizer"};

}  // namespace attnlab
