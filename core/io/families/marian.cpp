// Marian's translation models (Junczys-Dowmunt et al. 2018, Tiedemann and Thottingal 2020) and BART (Lewis et
// al. 2020), which share the names of their layers: their rows.
#include "core/io/families/encoder_outputs.h"
#include "core/io/families/model_family.h"
#include "core/io/families/two_stacks.h"
#include "core/text/formats/file_tokenizer.h"

namespace attnlab {
namespace {

void with_bias_of_logits(ModelConfig& config) { config.output_bias = true; }

constexpr FamilyArchitecture kMarianArchitectures[] = {{"MarianMTModel", with_bias_of_logits},
                                                       {"MarianModel"}};
constexpr FamilyArchitecture kBartArchitectures[] = {{"BartForConditionalGeneration", with_bias_of_logits},
                                                     {"BartModel"}};

ModelConfig post_norm_pair() {
  ModelConfig config;
  config.architecture = "encoder_decoder";
  config.norm = "post";
  config.norm_kind = "layer";
  config.norm_epsilon = 1e-5;
  config.bias = true;
  config.shared_embeddings = true;
  return config;
}

ModelConfig marian_config() {
  ModelConfig config = post_norm_pair();
  config.positions = "sinusoidal";
  config.sine_layout = "halves";
  return config;
}

ModelConfig bart_config() {
  ModelConfig config = post_norm_pair();
  config.positions = "learned";
  config.input_norm = true;
  return config;
}

constexpr FamilyKey::Word kPairActivations[] = {
    {"gelu", "gelu"},           {"gelu_new", "gelu_tanh"}, {"relu", "relu"},
    {"swish", "silu"},          {"silu", "silu"},          {"gelu_pytorch_tanh", "gelu_tanh"},
    {"gelu_fast", "gelu_tanh"}, {"gelu_python", "gelu"}};

constexpr FamilyKey kPairKeys[] = {
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "1024"},
    {.name = "d_model", .option = &ModelConfig::width, .usual = "1024"},
    {.name = "encoder_layers", .option = &ModelConfig::layers, .usual = "12"},
    {.name = "encoder_attention_heads", .option = &ModelConfig::heads, .usual = "16"},
    {.name = "encoder_ffn_dim", .option = &ModelConfig::feed_forward, .usual = "4096"},
    {.name = "decoder_layers",
     .usual = "12",
     .take = family_stacks::take_decoder_layers,
     .give = family_stacks::give_decoder_layers},
    {.name = "decoder_attention_heads",
     .usual = "16",
     .take = family_stacks::take_same_heads,
     .give = family_stacks::give_heads},
    {.name = "decoder_ffn_dim",
     .usual = "4096",
     .take = family_stacks::take_same_hidden,
     .give = family_stacks::give_hidden},
    {.name = "activation_function",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = kPairActivations},
    {.name = "scale_embedding",
     .usual = "false",
     .take = family_stacks::take_embedding_scale,
     .give = family_stacks::give_embedding_scale},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
    {.name = "is_encoder_decoder", .only = "true"},
    {.name = "normalize_before", .only = "false"},
    {.name = "add_final_layer_norm", .only = "false"},
    {.name = "activation_dropout"},
    {.name = "add_bias_logits"},
    {.name = "attention_dropout"},
    {.name = "classif_dropout"},
    {.name = "classifier_dropout"},
    {.name = "decoder_layerdrop"},
    {.name = "dropout"},
    {.name = "encoder_layerdrop"},
    {.name = "init_std"},
    {.name = "num_hidden_layers"},
};

constexpr FamilyKey kMarianOwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "58101"},
    {.name = "decoder_vocab_size", .usual = "null", .take = family_stacks::take_same_vocabulary},
    {.name = "share_encoder_decoder_embeddings", .only = "true"},
    {.name = "static_position_embeddings", .only = "true"},
    {.name = "normalize_embedding", .only = "false"},
    {.name = "n_positions"},
    {.name = "num_labels"},
};

constexpr FamilyKey kBartOwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "50265"},
    {.name = "static_position_embeddings", .only = "false"},
    {.name = "normalize_embedding", .only = "true"},
    {.name = "do_blenderbot_90_layernorm", .only = "false"},
    {.name = "extra_pos_embeddings", .only = "2"},
    {.name = "force_bos_token_to_be_generated"},
    {.name = "num_labels"},
};

constexpr auto kMarianKeys = joined(kPairKeys, kMarianOwnKeys);
constexpr auto kBartKeys = joined(kPairKeys, kBartOwnKeys);

constexpr FamilyTensor kPairTensors[] = {
    {"target.embedding.weight", "shared.weight"},
    {"encoder.layers.N.self_attention.query.weight", "encoder.layers.N.self_attn.q_proj.weight"},
    {"encoder.layers.N.self_attention.query.bias", "encoder.layers.N.self_attn.q_proj.bias"},
    {"encoder.layers.N.self_attention.key.weight", "encoder.layers.N.self_attn.k_proj.weight"},
    {"encoder.layers.N.self_attention.key.bias", "encoder.layers.N.self_attn.k_proj.bias"},
    {"encoder.layers.N.self_attention.value.weight", "encoder.layers.N.self_attn.v_proj.weight"},
    {"encoder.layers.N.self_attention.value.bias", "encoder.layers.N.self_attn.v_proj.bias"},
    {"encoder.layers.N.self_attention.output.weight", "encoder.layers.N.self_attn.out_proj.weight"},
    {"encoder.layers.N.self_attention.output.bias", "encoder.layers.N.self_attn.out_proj.bias"},
    {"encoder.layers.N.attention_norm.gamma", "encoder.layers.N.self_attn_layer_norm.weight"},
    {"encoder.layers.N.attention_norm.beta", "encoder.layers.N.self_attn_layer_norm.bias"},
    {"encoder.layers.N.feed_forward.expand.weight", "encoder.layers.N.fc1.weight"},
    {"encoder.layers.N.feed_forward.expand.bias", "encoder.layers.N.fc1.bias"},
    {"encoder.layers.N.feed_forward.contract.weight", "encoder.layers.N.fc2.weight"},
    {"encoder.layers.N.feed_forward.contract.bias", "encoder.layers.N.fc2.bias"},
    {"encoder.layers.N.feed_forward_norm.gamma", "encoder.layers.N.final_layer_norm.weight"},
    {"encoder.layers.N.feed_forward_norm.beta", "encoder.layers.N.final_layer_norm.bias"},
    {"decoder.layers.N.self_attention.query.weight", "decoder.layers.N.self_attn.q_proj.weight"},
    {"decoder.layers.N.self_attention.query.bias", "decoder.layers.N.self_attn.q_proj.bias"},
    {"decoder.layers.N.self_attention.key.weight", "decoder.layers.N.self_attn.k_proj.weight"},
    {"decoder.layers.N.self_attention.key.bias", "decoder.layers.N.self_attn.k_proj.bias"},
    {"decoder.layers.N.self_attention.value.weight", "decoder.layers.N.self_attn.v_proj.weight"},
    {"decoder.layers.N.self_attention.value.bias", "decoder.layers.N.self_attn.v_proj.bias"},
    {"decoder.layers.N.self_attention.output.weight", "decoder.layers.N.self_attn.out_proj.weight"},
    {"decoder.layers.N.self_attention.output.bias", "decoder.layers.N.self_attn.out_proj.bias"},
    {"decoder.layers.N.attention_norm.gamma", "decoder.layers.N.self_attn_layer_norm.weight"},
    {"decoder.layers.N.attention_norm.beta", "decoder.layers.N.self_attn_layer_norm.bias"},
    {"decoder.layers.N.cross_attention.query.weight", "decoder.layers.N.encoder_attn.q_proj.weight"},
    {"decoder.layers.N.cross_attention.query.bias", "decoder.layers.N.encoder_attn.q_proj.bias"},
    {"decoder.layers.N.cross_attention.key.weight", "decoder.layers.N.encoder_attn.k_proj.weight"},
    {"decoder.layers.N.cross_attention.key.bias", "decoder.layers.N.encoder_attn.k_proj.bias"},
    {"decoder.layers.N.cross_attention.value.weight", "decoder.layers.N.encoder_attn.v_proj.weight"},
    {"decoder.layers.N.cross_attention.value.bias", "decoder.layers.N.encoder_attn.v_proj.bias"},
    {"decoder.layers.N.cross_attention.output.weight", "decoder.layers.N.encoder_attn.out_proj.weight"},
    {"decoder.layers.N.cross_attention.output.bias", "decoder.layers.N.encoder_attn.out_proj.bias"},
    {"decoder.layers.N.cross_attention_norm.gamma", "decoder.layers.N.encoder_attn_layer_norm.weight"},
    {"decoder.layers.N.cross_attention_norm.beta", "decoder.layers.N.encoder_attn_layer_norm.bias"},
    {"decoder.layers.N.feed_forward.expand.weight", "decoder.layers.N.fc1.weight"},
    {"decoder.layers.N.feed_forward.expand.bias", "decoder.layers.N.fc1.bias"},
    {"decoder.layers.N.feed_forward.contract.weight", "decoder.layers.N.fc2.weight"},
    {"decoder.layers.N.feed_forward.contract.bias", "decoder.layers.N.fc2.bias"},
    {"decoder.layers.N.feed_forward_norm.gamma", "decoder.layers.N.final_layer_norm.weight"},
    {"decoder.layers.N.feed_forward_norm.beta", "decoder.layers.N.final_layer_norm.bias"},
    {"output.weight", "lm_head.weight"},
    {"output.bias", "final_logits_bias", FamilyLayout::Rows, 0, 1, "", 0, 1, nullptr, true},
};

constexpr FamilyTensor kBartOwnTensors[] = {
    {"source.positions.weight", "encoder.embed_positions.weight", FamilyLayout::Rows, 0, 1, "", 2},
    {"target.positions.weight", "decoder.embed_positions.weight", FamilyLayout::Rows, 0, 1, "", 2},
    {"source.norm.gamma", "encoder.layernorm_embedding.weight"},
    {"source.norm.beta", "encoder.layernorm_embedding.bias"},
    {"target.norm.gamma", "decoder.layernorm_embedding.weight"},
    {"target.norm.beta", "decoder.layernorm_embedding.bias"},
};

constexpr auto kBartTensors = joined(kPairTensors, kBartOwnTensors);

/// Sinusoidal positions, which the model computes, and the output matrix if it is the embedding.
constexpr std::string_view kMarianSkipped[] = {"encoder.embed_positions.weight",
                                               "decoder.embed_positions.weight", "lm_head.weight"};
constexpr std::string_view kBartSkipped[] = {"lm_head.weight"};

constexpr std::string_view kPairBare[] = {"final_logits_bias", "lm_head."};

constexpr FamilyRole kMarianRoles[] = {{"pad_token_id", &TokenRoles::pad, 58100},
                                       {"eos_token_id", &TokenRoles::eos, 0},
                                       {"decoder_start_token_id", &TokenRoles::sos, 58100}};
constexpr FamilyRole kBartRoles[] = {{"pad_token_id", &TokenRoles::pad, 1},
                                     {"eos_token_id", &TokenRoles::eos, 2},
                                     {"decoder_start_token_id", &TokenRoles::sos, 2}};

/// The names of their tokens, where no file gives them.
void marian_settings(TokenizerSettings& settings) {
  if (settings.eos.empty()) settings.eos = "</s>";
  if (settings.unknown.empty()) settings.unknown = "<unk>";
  if (settings.pad.empty()) settings.pad = "<pad>";
}

}  // namespace

extern const ModelFamily kMarianFamily = {.name = "marian",
                                          .title = "Marian",
                                          .architectures = kMarianArchitectures,
                                          .config = marian_config,
                                          .keys = kMarianKeys,
                                          .prefix = "model.",
                                          .without_prefix = kPairBare,
                                          .tensors = kPairTensors,
                                          .skipped = kMarianSkipped,
                                          .added = {},
                                          .roles = kMarianRoles,
                                          .settings = marian_settings,
                                          .embedding_copies = family_stacks::kEmbeddingCopies};

extern const ModelFamily kBartFamily = {.name = "bart",
                                        .title = "BART",
                                        .architectures = kBartArchitectures,
                                        .config = bart_config,
                                        .keys = kBartKeys,
                                        .prefix = "model.",
                                        .without_prefix = kPairBare,
                                        .tensors = kBartTensors,
                                        .skipped = kBartSkipped,
                                        .added = {},
                                        .roles = kBartRoles,
                                        .settings = family_outputs::framed_settings,
                                        .byte_level = "BartTokenizer",
                                        .embedding_copies = family_stacks::kEmbeddingCopies};

}  // namespace attnlab
