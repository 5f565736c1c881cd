// BERT (Devlin et al. 2019) and RoBERTa (Liu et al. 2019), which has another head, and positions that begin
// behind two rows: their rows.
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

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

constexpr FamilyKey kBertKinKeys[] = {
    {.name = "hidden_size", .option = &ModelConfig::width, .usual = "768"},
    {.name = "num_hidden_layers", .option = &ModelConfig::layers, .usual = "12"},
    {.name = "num_attention_heads", .option = &ModelConfig::heads, .usual = "12"},
    {.name = "intermediate_size", .option = &ModelConfig::feed_forward, .usual = "3072"},
    {.name = "type_vocab_size", .option = &ModelConfig::segments, .usual = "2"},
    {.name = "layer_norm_eps", .option = &ModelConfig::norm_epsilon, .usual = "1e-12"},
    {.name = "tie_word_embeddings", .option = &ModelConfig::tied_output, .usual = "true"},
    {.name = "position_embedding_type", .only = "\"absolute\""},
    {.name = "is_decoder", .only = "false"},
    {.name = "add_cross_attention", .only = "false"},
    {.name = "attention_probs_dropout_prob"},
    {.name = "hidden_dropout_prob"},
    {.name = "classifier_dropout"},
    {.name = "num_labels"},
};

constexpr FamilyKey kBertOwnKeys[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "30522"},
    {.name = "max_position_embeddings", .option = &ModelConfig::context, .usual = "512"},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = family_outputs::kActivations},
    {.name = "directionality"},
    {.name = "pooler_fc_size"},
    {.name = "pooler_num_attention_heads"},
    {.name = "pooler_num_fc_layers"},
    {.name = "pooler_size_per_head"},
    {.name = "pooler_type"},
};

constexpr auto kBertKeys = joined(kBertKinKeys, kBertOwnKeys);

constexpr FamilyTensor kBertKinTensors[] = {
    {"source.embedding.weight", "embeddings.word_embeddings.weight"},
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
    of_output("labels", "output.weight", "classifier.weight"),
    of_output("labels", "output.bias", "classifier.bias"),
};

constexpr FamilyTensor kBertOwnTensors[] = {
    {"source.positions.weight", "embeddings.position_embeddings.weight"},
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
};

constexpr auto kBertTensors = joined(kBertKinTensors, kBertOwnTensors);

/// Both names of the bias are one parameter, whose decoder takes its own last.
constexpr FamilyOldName kBertOldNames[] = {{"LayerNorm.weight", "LayerNorm.gamma"},
                                           {"LayerNorm.bias", "LayerNorm.beta"},
                                           {"cls.predictions.bias", "cls.predictions.decoder.bias", true}};

/// The head that judges pairs of sentences, position IDs, the output matrix if it is the embedding, and a
/// second name of its bias.
constexpr std::string_view kBertSkipped[] = {"pooler.dense.weight",
                                             "pooler.dense.bias",
                                             "cls.seq_relationship.weight",
                                             "cls.seq_relationship.bias",
                                             "embeddings.position_ids",
                                             "embeddings.token_type_ids",
                                             "cls.predictions.decoder.weight",
                                             "cls.predictions.decoder.bias"};

constexpr std::string_view kBertBare[] = {"cls.", "classifier."};

constexpr FamilyArchitecture kXlmRobertaArchitectures[] = {
    {"XLMRobertaForMaskedLM", family_outputs::hidden_words},
    {"XLMRobertaModel"},
    {"XLMRobertaForTokenClassification", family_outputs::labels},
    {"XLMRobertaForSequenceClassification", family_outputs::tanh_class}};

constexpr FamilyArchitecture kCamembertArchitectures[] = {
    {"CamembertForMaskedLM", family_outputs::hidden_words},
    {"CamembertModel"},
    {"CamembertForTokenClassification", family_outputs::labels},
    {"CamembertForSequenceClassification", family_outputs::tanh_class}};

constexpr FamilyArchitecture kRobertaArchitectures[] = {
    {"RobertaForMaskedLM", family_outputs::hidden_words},
    {"RobertaModel"},
    {"RobertaForTokenClassification", family_outputs::labels},
    {"RobertaForSequenceClassification", family_outputs::tanh_class}};

/// The head for masked words uses GELU, whatever the layers use.
constexpr FamilyKey::Word kRobertaActivations[] = {{"gelu", "gelu"}, {"gelu_python", "gelu"}};

/// Positions are counted from the row after the row of <pad>, whose index is the ID of <pad>.
Index rows_with_padding(const ModelConfig& config) { return config.padding_token + 1; }
Index rows_before_padding(const ModelConfig& config) { return config.padding_token; }

void take_positions(const nlohmann::json& value, ModelConfig& config) {
  const Index least = rows_with_padding(config) + 1;
  if (!value.is_number_unsigned() || value < least || value > 1'000'000'000)
    throw std::invalid_argument("a whole number from " + std::to_string(least) +
                                " to 1000000000, because pad_token_id is " +
                                std::to_string(config.padding_token));
  config.context = value.get<Index>() - rows_with_padding(config);
}

nlohmann::json give_positions(const ModelConfig& config) {
  return config.context + rows_with_padding(config);
}

constexpr FamilyKey kRobertaVocabulary[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "50265"}};
constexpr FamilyKey kOtherRobertaVocabulary[] = {
    {.name = "vocab_size", .option = &ModelConfig::target_vocabulary, .usual = "30522"}};

constexpr FamilyKey kRobertaOwnKeys[] = {
    {.name = "pad_token_id", .option = &ModelConfig::padding_token, .usual = "1"},
    {.name = "max_position_embeddings", .usual = "512", .take = take_positions, .give = give_positions},
    {.name = "hidden_act",
     .option = &ModelConfig::activation,
     .usual = "\"gelu\"",
     .words = kRobertaActivations},
};

constexpr auto kRobertaKeys = joined(kBertKinKeys, kRobertaVocabulary, kRobertaOwnKeys);
constexpr auto kOtherRobertaKeys = joined(kBertKinKeys, kOtherRobertaVocabulary, kRobertaOwnKeys);

constexpr FamilyTensor kRobertaOwnTensors[] = {
    {"source.positions.weight", "embeddings.position_embeddings.weight", FamilyLayout::Rows, 0, 1, "", 0, 0,
     rows_before_padding},
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
};

constexpr auto kRobertaTensors = joined(kBertKinTensors, kRobertaOwnTensors);

constexpr FamilyOldName kRobertaOldNames[] = {{"LayerNorm.weight", "LayerNorm.gamma"},
                                              {"LayerNorm.bias", "LayerNorm.beta"},
                                              {"lm_head.bias", "lm_head.decoder.bias", true}};

/// The pooler, which no output reads, position IDs, the output matrix if it is the embedding, and a second
/// name of its bias.
constexpr std::string_view kRobertaSkipped[] = {"pooler.dense.weight",     "pooler.dense.bias",
                                                "embeddings.position_ids", "embeddings.token_type_ids",
                                                "lm_head.decoder.weight",  "lm_head.decoder.bias"};

constexpr std::string_view kRobertaBare[] = {"lm_head.", "classifier."};

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

extern const ModelFamily kRobertaFamily = {.name = "roberta",
                                           .title = "RoBERTa",
                                           .architectures = kRobertaArchitectures,
                                           .config = bert_config,
                                           .keys = kRobertaKeys,
                                           .prefix = "roberta.",
                                           .without_prefix = kRobertaBare,
                                           .tensors = kRobertaTensors,
                                           .old_names = kRobertaOldNames,
                                           .skipped = kRobertaSkipped,
                                           .added = {},
                                           .settings = family_outputs::framed_settings,
                                           .byte_level = "RobertaTokenizer"};

/// RoBERTa of many languages (Conneau et al. 2020), and of French (Martin et al. 2020): the same model.
extern const ModelFamily kXlmRobertaFamily = {.name = "xlm-roberta",
                                              .title = "XLM-RoBERTa",
                                              .architectures = kXlmRobertaArchitectures,
                                              .config = bert_config,
                                              .keys = kOtherRobertaKeys,
                                              .prefix = "roberta.",
                                              .without_prefix = kRobertaBare,
                                              .tensors = kRobertaTensors,
                                              .old_names = kRobertaOldNames,
                                              .skipped = kRobertaSkipped,
                                              .added = {},
                                              .chosen_for_others = false};

extern const ModelFamily kCamembertFamily = {.name = "camembert",
                                             .title = "CamemBERT",
                                             .architectures = kCamembertArchitectures,
                                             .config = bert_config,
                                             .keys = kOtherRobertaKeys,
                                             .prefix = "roberta.",
                                             .without_prefix = kRobertaBare,
                                             .tensors = kRobertaTensors,
                                             .old_names = kRobertaOldNames,
                                             .skipped = kRobertaSkipped,
                                             .added = {},
                                             .chosen_for_others = false};

}  // namespace attnlab
