// Llama (Touvron et al. 2023), Mistral (Jiang et al. 2023) and Qwen2 (Yang et al. 2024): their rows.
#include <nlohmann/json.hpp>

#include "core/io/families/model_family.h"
#include "core/io/families/rotary_angles.h"
#include "core/io/families/window_size.h"

namespace attnlab {
namespace {

constexpr FamilyArchitecture kLlamaArchitectures[] = {{"LlamaForCausalLM"}, {"LlamaModel"}};
constexpr FamilyArchitecture kMistralArchitectures[] = {{"MistralForCausalLM"}, {"MistralModel"}};
constexpr FamilyArchitecture kQwen2Architectures[] = {{"Qwen2ForCausalLM"}, {"Qwen2Model"}};

ModelConfig llama_config() {
  ModelConfig config;
  config.architecture = "gpt";
  config.positions = "rotary";
  config.norm = "pre";
  config.norm_kind = "rms";
  config.bias = false;
  return config;
}

ModelConfig qwen2_config() {
  ModelConfig config = llama_config();
  config.qkv_bias = "on";
  return config;
}

/// As many heads of keys as of queries, and C/H cells in each.
Index usual_count(const ModelConfig&) { return 0; }

constexpr FamilyKey::Word kLlamaActivations[] = {{"silu", "swiglu"}, {"swish", "swiglu"}};

using Json = nlohmann::json;

/// Null where each query sees all keys before it.
void take_sliding_window(const Json& value, ModelConfig& config) {
  if (value.is_null())
    config.mask = {};
  else
    take_window_size(value, config);
}

Json give_sliding_window(const ModelConfig& config) {
  return config.mask.hides() ? Json(config.mask.window) : Json();
}

/// Read behind the family's own, as angles may be scaled from the context on.
constexpr FamilyKey kLlamaKinKeys[] = {
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "4096"},
    {.name = "num_hidden_layers", .option = &ModelConfig::layers, .usual = "32"},
    {.name = "num_attention_heads", .option = &ModelConfig::heads, .usual = "32"},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"silu\"",
     .words = kLlamaActivations},
    {.name = "rms_norm_eps", .option = &ModelConfig::norm_epsilon, .usual = "1e-6"},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "false"},
    {.name = "rope_theta", .option = &ModelConfig::rotary_base, .usual = "10000"},
    {.name = "rope_scaling",
     .usual = "null",
     .take = take_rotary_scaling,
     .give = give_rotary_scaling,
     .also = kRotaryScalingNames},
    {.name = "partial_rotary_factor", .usual = "null", .take = take_whole_heads, .also = kRotaryShareNames},
    {.name = "attention_dropout"},
};

constexpr FamilyKey kLlamaOwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "32000"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "2048"},
    {.name = "num_key_value_heads",
     .option = &ModelConfig::key_value_heads,
     .usual = "null",
     .unset = usual_count},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "11008"},
    {.name = "head_dim", .option = &ModelConfig::head_width, .usual = "null", .unset = usual_count},
    {.name = "attention_bias", .only = "false"},
    {.name = "mlp_bias", .only = "false"},
    {.name = "sliding_window", .only = "null"},
    {.name = "pretraining_tp"},
};

constexpr auto kLlamaKeys = joined(kLlamaOwnKeys, kLlamaKinKeys);

constexpr FamilyKey kMistralOwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "32000"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "131072"},
    {.name = "num_key_value_heads",
     .option = &ModelConfig::key_value_heads,
     .usual = "8",
     .unset = usual_count},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "14336"},
    {.name = "head_dim", .option = &ModelConfig::head_width, .usual = "null", .unset = usual_count},
    {.name = "sliding_window", .usual = "4096", .take = take_sliding_window, .give = give_sliding_window},
};

constexpr auto kMistralKeys = joined(kMistralOwnKeys, kLlamaKinKeys);

constexpr FamilyKey kQwen2OwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "151936"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "32768"},
    {.name = "num_key_value_heads",
     .option = &ModelConfig::key_value_heads,
     .usual = "32",
     .unset = usual_count},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "22016"},
    {.name = "use_sliding_window", .only = "false"},
    {.name = "layer_types"},
    {.name = "max_window_layers"},
    {.name = "sliding_window"},
    {.name = "use_mrope"},
};

constexpr auto kQwen2Keys = joined(kQwen2OwnKeys, kLlamaKinKeys);

constexpr FamilyTensor kLlamaTensors[] = {
    {"target.embedding.weight", "embed_tokens.weight"},
    {"decoder.layers.N.attention_norm.gamma", "layers.N.input_layernorm.weight"},
    {"decoder.layers.N.self_attention.query.weight", "layers.N.self_attn.q_proj.weight",
     FamilyLayout::HeadsHalved},
    {"decoder.layers.N.self_attention.key.weight", "layers.N.self_attn.k_proj.weight",
     FamilyLayout::HeadsHalved},
    {"decoder.layers.N.self_attention.value.weight", "layers.N.self_attn.v_proj.weight"},
    {"decoder.layers.N.self_attention.query.bias", "layers.N.self_attn.q_proj.bias",
     FamilyLayout::HeadsHalved},
    {"decoder.layers.N.self_attention.key.bias", "layers.N.self_attn.k_proj.bias", FamilyLayout::HeadsHalved},
    {"decoder.layers.N.self_attention.value.bias", "layers.N.self_attn.v_proj.bias"},
    {"decoder.layers.N.self_attention.output.weight", "layers.N.self_attn.o_proj.weight"},
    {"decoder.layers.N.feed_forward_norm.gamma", "layers.N.post_attention_layernorm.weight"},
    {"decoder.layers.N.feed_forward.gate.weight", "layers.N.mlp.gate_proj.weight"},
    {"decoder.layers.N.feed_forward.up.weight", "layers.N.mlp.up_proj.weight"},
    {"decoder.layers.N.feed_forward.contract.weight", "layers.N.mlp.down_proj.weight"},
    {"decoder.norm.gamma", "norm.weight"},
    {"output.weight", "lm_head.weight"},
};

/// Angles that older files hold, and the output where it is the embedding.
constexpr std::string_view kLlamaSkipped[] = {
    "layers.N.self_attn.rotary_emb.inv_freq", "layers.N.self_attn.rotary_emb.cos_cached",
    "layers.N.self_attn.rotary_emb.sin_cached", "rotary_emb.inv_freq", "lm_head.weight"};

constexpr std::string_view kQwen2Added[] = {"<|endoftext|>", "<|im_start|>", "<|im_end|>"};

constexpr std::string_view kLlamaBare[] = {"lm_head."};

}  // namespace

extern const ModelFamily kLlamaFamily = {.name = "llama",
                                         .title = "Llama",
                                         .architectures = kLlamaArchitectures,
                                         .config = llama_config,
                                         .keys = kLlamaKeys,
                                         .prefix = "model.",
                                         .without_prefix = kLlamaBare,
                                         .tensors = kLlamaTensors,
                                         .skipped = kLlamaSkipped,
                                         .added = {}};

extern const ModelFamily kMistralFamily = {.name = "mistral",
                                           .title = "Mistral",
                                           .architectures = kMistralArchitectures,
                                           .config = llama_config,
                                           .keys = kMistralKeys,
                                           .prefix = "model.",
                                           .without_prefix = kLlamaBare,
                                           .tensors = kLlamaTensors,
                                           .skipped = kLlamaSkipped,
                                           .added = {}};

extern const ModelFamily kQwen2Family = {.name = "qwen2",
                                         .title = "Qwen2",
                                         .architectures = kQwen2Architectures,
                                         .config = qwen2_config,
                                         .keys = kQwen2Keys,
                                         .prefix = "model.",
                                         .without_prefix = kLlamaBare,
                                         .tensors = kLlamaTensors,
                                         .skipped = kLlamaSkipped,
                                         .added = kQwen2Added,
                                         .byte_level = "Qwen2Tokenizer"};

}  // namespace attnlab
