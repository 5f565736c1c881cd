// ModelConfig: its option table, and which architecture uses which option.
#include "core/models/model_config.h"

#include <algorithm>
#include <array>

#include "core/config/rows.h"
#include "core/layers/norm_kind.h"
#include "core/layers/position_scheme.h"
#include "core/ops/basic/activation.h"

namespace attnlab {

namespace {

/// Architectures, as bits, so that a row of the table can name several.
enum User : unsigned {
  kGpt = 1,
  kEncoderDecoder = 2,
  kEncoder = 4,
  kVision = 8,
  kRecurrent = 16,
  kRecurrentPair = 32,
  kWordVectors = 64,
  kTransformers = kGpt | kEncoderDecoder | kEncoder | kVision,
  kCells = kRecurrent | kRecurrentPair,
  kAll = 127,
};

struct Architecture {
  std::string_view name;
  User user;
};

constexpr std::array<Architecture, 7> kArchitectures{{{"gpt", kGpt},
                                                      {"encoder_decoder", kEncoderDecoder},
                                                      {"encoder", kEncoder},
                                                      {"vision", kVision},
                                                      {"recurrent", kRecurrent},
                                                      {"recurrent_seq2seq", kRecurrentPair},
                                                      {"word_vectors", kWordVectors}}};

User user_of(std::string_view architecture) {
  const auto found = std::ranges::find(kArchitectures, architecture, &Architecture::name);
  return found == kArchitectures.end() ? kAll : found->user;
}

struct ModelOption {
  unsigned users;
  Field field;
};

std::vector<ModelOption> rows(ModelConfig& c) {
  std::vector<Choice> names;
  for (const Architecture& architecture : kArchitectures)
    names.emplace_back(architecture.name, architecture.name);
  std::vector<ModelOption> options = {
      {kAll, {"architecture", &c.architecture, "kind of model", 0, 0, names}},
      {kEncoder | kRecurrent,
       {"output",
        &c.output,
        "predict tokens, a label a token, or a class",
        0,
        0,
        {"tokens", "labels", "class"}}},
      {kTransformers | kCells, {"layers", &c.layers, "L, blocks in each stack", 1, 96}},
      {kAll, {"width", &c.width, "C, model width d_model", 1, 16384}},
      {kAll & ~kVision, {"context", &c.context, "longest sequence, T", 1, 65536}},
      {kAll, {"source_vocabulary", &c.source_vocabulary, "V of the encoder's tokens", 0, 1000000}},
      {kAll, {"target_vocabulary", &c.target_vocabulary, "V of the decoder's tokens", 1, 1000000}},
      {kTransformers | kCells, {"bias", &c.bias, "bias in linear layers and norms"}},
      {(kTransformers | kCells) & ~kVision,
       {"tied_output", &c.tied_output, "output projection is the embedding of what is predicted"}},
      {kEncoderDecoder, {"shared_embeddings", &c.shared_embeddings, "source and target embedding are one"}},
      {kTransformers | kCells, {"dropout", &c.dropout, "share of cells dropped in training", 0, 0.95}},
      {kTransformers | kCells,
       {"initialization", &c.initialization, "how weights start", 0, 0, {"gpt", "glorot"}}},
      {kTransformers, {"heads", &c.heads, "H, attention heads", 1, 128}},
      {kTransformers,
       {"key_value_heads", &c.key_value_heads, "heads of keys and values, a divisor of heads; 0: as many", 0,
        128}},
      {kTransformers, {"feed_forward", &c.feed_forward, "F, feed-forward width d_ff", 1, 65536}},
      {kTransformers,
       {"norm",
        &c.norm,
        "norm before or after each sublayer, or none",
        0,
        0,
        {{"pre", "before"}, {"post", "after"}, "none"}}},
      {kTransformers,
       {"norm_kind", &c.norm_kind, "how a norm brings a vector to one scale", 0, 0,
        choices_of(norm_kinds())}},
      {kTransformers, {"norm_epsilon", &c.norm_epsilon, "ε under the norms' root", 1e-12, 1}},
      {kTransformers,
       {"activation", &c.activation, "of the feed-forward network", 0, 0, choices_of(activation_kinds())}},
      {kTransformers,
       {"positions", &c.positions, "how positions enter", 0, 0, choices_of(position_schemes())}},
      {kTransformers, {"scaled_scores", &c.scaled_scores, "divide scores by √D"}},
      {kGpt | kEncoderDecoder,
       {"causal", &c.causal, "hide later tokens from each; off, the model reads the answers it is to give"}},
      {kTransformers,
       {"experts", &c.experts, "E, feed-forward networks with a router; 0: one without", 0, 64}},
      {kTransformers,
       {"experts_per_token", &c.experts_per_token, "k, experts that each token goes through", 1, 64}},
      {kTransformers, {"balance_weight", &c.balance_weight, "of the experts' load-balancing loss", 0, 10}},
      {kCells,
       {"cell",
        &c.cell,
        "recurrent cell",
        0,
        0,
        {{"rnn_tanh", "RNN (tanh)"}, {"rnn_relu", "RNN (ReLU)"}, {"lstm", "LSTM"}, {"gru", "GRU"}}}},
      {kCells, {"bidirectional", &c.bidirectional, "read the source from both ends"}},
      {kRecurrentPair,
       {"alignment",
        &c.alignment,
        "attention to the source",
        0,
        0,
        {"none", "additive", "dot", "general", "concat"}}},
      {kEncoder | kVision | kRecurrent,
       {"pooling", &c.pooling, "one vector from many, to classify", 0, 0, {"cls", "mean", "last"}}},
      {kVision, {"picture_size", &c.picture_size, "height and width of pictures, in pixels", 1, 1024}},
      {kVision, {"picture_channels", &c.picture_channels, "1: grey, 3: red, green, blue", 1, 3}},
      {kVision, {"patch_size", &c.patch_size, "height and width of a patch, in pixels", 1, 256}},
  };
  const auto before =
      std::ranges::find(options, "experts", [](const ModelOption& o) { return o.field.name; });
  std::vector<ModelOption> masking;
  for (Field& field : mask_fields(c.mask)) masking.push_back({kTransformers, std::move(field)});
  options.insert(before, masking.begin(), masking.end());
  return options;
}

}  // namespace

Fields model_fields(ModelConfig& config) {
  Fields fields;
  for (ModelOption& row : rows(config)) fields.push_back(std::move(row.field));
  return fields;
}

Fields used_model_fields(ModelConfig& config) {
  const User user = user_of(config.architecture);
  Fields fields;
  for (ModelOption& row : rows(config))
    if (row.users & user) fields.push_back(std::move(row.field));
  return fields;
}

Format format_of(const ModelConfig& config) {
  switch (user_of(config.architecture)) {
    case kEncoderDecoder:
    case kRecurrentPair: return Format::Pairs;
    case kVision: return Format::Picture;
    case kWordVectors: return Format::WordContext;
    case kEncoder:
    case kRecurrent:
      if (config.output == "labels") return Format::Labels;
      if (config.output == "class") return Format::Class;
      return config.architecture == "encoder" ? Format::Masked : Format::Stream;
    default: return Format::Stream;
  }
}

bool has_class_token(const ModelConfig& config) {
  const Format format = format_of(config);
  return is_transformer(config) && (format == Format::Class || format == Format::Picture) &&
         config.pooling == "cls";
}

bool is_transformer(const ModelConfig& config) { return user_of(config.architecture) & kTransformers; }

}  // namespace attnlab
