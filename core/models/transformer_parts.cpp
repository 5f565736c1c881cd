// Options and starting values of Transformer parts.
#include "core/models/transformer_parts.h"

#include <cmath>

#include "core/layers/norm_sites.h"
#include "core/layers/output_layer_sites.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/initialization_kind.h"
#include "core/models/model_sites.h"
#include "core/ops/basic/scale.h"

namespace attnlab {

namespace {

/// Projections that end a residual branch.
Initializer branch_initializer(const ModelConfig& config, Index in, Index out) {
  const Index branches = deepest_stack(config) * (has_feed_forward(config) ? 2 : 1);
  return initialization_kind(config.initialization).branch(in, out, branches);
}

AttentionLayer::Options attention_options(const ModelConfig& c) {
  AttentionLayer::Options options{.spec = {.heads = c.heads,
                                           .key_value_heads = c.key_heads(),
                                           .head_size = c.head_size(),
                                           .dropout = c.dropout},
                                  .width = c.width,
                                  .bias = c.bias,
                                  .projection_bias = has_qkv_bias(c),
                                  .projection = linear_initializer(c, c.width, c.heads * c.head_size()),
                                  .output = branch_initializer(c, c.heads * c.head_size(), c.width),
                                  .scaled = c.scaled_scores};
  if (const auto rotations = position_scheme(c.positions).rotations)
    options.rotary = std::make_shared<const RotaryTable>(rotations(longest_sequence(c), rotary_turns(c)));
  return options;
}

BiasedStack biased_stack(const ParameterScope& scope, const ModelConfig& c) {
  return {.heads = c.heads,
          .buckets = distance_buckets(c, scope.place().part()),
          .initializer = embedding_initializer(c)};
}

}  // namespace

Initializer linear_initializer(const ModelConfig& config, Index in, Index out) {
  return initialization_kind(config.initialization).linear(in, out);
}

Initializer embedding_initializer(const ModelConfig& config) {
  return initialization_kind(config.initialization).embedding(config.width);
}

RotaryTurns rotary_turns(const ModelConfig& c) {
  const double turned = c.rotary_share * double(c.head_size());
  const RotaryScalingKind& kind = rotary_scaling_kind(c.rotary_scaling);
  const double gain = c.rotary_gain > 0 ? c.rotary_gain : RotaryScaling::usual_gain(c.rotary_factor);
  const RotaryScaling scaling{.kind = &kind,
                              .factor = c.rotary_factor,
                              .low = c.rotary_low,
                              .high = c.rotary_high,
                              .original = double(c.rotary_original),
                              .gain = kind.has_gain ? gain : 1};
  return {c.head_size(), static_cast<Index>(std::floor(turned + 1e-6)), c.rotary_base, scaling};
}

DistanceBuckets distance_buckets(const ModelConfig& c, const Part* stack) {
  const bool sees_no_later = c.causal && stack == architecture_of(c).target_stack;
  return {.sides = sees_no_later ? BucketSides::Before : BucketSides::Both,
          .count = c.relative_buckets,
          .largest = c.relative_distance};
}

NormLayer::Options norm_options(const ModelConfig& c) {
  const NormKind* const kind = norm_placement(c.norm).has_norms() ? &norm_kind(c.norm_kind) : nullptr;
  return {kind, c.width, c.bias, c.norm_epsilon};
}

std::optional<NormLayer> last_norm(const ParameterScope& stack, const ModelConfig& config) {
  if (!norm_placement(config.norm).ends_stack) return std::nullopt;
  return NormLayer::make(stack / norm_sites::kFinalNorm, norm_options(config));
}

Block::Options block_options(const ModelConfig& c, CrossAttention cross) {
  return {
      .placement = &norm_placement(c.norm),
      .cross_attention = cross == CrossAttention::With,
      .dropout = c.dropout,
      .parallel = c.parallel,
      .norm = norm_options(c),
      .attention = attention_options(c),
      .feed_forward = {c.width, c.feed_forward, c.bias, &activation_kind(c.activation),
                       linear_initializer(c, c.width, c.feed_forward),
                       branch_initializer(c, c.feed_forward, c.width)},
      .experts = {c.experts, c.experts_per_token, c.balance_weight > 0,
                  linear_initializer(c, c.width, c.experts)},
  };
}

SineLayout sine_layout(const ModelConfig& config) {
  return has_sine_halves(config) ? SineLayout::Halves : SineLayout::InTurns;
}

InputLayer::Options input_options(const ModelConfig& c) {
  return {.sequence = sequence_options(c, c.context), .factor = Real(embedding_factor(c))};
}

SequenceInput::Options sequence_options(const ModelConfig& config, Index length) {
  return {.length = length,
          .width = config.width,
          .class_token = has_class_token(config),
          .padded = config.padding_token >= 0,
          .positions = position_scheme(config.positions).input,
          .sines = sine_layout(config),
          .norm = config.input_norm ? norm_options(config) : NormLayer::Options(),
          .dropout = config.dropout,
          .initializer = embedding_initializer(config)};
}

std::vector<Block> make_blocks(const ParameterScope& scope, const ModelConfig& config, CrossAttention cross) {
  Block::Options options = block_options(config, cross);
  if (const auto score_bias = position_scheme(config.positions).score_bias)
    options.attention.score_bias = score_bias(scope, biased_stack(scope, config));
  std::vector<Block> blocks;
  for (Index i = 0; i < layers_in(config, *scope.place().part()); ++i)
    blocks.emplace_back(scope.within(kLayers, i), options);
  return blocks;
}

Variable read_by_output(Tape& tape, const ModelConfig& config, Variable x) {
  if (!config.scaled_output) return x;
  const Scope scope(tape, model_sites::kOutput);
  const auto divisor = Real(std::sqrt(double(config.width)));
  return tape.name(divide(tape, x, divisor, "√C"), model_sites::kScaledState);
}

LinearLayer make_output(const ParameterScope& scope, const ModelConfig& config, ParameterId embedding) {
  const Index v = config.target_vocabulary, c = config.width;
  const ParameterScope output = scope / model_sites::kOutput;
  LinearLayer layer;
  if (config.tied_output)
    layer.weight = embedding;
  else
    layer =
        LinearLayer::without_bias(output, model_sites::kOutputWeight, c, v, linear_initializer(config, c, v));
  if (config.output_bias) layer.bias = output.add(model_sites::kOutputBias, {v}, Initializer::zeros());
  return layer;
}

AttentionMask target_mask(const ModelConfig& config, const Batch& batch) {
  if (config.causal) return {.causal = true, .key_lengths = {}, .rule = config.mask};
  return {.causal = false, .key_lengths = batch.input_lengths, .rule = config.mask};
}

}  // namespace attnlab
