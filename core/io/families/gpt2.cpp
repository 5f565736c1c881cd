// GPT-2 (Radford et al. 2019): its row.
#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

constexpr FamilyArchitecture kGpt2Architectures[] = {{"GPT2LMHeadModel"}, {"GPT2Model"}};

ModelConfig gpt2_config() {
  ModelConfig config;
  config.architecture = "gpt";
  config.positions = "learned";
  config.norm = "pre";
  config.norm_kind = "layer";
  config.bias = true;
  return config;
}

Index four_widths(const ModelConfig& config) { return 4 * config.width; }

constexpr FamilyKey::Word kGpt2Activations[] = {
    {"gelu_new", "gelu_tanh"},  {"gelu_pytorch_tanh", "gelu_tanh"},
    {"gelu_fast", "gelu_tanh"}, {"gelu", "gelu"},
    {"relu", "relu"},           {"gelu_python", "gelu"},
    {"silu", "silu"},           {"swish", "silu"}};

constexpr FamilyKey kGpt2Keys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "50257"},
    {.name = "n_positions", .option = &ModelConfig::context, .usual = "1024", .instead = "n_ctx"},
    {.name = "n_embd", .option = &ModelConfig::width, .usual = "768"},
    {.name = "n_layer", .option = &ModelConfig::layers, .usual = "12"},
    {.name = "n_head", .option = &ModelConfig::heads, .usual = "12"},
    {.name = "n_inner", .option = &ModelConfig::feed_forward, .usual = "null", .unset = four_widths},
    {.name = "activation_function",
     .option = &ModelConfig::activation,
     .usual = "\"gelu_new\"",
     .words = kGpt2Activations},
    {.name = "layer_norm_epsilon", .option = &ModelConfig::norm_epsilon, .usual = "1e-5"},
    {.name = "scale_attn_weights", .option = &ModelConfig::scaled_scores, .usual = "true"},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
    {.name = "scale_attn_by_inverse_layer_idx", .only = "false"},
    {.name = "add_cross_attention", .only = "false"},
    {.name = "is_encoder_decoder", .only = "false"},
    {.name = "n_ctx"},
    {.name = "attn_pdrop"},
    {.name = "embd_pdrop"},
    {.name = "resid_pdrop"},
    {.name = "reorder_and_upcast_attn"},
    {.name = "summary_activation"},
    {.name = "summary_first_dropout"},
    {.name = "summary_proj_to_labels"},
    {.name = "summary_type"},
    {.name = "summary_use_proj"},
};

constexpr FamilyTensor kGpt2Tensors[] = {
    {"target.embedding.weight", "wte.weight"},
    {"target.positions.weight", "wpe.weight"},
    {"decoder.layers.N.attention_norm.gamma", "h.N.ln_1.weight"},
    {"decoder.layers.N.attention_norm.beta", "h.N.ln_1.bias"},
    {"decoder.layers.N.self_attention.query.weight", "h.N.attn.c_attn.weight", FamilyLayout::Columns, 0, 3},
    {"decoder.layers.N.self_attention.key.weight", "h.N.attn.c_attn.weight", FamilyLayout::Columns, 1, 3},
    {"decoder.layers.N.self_attention.value.weight", "h.N.attn.c_attn.weight", FamilyLayout::Columns, 2, 3},
    {"decoder.layers.N.self_attention.query.bias", "h.N.attn.c_attn.bias", FamilyLayout::Rows, 0, 3},
    {"decoder.layers.N.self_attention.key.bias", "h.N.attn.c_attn.bias", FamilyLayout::Rows, 1, 3},
    {"decoder.layers.N.self_attention.value.bias", "h.N.attn.c_attn.bias", FamilyLayout::Rows, 2, 3},
    {"decoder.layers.N.self_attention.output.weight", "h.N.attn.c_proj.weight", FamilyLayout::Columns},
    {"decoder.layers.N.self_attention.output.bias", "h.N.attn.c_proj.bias"},
    {"decoder.layers.N.feed_forward_norm.gamma", "h.N.ln_2.weight"},
    {"decoder.layers.N.feed_forward_norm.beta", "h.N.ln_2.bias"},
    {"decoder.layers.N.feed_forward.expand.weight", "h.N.mlp.c_fc.weight", FamilyLayout::Columns},
    {"decoder.layers.N.feed_forward.expand.bias", "h.N.mlp.c_fc.bias"},
    {"decoder.layers.N.feed_forward.contract.weight", "h.N.mlp.c_proj.weight", FamilyLayout::Columns},
    {"decoder.layers.N.feed_forward.contract.bias", "h.N.mlp.c_proj.bias"},
    {"decoder.norm.gamma", "ln_f.weight"},
    {"decoder.norm.beta", "ln_f.bias"},
    {"output.weight", "lm_head.weight"},
};

/// Masks that older files hold, and the output where it is the embedding.
constexpr std::string_view kGpt2Skipped[] = {"h.N.attn.bias", "h.N.attn.masked_bias", "lm_head.weight"};

constexpr std::string_view kGpt2Added[] = {"<|endoftext|>"};

constexpr std::string_view kGpt2Bare[] = {"lm_head."};

}  // namespace

extern const ModelFamily kGpt2Family = {.name = "gpt2",
                                        .title = "GPT-2",
                                        .architectures = kGpt2Architectures,
                                        .config = gpt2_config,
                                        .keys = kGpt2Keys,
                                        .prefix = "transformer.",
                                        .without_prefix = kGpt2Bare,
                                        .tensors = kGpt2Tensors,
                                        .skipped = kGpt2Skipped,
                                        .added = kGpt2Added};

}  // namespace attnlab
