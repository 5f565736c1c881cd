// Llama (Touvron et al. 2023): its row.
#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

constexpr std::string_view kLlamaArchitectures[] = {"LlamaForCausalLM", "LlamaModel"};

ModelConfig llama_config() {
  ModelConfig config;
  config.architecture = "gpt";
  config.positions = "rotary";
  config.norm = "pre";
  config.norm_kind = "rms";
  config.bias = false;
  return config;
}

Index as_many_heads(const ModelConfig&) { return 0; }
Index width_over_heads(const ModelConfig& config) { return config.heads > 0 ? config.head_size() : 0; }

constexpr FamilyKey::Word kLlamaActivations[] = {{"silu", "swiglu"}};

constexpr FamilyKey kLlamaKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "32000"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "2048"},
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "4096"},
    {.name = "num_hidden_layers", .option = &ModelConfig::layers, .usual = "32"},
    {.name = "num_attention_heads", .option = &ModelConfig::heads, .usual = "32"},
    {.name = "num_key_value_heads",
     .option = &ModelConfig::key_value_heads,
     .usual = "null",
     .unset = as_many_heads},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "11008"},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"silu\"",
     .words = kLlamaActivations},
    {.name = "rms_norm_eps", .option = &ModelConfig::norm_epsilon, .usual = "1e-6"},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "false"},
    {.name = "head_dim", .only_count = width_over_heads},
    {.name = "rope_theta", .only = "10000"},
    {.name = "rope_scaling", .only = "null"},
    {.name = "rope_parameters", .only = "null"},
    {.name = "attention_bias", .only = "false"},
    {.name = "mlp_bias", .only = "false"},
    {.name = "attention_dropout"},
    {.name = "pretraining_tp"},
};

constexpr FamilyTensor kLlamaTensors[] = {
    {"target.embedding.weight", "embed_tokens.weight"},
    {"decoder.layers.N.attention_norm.gamma", "layers.N.input_layernorm.weight"},
    {"decoder.layers.N.self_attention.query.weight", "layers.N.self_attn.q_proj.weight",
     FamilyLayout::HeadsHalved},
    {"decoder.layers.N.self_attention.key.weight", "layers.N.self_attn.k_proj.weight",
     FamilyLayout::HeadsHalved},
    {"decoder.layers.N.self_attention.value.weight", "layers.N.self_attn.v_proj.weight"},
    {"decoder.layers.N.self_attention.output.weight", "layers.N.self_attn.o_proj.weight"},
    {"decoder.layers.N.feed_forward_norm.gamma", "layers.N.post_attention_layernorm.weight"},
    {"decoder.layers.N.feed_forward.gate.weight", "layers.N.mlp.gate_proj.weight"},
    {"decoder.layers.N.feed_forward.up.weight", "layers.N.mlp.up_proj.weight"},
    {"decoder.layers.N.feed_forward.contract.weight", "layers.N.mlp.down_proj.weight"},
    {"decoder.norm.gamma", "norm.weight"},
    {"output.weight", "lm_head.weight"},
};

/// Angles that older files hold, and the output where it is the embedding.
constexpr std::string_view kLlamaSkipped[] = {"layers.N.self_attn.rotary_emb.inv_freq", "lm_head.weight"};

}  // namespace

extern const ModelFamily kLlamaFamily = {.name = "llama",
                                         .title = "Llama",
                                         .architectures = kLlamaArchitectures,
                                         .config = llama_config,
                                         .keys = kLlamaKeys,
                                         .prefix = "model.",
                                         .tensors = kLlamaTensors,
                                         .skipped = kLlamaSkipped,
                                         .added = {}};

}  // namespace attnlab
