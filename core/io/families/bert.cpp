// BERT (Devlin et al. 2019): its row.
#include "core/io/families/encoder_outputs.h"
#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

using family_outputs::of_output;

ModelConfig bert_config() {
  ModelConfig config;
  config.architecture = "encoder";
  config.positions = "learned";
  config.norm = "post";
  config.norm_kind = "layer";
  config.input_norm = true;
  config.bias = true;
  return config;
}

constexpr FamilyArchitecture kBertArchitectures[] = {
    {"BertForMaskedLM", family_outputs::hidden_words},
    {"BertForPreTraining", family_outputs::hidden_words},
    {"BertModel"},
    {"BertForTokenClassification", family_outputs::labels},
    {"BertForSequenceClassification", family_outputs::tanh_class}};

constexpr FamilyKey kBertKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "30522"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "512"},
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "768"},
    {.name = "num_hidden_layers", .option = &ModelConfig::layers, .usual = "12"},
    {.name = "num_attention_heads", .option = &ModelConfig::heads, .usual = "12"},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "3072"},
    {.name = "type_vocab_size", .option = &ModelConfig::segments, .usual = "2"},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = family_outputs::kActivations},
    {.name = "layer_norm_eps", .option = &ModelConfig::norm_epsilon, .usual = "1e-12"},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
    {.name = "position_embedding_type", .only = "\"absolute\""},
    {.name = "is_decoder", .only = "false"},
    {.name = "add_cross_attention", .only = "false"},
    {.name = "attention_probs_dropout_prob"},
    {.name = "hidden_dropout_prob"},
    {.name = "classifier_dropout"},
    {.name = "directionality"},
    {.name = "pooler_fc_size"},
    {.name = "pooler_num_attention_heads"},
    {.name = "pooler_num_fc_layers"},
    {.name = "pooler_size_per_head"},
    {.name = "pooler_type"},
    {.name = "num_labels"},
};

constexpr FamilyTensor kBertTensors[] = {
    {"source.embedding.weight", "embeddings.word_embeddings.weight"},
    {"source.positions.weight", "embeddings.position_embeddings.weight"},
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
    of_output("tokens", "output.dense.weight", "cls.predictions.transform.dense.weight"),
    of_output("tokens", "output.dense.bias", "cls.predictions.transform.dense.bias"),
    {"output.norm.gamma", "cls.predictions.transform.LayerNorm.weight"},
    {"output.norm.beta", "cls.predictions.transform.LayerNorm.bias"},
    of_output("tokens", "output.weight", "cls.predictions.decoder.weight"),
    of_output("tokens", "output.bias", "cls.predictions.bias"),
    of_output("class", "output.dense.weight", "pooler.dense.weight"),
    of_output("class", "output.dense.bias", "pooler.dense.bias"),
    of_output("class", "output.weight", "classifier.weight"),
    of_output("class", "output.bias", "classifier.bias"),
    of_output("labels", "output.weight", "classifier.weight"),
    of_output("labels", "output.bias", "classifier.bias"),
};

constexpr FamilyOldName kBertOldNames[] = {{"LayerNorm.weight", "LayerNorm.gamma"},
                                           {"LayerNorm.bias", "LayerNorm.beta"}};

/// What judges pairs of sentences, and the output where it is the embedding.
constexpr std::string_view kBertSkipped[] = {"pooler.dense.weight",
                                             "pooler.dense.bias",
                                             "cls.seq_relationship.weight",
                                             "cls.seq_relationship.bias",
                                             "cls.predictions.decoder.weight",
                                             "cls.predictions.decoder.bias"};

constexpr std::string_view kBertBare[] = {"cls.", "classifier."};

}  // namespace

extern const ModelFamily kBertFamily = {.name = "bert",
                                        .title = "BERT",
                                        .architectures = kBertArchitectures,
                                        .config = bert_config,
                                        .keys = kBertKeys,
                                        .prefix = "bert.",
                                        .without_prefix = kBertBare,
                                        .tensors = kBertTensors,
                                        .old_names = kBertOldNames,
                                        .skipped = kBertSkipped,
                                        .added = {}};

}  // namespace attnlab
