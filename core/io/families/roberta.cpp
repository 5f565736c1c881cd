// RoBERTa (Liu et al. 2019): its row. BERT with another head, and positions that begin behind two rows.
#include "core/io/families/encoder_outputs.h"
#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

using family_outputs::of_output;

ModelConfig roberta_config() {
  ModelConfig config;
  config.architecture = "encoder";
  config.positions = "learned";
  config.norm = "post";
  config.norm_kind = "layer";
  config.input_norm = true;
  config.bias = true;
  return config;
}

constexpr FamilyArchitecture kRobertaArchitectures[] = {
    {"RobertaForMaskedLM", family_outputs::hidden_words},
    {"RobertaModel"},
    {"RobertaForTokenClassification", family_outputs::labels},
    {"RobertaForSequenceClassification", family_outputs::tanh_class}};

/// The head for hidden words has GELU, whatever the layers have.
constexpr FamilyKey::Word kRobertaActivations[] = {{"gelu", "gelu"}};

constexpr FamilyKey kRobertaKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "50265"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "512", .more = 2},
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "768"},
    {.name = "num_hidden_layers", .option = &ModelConfig::layers, .usual = "12"},
    {.name = "num_attention_heads", .option = &ModelConfig::heads, .usual = "12"},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "3072"},
    {.name = "type_vocab_size", .option = &ModelConfig::segments, .usual = "2"},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = kRobertaActivations},
    {.name = "layer_norm_eps", .option = &ModelConfig::norm_epsilon, .usual = "1e-12"},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
    {.name = "position_embedding_type", .only = "\"absolute\""},
    {.name = "is_decoder", .only = "false"},
    {.name = "add_cross_attention", .only = "false"},
    {.name = "attention_probs_dropout_prob"},
    {.name = "hidden_dropout_prob"},
    {.name = "classifier_dropout"},
    {.name = "pad_token_id", .only = "1"},
    {.name = "num_labels"},
};

constexpr FamilyTensor kRobertaTensors[] = {
    {"source.embedding.weight", "embeddings.word_embeddings.weight"},
    {"source.positions.weight", "embeddings.position_embeddings.weight", FamilyLayout::Rows, 0, 1, "", 2},
    {"source.segments.weight", "embeddings.token_type_embeddings.weight"},
    {"source.norm.gamma", "embeddings.LayerNorm.weight"},
    {"source.norm.beta", "embeddings.LayerNorm.bias"},
    {"encoder.layers.N.self_attention.query.weight", "encoder.layer.N.attention.self.query.weight"},
    {"encoder.layers.N.self_attention.query.bias", "encoder.layer.N.attention.self.query.bias"},
    {"encoder.layers.N.self_attention.key.weight", "encoder.layer.N.attention.self.key.weight"},
    {"encoder.layers.N.self_attention.key.bias", "encoder.layer.N.attention.self.key.bias"},
    {"encoder.layers.N.self_attention.value.weight", "encoder.layer.N.attention.self.value.weight"},
    {"encoder.layers.N.self_attention.value.bias", "encoder.layer.N.attention.self.value.bias"},
    {"encoder.layers.N.self_attention.output.weight", "encoder.layer.N.attention.output.dense.weight"},
    {"encoder.layers.N.self_attention.output.bias", "encoder.layer.N.attention.output.dense.bias"},
    {"encoder.layers.N.attention_norm.gamma", "encoder.layer.N.attention.output.LayerNorm.weight"},
    {"encoder.layers.N.attention_norm.beta", "encoder.layer.N.attention.output.LayerNorm.bias"},
    {"encoder.layers.N.feed_forward.expand.weight", "encoder.layer.N.intermediate.dense.weight"},
    {"encoder.layers.N.feed_forward.expand.bias", "encoder.layer.N.intermediate.dense.bias"},
    {"encoder.layers.N.feed_forward.contract.weight", "encoder.layer.N.output.dense.weight"},
    {"encoder.layers.N.feed_forward.contract.bias", "encoder.layer.N.output.dense.bias"},
    {"encoder.layers.N.feed_forward_norm.gamma", "encoder.layer.N.output.LayerNorm.weight"},
    {"encoder.layers.N.feed_forward_norm.beta", "encoder.layer.N.output.LayerNorm.bias"},
    of_output("tokens", "output.dense.weight", "lm_head.dense.weight"),
    of_output("tokens", "output.dense.bias", "lm_head.dense.bias"),
    {"output.norm.gamma", "lm_head.layer_norm.weight"},
    {"output.norm.beta", "lm_head.layer_norm.bias"},
    of_output("tokens", "output.weight", "lm_head.decoder.weight"),
    of_output("tokens", "output.bias", "lm_head.bias"),
    of_output("class", "output.dense.weight", "classifier.dense.weight"),
    of_output("class", "output.dense.bias", "classifier.dense.bias"),
    of_output("class", "output.weight", "classifier.out_proj.weight"),
    of_output("class", "output.bias", "classifier.out_proj.bias"),
    of_output("labels", "output.weight", "classifier.weight"),
    of_output("labels", "output.bias", "classifier.bias"),
};

constexpr FamilyOldName kRobertaOldNames[] = {{"LayerNorm.weight", "LayerNorm.gamma"},
                                              {"LayerNorm.bias", "LayerNorm.beta"}};

/// The pooler, which no output reads, and the output where it is the embedding.
constexpr std::string_view kRobertaSkipped[] = {"pooler.dense.weight", "pooler.dense.bias",
                                                "lm_head.decoder.weight", "lm_head.decoder.bias"};

constexpr std::string_view kRobertaBare[] = {"lm_head.", "classifier."};

}  // namespace

extern const ModelFamily kRobertaFamily = {.name = "roberta",
                                           .title = "RoBERTa",
                                           .architectures = kRobertaArchitectures,
                                           .config = roberta_config,
                                           .keys = kRobertaKeys,
                                           .prefix = "roberta.",
                                           .without_prefix = kRobertaBare,
                                           .tensors = kRobertaTensors,
                                           .old_names = kRobertaOldNames,
                                           .skipped = kRobertaSkipped,
                                           .added = {}};

}  // namespace attnlab
