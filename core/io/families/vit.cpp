// ViT (Dosovitskiy et al. 2021): its row.
#include "core/io/families/encoder_outputs.h"
#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

constexpr FamilyArchitecture kVitArchitectures[] = {{"ViTForImageClassification"}};

ModelConfig vit_config() {
  ModelConfig config;
  config.architecture = "vision";
  config.positions = "learned";
  config.norm = "pre";
  config.norm_kind = "layer";
  config.pooling = "cls";
  config.bias = true;
  return config;
}

constexpr FamilyKey::Word kVitBias[] = {{"true", "same"}, {"false", "off"}};

constexpr FamilyKey kVitKeys[] = {
    {.name = "image_size", .option = &ModelConfig::picture_size, .usual = "224"},
    {.name = "num_channels", .option = &ModelConfig::picture_channels, .usual = "3"},
    {.name = "patch_size", .option = &ModelConfig::patch_size, .usual = "16"},
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "768"},
    {.name = "num_hidden_layers", .option = &ModelConfig::layers, .usual = "12"},
    {.name = "num_attention_heads", .option = &ModelConfig::heads, .usual = "12"},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "3072"},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = family_outputs::kActivations},
    {.name = "layer_norm_eps", .option = &ModelConfig::norm_epsilon, .usual = "1e-12"},
    {.name = "qkv_bias", .option = &ModelConfig::qkv_bias, .usual = "true", .words = kVitBias},
    {.name = "attention_probs_dropout_prob"},
    {.name = "encoder_stride"},
    {.name = "hidden_dropout_prob"},
    {.name = "num_labels"},
    {.name = "pooler_act"},
    {.name = "pooler_output_size"},
};

constexpr FamilyTensor kVitTensors[] = {
    {"picture.projection.weight", "embeddings.patch_embeddings.projection.weight", FamilyLayout::Patches},
    {"picture.projection.bias", "embeddings.patch_embeddings.projection.bias"},
    {"picture.class_token", "embeddings.cls_token", FamilyLayout::Rows, 0, 1, "", 0, 2},
    {"picture.positions.weight", "embeddings.position_embeddings", FamilyLayout::Rows, 0, 1, "", 0, 1},
    {"encoder.layers.N.attention_norm.gamma", "encoder.layer.N.layernorm_before.weight"},
    {"encoder.layers.N.attention_norm.beta", "encoder.layer.N.layernorm_before.bias"},
    {"encoder.layers.N.self_attention.query.weight", "encoder.layer.N.attention.attention.query.weight"},
    {"encoder.layers.N.self_attention.query.bias", "encoder.layer.N.attention.attention.query.bias"},
    {"encoder.layers.N.self_attention.key.weight", "encoder.layer.N.attention.attention.key.weight"},
    {"encoder.layers.N.self_attention.key.bias", "encoder.layer.N.attention.attention.key.bias"},
    {"encoder.layers.N.self_attention.value.weight", "encoder.layer.N.attention.attention.value.weight"},
    {"encoder.layers.N.self_attention.value.bias", "encoder.layer.N.attention.attention.value.bias"},
    {"encoder.layers.N.self_attention.output.weight", "encoder.layer.N.attention.output.dense.weight"},
    {"encoder.layers.N.self_attention.output.bias", "encoder.layer.N.attention.output.dense.bias"},
    {"encoder.layers.N.feed_forward_norm.gamma", "encoder.layer.N.layernorm_after.weight"},
    {"encoder.layers.N.feed_forward_norm.beta", "encoder.layer.N.layernorm_after.bias"},
    {"encoder.layers.N.feed_forward.expand.weight", "encoder.layer.N.intermediate.dense.weight"},
    {"encoder.layers.N.feed_forward.expand.bias", "encoder.layer.N.intermediate.dense.bias"},
    {"encoder.layers.N.feed_forward.contract.weight", "encoder.layer.N.output.dense.weight"},
    {"encoder.layers.N.feed_forward.contract.bias", "encoder.layer.N.output.dense.bias"},
    {"encoder.norm.gamma", "layernorm.weight"},
    {"encoder.norm.beta", "layernorm.bias"},
    {"output.weight", "classifier.weight"},
    {"output.bias", "classifier.bias"},
};

constexpr std::string_view kVitBare[] = {"classifier."};

}  // namespace

extern const ModelFamily kVitFamily = {.name = "vit",
                                       .title = "ViT",
                                       .architectures = kVitArchitectures,
                                       .config = vit_config,
                                       .keys = kVitKeys,
                                       .prefix = "vit.",
                                       .without_prefix = kVitBare,
                                       .tensors = kVitTensors,
                                       .skipped = {},
                                       .added = {}};

}  // namespace attnlab
