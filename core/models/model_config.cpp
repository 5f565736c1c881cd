// ModelConfig: its option table, and which architecture uses which option.
#include "core/models/model_config.h"

#include <algorithm>
#include <cmath>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/alignment_kind.h"
#include "core/layers/norm_kind.h"
#include "core/layers/norm_placement.h"
#include "core/layers/output_layer_kind.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/initialization_kind.h"
#include "core/models/pooling_kind.h"
#include "core/ops/attention/rotary_scaling.h"
#include "core/ops/basic/activation.h"

namespace attnlab {

namespace {

/// An option, and which architectures use it.
struct ModelOption {
  bool (*used)(const ArchitectureKind&);
  Field field;
};

bool always(const ArchitectureKind&) { return true; }
bool with_layers(const ArchitectureKind& a) { return a.has_layers(); }
bool with_blocks(const ArchitectureKind& a) { return a.has_blocks(); }
bool with_cells(const ArchitectureKind& a) { return a.has_cells(); }
bool with_both_ends(const ArchitectureKind& a) { return a.has_cells() && a.source_stack; }
bool with_tokens(const ArchitectureKind& a) { return a.has_texts(); }
bool with_pictures(const ArchitectureKind& a) { return a.reads_pictures(); }
bool with_patches(const ArchitectureKind& a) { return a.reads_patches(); }
bool with_outputs(const ArchitectureKind& a) { return a.outputs.size() > 1; }
bool with_pooling(const ArchitectureKind& a) { return a.pools(); }
bool with_numbers(const ArchitectureKind& a) { return a.output_of(Format::Numbers); }
bool with_tied_output(const ArchitectureKind& a) { return a.has_layers() && a.has_texts(); }
bool with_shared_embeddings(const ArchitectureKind& a) { return a.shares_embeddings; }
bool with_causal_mask(const ArchitectureKind& a) { return a.has_blocks() && a.target_stack; }
bool with_encoder(const ArchitectureKind& a) { return a.has_blocks() && a.output_of(Format::Masked); }
bool with_one_stack(const ArchitectureKind& a) { return a.has_blocks() && !a.has_two_stacks(); }
bool with_written_blocks(const ArchitectureKind& a) { return a.has_blocks() && a.has_texts(); }
bool with_alignment(const ArchitectureKind& a) { return a.has_cells() && a.has_two_stacks(); }

bool with_two_block_stacks(const ArchitectureKind& a) { return a.has_blocks() && a.has_two_stacks(); }

constexpr std::string_view kSameBias = "same", kWithBias = "on", kWithoutBias = "off";
constexpr std::string_view kUsualScale = "usual", kWithScale = "on", kWithoutScale = "off";
constexpr std::string_view kSineTurns = "turns", kSineHalves = "halves";

/// Each output once, in the order of the architectures.
std::vector<Choice> output_choices() {
  std::vector<Choice> choices;
  for (const ArchitectureKind& architecture : architecture_kinds())
    for (const ArchitectureKind::Output& output : architecture.outputs)
      if (std::ranges::find(choices, output.name, &Choice::name) == choices.end())
        choices.emplace_back(output.name, output.name);
  return choices;
}

/// What every model has, or every model of layers.
std::vector<ModelOption> model_rows(ModelConfig& c) {
  return {
      {always,
       {"architecture", &c.architecture, tr_mark("kind of model"), 0, 0, choices_of(architecture_kinds())}},
      {with_outputs,
       {"output", &c.output, tr_mark("what to predict: tokens, one label per token, or one class"), 0, 0,
        output_choices()}},
      {with_layers, {"layers", &c.layers, tr_mark("L, number of blocks in each stack"), 1, 96}},
      {with_two_block_stacks,
       {"decoder_layers", &c.decoder_layers, tr_mark("number of blocks in the decoder; 0: same as layers"), 0,
        96}},
      {always, {"width", &c.width, tr_mark("C, model width (d_model)"), 1, 16384}},
      {with_tokens, {"context", &c.context, tr_mark("T, length of the longest sequence"), 1, 262144}},
      {always,
       {"source_vocabulary", &c.source_vocabulary, tr_mark("V, vocabulary size of the encoder"), 0, 1000000}},
      {always,
       {"target_vocabulary", &c.target_vocabulary, tr_mark("V, vocabulary size of the decoder"), 1, 1000000}},
      {with_layers, {"bias", &c.bias, tr_mark("biases in linear layers and norms")}},
      {with_tied_output,
       {"tied_output", &c.tied_output, tr_mark("use the target embedding as the output matrix")}},
      {with_written_blocks,
       {"output_bias", &c.output_bias,
        tr_mark("bias for each logit; for an encoder only if its output is tied")}},
      {with_causal_mask,
       {"scaled_output", &c.scaled_output, tr_mark("divide the input of the output matrix by √C")}},
      {with_shared_embeddings,
       {"shared_embeddings", &c.shared_embeddings, tr_mark("share one embedding between source and target")}},
      {with_layers, {"dropout", &c.dropout, tr_mark("share of values dropped in training"), 0, 0.95}},
      {with_layers,
       {"initialization", &c.initialization, tr_mark("initial distribution of the weights"), 0, 0,
        choices_of(initialization_kinds())}},
  };
}

/// Of blocks: attention, feed-forward network, norms.
std::vector<ModelOption> block_rows(ModelConfig& c) {
  return {
      {with_blocks, {"heads", &c.heads, tr_mark("H, number of attention heads"), 1, 128}},
      {with_blocks,
       {"key_value_heads", &c.key_value_heads,
        tr_mark("number of key and value heads, a divisor of heads; 0: same as heads"), 0, 128}},
      {with_blocks,
       {"head_width", &c.head_width, tr_mark("D, size of each head; 0: width / heads"), 0, 1024}},
      {with_blocks,
       {"feed_forward", &c.feed_forward, tr_mark("F, feed-forward width (d_ff); 0: attention only"), 0,
        65536}},
      {with_blocks,
       {"norm", &c.norm, tr_mark("position of the norms: before or after each sublayer, or none"), 0, 0,
        choices_of(norm_placements())}},
      {with_blocks,
       {"norm_kind", &c.norm_kind, tr_mark("kind of normalization"), 0, 0, choices_of(norm_kinds())}},
      {with_blocks,
       {"norm_epsilon", &c.norm_epsilon, tr_mark("ε under the square root of the norms"), 1e-12, 1}},
      {with_blocks,
       {"activation", &c.activation, tr_mark("activation of the feed-forward network"), 0, 0,
        choices_of(activation_kinds()), "feed_forward"}},
      {with_blocks,
       {"positions", &c.positions, tr_mark("how the model encodes positions"), 0, 0,
        choices_of(position_schemes())}},
      {with_written_blocks,
       {"embedding_scale",
        &c.embedding_scale,
        tr_mark("multiply embeddings by √C: only with sinusoidal positions, on or off"),
        0,
        0,
        {{kUsualScale, tr_mark("as positions")},
         {kWithScale, tr_mark("on")},
         {kWithoutScale, tr_mark("off")}}}},
      {with_blocks,
       {"sine_layout",
        &c.sine_layout,
        tr_mark("order of sines and cosines in a position vector: alternating or in two halves"),
        0,
        0,
        {{kSineTurns, tr_mark("alternating")}, {kSineHalves, tr_mark("halves")}}}},
      {with_blocks,
       {"rotary_base", &c.rotary_base, tr_mark("base of the rotary angles, position/base^(2i/D)"), 2, 1e9}},
      {with_blocks,
       {"rotary_share", &c.rotary_share, tr_mark("share of each head that is rotated"), 0.01, 1}},
      {with_blocks,
       {"rotary_scaling", &c.rotary_scaling, tr_mark("scaling of rotary angles for longer texts"), 0, 0,
        choices_of(rotary_scaling_kinds())}},
      {with_blocks, {"rotary_factor", &c.rotary_factor, tr_mark("divisor of rotary angles"), 1, 10000}},
      {with_blocks,
       {"rotary_original", &c.rotary_original, tr_mark("context length before the angles were scaled"), 1,
        10000000}},
      {with_blocks,
       {"rotary_low", &c.rotary_low, tr_mark("slow down waves longer than rotary_original divided by this"),
        0.001, 10000}},
      {with_blocks,
       {"rotary_high", &c.rotary_high,
        tr_mark("keep waves shorter than rotary_original divided by this (YaRN: 32)"), 0.001, 10000}},
      {with_blocks,
       {"rotary_gain", &c.rotary_gain,
        tr_mark("YaRN's factor of rotated values; 0: 1 + ln(rotary_factor)/10"), 0, 100}},
      {with_blocks,
       {"relative_buckets", &c.relative_buckets,
        tr_mark("number of distance buckets, each with one relative bias"), 4, 4096}},
      {with_blocks,
       {"relative_distance", &c.relative_distance,
        tr_mark("distance from which on all share the last bucket"), 3, 10000000}},
      {with_blocks, {"scaled_scores", &c.scaled_scores, tr_mark("divide scores by √D")}},
      {with_blocks,
       {"qkv_bias",
        &c.qkv_bias,
        tr_mark("biases of queries, keys and values: same as bias, on or off"),
        0,
        0,
        {{kSameBias, tr_mark("same as bias")}, {kWithBias, tr_mark("on")}, {kWithoutBias, tr_mark("off")}}}},
      {with_one_stack,
       {"parallel", &c.parallel,
        tr_mark("attention and feed-forward network read the same input in parallel")}},
      {with_blocks, {"input_norm", &c.input_norm, tr_mark("normalize the input of the first layer")}},
      {with_encoder,
       {"padding_token", &c.padding_token,
        tr_mark("ID of the padding token, which has its own position vector; -1: none"), -1, 999999}},
      {with_encoder,
       {"segments", &c.segments,
        tr_mark("number of segment vectors for pairs of texts, added to token vectors"), 0, 16}},
      {with_encoder,
       {"output_layer", &c.output_layer, tr_mark("layer before the output matrix"), 0, 0,
        choices_of(output_layer_kinds())}},
      {with_causal_mask,
       {"causal", &c.causal, tr_mark("causal mask; off: each position also sees the tokens to predict")}},
  };
}

std::vector<ModelOption> mask_rows(ModelConfig& c) {
  std::vector<ModelOption> options;
  for (Field& field : mask_fields(c.mask)) options.push_back({with_blocks, std::move(field)});
  return options;
}

/// Of the experts in a block.
std::vector<ModelOption> expert_rows(ModelConfig& c) {
  return {
      {with_blocks,
       {"experts",
        &c.experts,
        tr_mark("E, number of expert networks with a router; 0: one network, no router"),
        0,
        64,
        {},
        "feed_forward"}},
      {with_blocks,
       {"experts_per_token",
        &c.experts_per_token,
        tr_mark("k, number of experts for each token"),
        1,
        64,
        {},
        "experts"}},
      {with_blocks,
       {"balance_weight",
        &c.balance_weight,
        tr_mark("weight of the load-balancing loss"),
        0,
        10,
        {},
        "experts"}},
  };
}

/// Of recurrent networks, features and pictures.
std::vector<ModelOption> other_rows(ModelConfig& c) {
  return {
      {with_cells, {"cell", &c.cell, tr_mark("recurrent cell"), 0, 0, choices_of(cell_kinds())}},
      {with_both_ends, {"bidirectional", &c.bidirectional, tr_mark("read the source in both directions")}},
      {with_alignment,
       {"alignment", &c.alignment, tr_mark("attention to the source"), 0, 0, choices_of(alignment_kinds())}},
      {with_numbers,
       {"importance", &c.importance, tr_mark("importance of each feature relative to the one before"),
        kLeastImportance, 1}},
      {with_pooling,
       {"pooling", &c.pooling, tr_mark("how to combine vectors into one for classification"), 0, 0,
        choices_of(pooling_kinds())}},
      {with_pictures,
       {"picture_size", &c.picture_size, tr_mark("height and width of pictures, in pixels"), 1, 1024}},
      {with_pictures,
       {"picture_channels", &c.picture_channels, tr_mark("1: gray, 3: red, green, blue"), 1, 3}},
      {with_patches,
       {"patch_size", &c.patch_size, tr_mark("height and width of a patch, in pixels"), 1, 256}},
      {with_patches,
       {"pixel_mean", &c.pixel_mean, tr_mark("mean subtracted from each pixel (0 to 1)"), 0, 1}},
      {with_patches,
       {"pixel_deviation", &c.pixel_deviation, tr_mark("standard deviation by which pixels are then divided"),
        0.001, 1}},
  };
}

std::vector<ModelOption> rows(ModelConfig& c) {
  std::vector<ModelOption> options;
  for (const auto group : {model_rows, block_rows, mask_rows, expert_rows, other_rows})
    for (ModelOption& row : group(c)) options.push_back(std::move(row));
  return options;
}

}  // namespace

Fields model_fields(ModelConfig& config) {
  Fields fields;
  for (ModelOption& row : rows(config)) fields.push_back(std::move(row.field));
  return fields;
}

std::optional<std::string_view> missing_need(ModelConfig& config, const Field& field) {
  if (field.needs.empty()) return {};
  const Fields fields = model_fields(config);
  for (std::string_view needs = field.needs; !needs.empty();) {
    const Field& needed = *std::ranges::find(fields, needs, &Field::name);
    if (*std::get<Index*>(needed.value) == 0) return needed.name;
    needs = needed.needs;
  }
  return {};
}

Fields used_model_fields(ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  Fields fields;
  for (ModelOption& row : rows(config))
    if (row.used(architecture) && !missing_need(config, row.field)) fields.push_back(std::move(row.field));
  return fields;
}

Format format_of(const ModelConfig& config) {
  const std::span<const ArchitectureKind::Output> outputs = architecture_of(config).outputs;
  return outputs.size() == 1 ? outputs[0].format : row_named(outputs, "output", config.output).format;
}

Index patch_count(const ModelConfig& config) {
  const Index across = config.picture_size / config.patch_size;
  return across * across;
}

Index longest_sequence(const ModelConfig& config) {
  return std::max(longest_source(config), longest_target(config));
}

Index longest_source(const ModelConfig& config) {
  const Index read = architecture_of(config).reads_patches() ? patch_count(config) : config.context;
  return read + (has_class_token(config) ? 1 : 0);
}

Index longest_target(const ModelConfig& config) {
  return architecture_of(config).has_texts() && !has_class_token(config) ? config.context
                                                                         : longest_source(config);
}

bool has_class_token(const ModelConfig& config) {
  const Format format = format_of(config);
  return is_transformer(config) && gives_class(format) && pooling_kind(config.pooling).class_vector;
}

bool has_qkv_bias(const ModelConfig& config) {
  return config.qkv_bias == kSameBias ? config.bias : config.qkv_bias == kWithBias;
}

bool can_have_output_bias(const ModelConfig& config) {
  return config.tied_output || architecture_of(config).target_stack;
}

double embedding_factor(const ModelConfig& config) {
  const bool scaled = config.embedding_scale == kUsualScale
                          ? position_scheme(config.positions).scales_embedding
                          : config.embedding_scale == kWithScale;
  return scaled ? std::sqrt(double(config.width)) : 1;
}

bool has_sine_halves(const ModelConfig& config) { return config.sine_layout == kSineHalves; }

bool is_transformer(const ModelConfig& config) { return architecture_of(config).has_blocks(); }

bool has_feed_forward(const ModelConfig& config) { return is_transformer(config) && config.feed_forward > 0; }

}  // namespace attnlab
