// DistilBERT (Sanh et al. 2019): its row.
#include "core/io/families/encoder_outputs.h"
#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

using family_outputs::of_output;

ModelConfig distilbert_config() {
  ModelConfig config;
  config.architecture = "encoder";
  config.positions = "learned";
  config.norm = "post";
  config.norm_kind = "layer";
  config.norm_epsilon = 1e-12;
  config.input_norm = true;
  config.bias = true;
  return config;
}

constexpr FamilyArchitecture kDistilbertArchitectures[] = {
    {"DistilBertForMaskedLM", family_outputs::hidden_words},
    {"DistilBertModel"},
    {"DistilBertForTokenClassification", family_outputs::labels},
    {"DistilBertForSequenceClassification", family_outputs::relu_class}};

constexpr FamilyKey kDistilbertKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "30522"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "512"},
    {.name = "dim", .option = &ModelConfig::width, .usual = "768"},
    {.name = "n_layers", .option = &ModelConfig::layers, .usual = "6"},
    {.name = "n_heads", .option = &ModelConfig::heads, .usual = "12"},
    {.name = "hidden_dim", .option = &ModelConfig::feed_forward, .usual = "3072"},
    {.name = "activation",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = family_outputs::kActivations},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
    {.name = "sinusoidal_pos_embds"},
    {.name = "tie_weights_"},
    {.name = "attention_dropout"},
    {.name = "dropout"},
    {.name = "qa_dropout"},
    {.name = "seq_classif_dropout"},
    {.name = "num_labels"},
};

constexpr FamilyTensor kDistilbertTensors[] = {
    {"source.embedding.weight", "embeddings.word_embeddings.weight"},
    {"source.positions.weight", "embeddings.position_embeddings.weight"},
    {"source.norm.gamma", "embeddings.LayerNorm.weight"},
    {"source.norm.beta", "embeddings.LayerNorm.bias"},
    {"encoder.layers.N.self_attention.query.weight", "transformer.layer.N.attention.q_lin.weight"},
    {"encoder.layers.N.self_attention.query.bias", "transformer.layer.N.attention.q_lin.bias"},
    {"encoder.layers.N.self_attention.key.weight", "transformer.layer.N.attention.k_lin.weight"},
    {"encoder.layers.N.self_attention.key.bias", "transformer.layer.N.attention.k_lin.bias"},
    {"encoder.layers.N.self_attention.value.weight", "transformer.layer.N.attention.v_lin.weight"},
    {"encoder.layers.N.self_attention.value.bias", "transformer.layer.N.attention.v_lin.bias"},
    {"encoder.layers.N.self_attention.output.weight", "transformer.layer.N.attention.out_lin.weight"},
    {"encoder.layers.N.self_attention.output.bias", "transformer.layer.N.attention.out_lin.bias"},
    {"encoder.layers.N.attention_norm.gamma", "transformer.layer.N.sa_layer_norm.weight"},
    {"encoder.layers.N.attention_norm.beta", "transformer.layer.N.sa_layer_norm.bias"},
    {"encoder.layers.N.feed_forward.expand.weight", "transformer.layer.N.ffn.lin1.weight"},
    {"encoder.layers.N.feed_forward.expand.bias", "transformer.layer.N.ffn.lin1.bias"},
    {"encoder.layers.N.feed_forward.contract.weight", "transformer.layer.N.ffn.lin2.weight"},
    {"encoder.layers.N.feed_forward.contract.bias", "transformer.layer.N.ffn.lin2.bias"},
    {"encoder.layers.N.feed_forward_norm.gamma", "transformer.layer.N.output_layer_norm.weight"},
    {"encoder.layers.N.feed_forward_norm.beta", "transformer.layer.N.output_layer_norm.bias"},
    of_output("tokens", "output.dense.weight", "vocab_transform.weight"),
    of_output("tokens", "output.dense.bias", "vocab_transform.bias"),
    {"output.norm.gamma", "vocab_layer_norm.weight"},
    {"output.norm.beta", "vocab_layer_norm.bias"},
    of_output("tokens", "output.weight", "vocab_projector.weight"),
    of_output("tokens", "output.bias", "vocab_projector.bias"),
    of_output("class", "output.dense.weight", "pre_classifier.weight"),
    of_output("class", "output.dense.bias", "pre_classifier.bias"),
    of_output("class", "output.weight", "classifier.weight"),
    of_output("class", "output.bias", "classifier.bias"),
    of_output("labels", "output.weight", "classifier.weight"),
    of_output("labels", "output.bias", "classifier.bias"),
};

constexpr FamilyOldName kDistilbertOldNames[] = {{"LayerNorm.weight", "LayerNorm.gamma"},
                                                 {"LayerNorm.bias", "LayerNorm.beta"}};

/// The output matrix if it is the embedding, and position IDs.
constexpr std::string_view kDistilbertSkipped[] = {"vocab_projector.weight", "embeddings.position_ids"};

constexpr std::string_view kDistilbertBare[] = {"vocab_", "pre_classifier.", "classifier."};

}  // namespace

extern const ModelFamily kDistilbertFamily = {.name = "distilbert",
                                              .title = "DistilBERT",
                                              .architectures = kDistilbertArchitectures,
                                              .config = distilbert_config,
                                              .keys = kDistilbertKeys,
                                              .prefix = "distilbert.",
                                              .without_prefix = kDistilbertBare,
                                              .tensors = kDistilbertTensors,
                                              .old_names = kDistilbertOldNames,
                                              .skipped = kDistilbertSkipped,
                                              .added = {}};

}  // namespace attnlab
