// Options and starting values of Transformer parts.
#include "core/models/transformer_parts.h"

#include <cmath>

namespace attnlab {

namespace {

constexpr double kGptDeviation = 0.02;

bool gpt_initialized(const ModelConfig& config) { return config.initialization == "gpt"; }

/// Projections that end a residual branch: scaled down by the number of branches (Radford et al. 2019).
Initializer branch_initializer(const ModelConfig& config, Index in, Index out) {
  if (!gpt_initialized(config)) return Initializer::glorot(in, out);
  return Initializer::normal(kGptDeviation / std::sqrt(2.0 * static_cast<double>(config.layers)));
}

}  // namespace

Initializer linear_initializer(const ModelConfig& config, Index in, Index out) {
  return gpt_initialized(config) ? Initializer::normal(kGptDeviation) : Initializer::glorot(in, out);
}

Initializer embedding_initializer(const ModelConfig& config) {
  return Initializer::normal(gpt_initialized(config) ? kGptDeviation
                                                     : 1 / std::sqrt(static_cast<double>(config.width)));
}

NormLayer::Options norm_options(const ModelConfig& c) {
  using Kind = NormLayer::Kind;
  const Kind kind = c.norm == "none" ? Kind::None : c.norm_kind == "rms" ? Kind::Rms : Kind::Layer;
  return {kind, c.width, c.bias, c.norm_epsilon};
}

Block::Options block_options(const ModelConfig& c, bool cross_attention) {
  return {
      .pre_norm = c.norm == "pre",
      .cross_attention = cross_attention,
      .dropout = c.dropout,
      .norm = norm_options(c),
      .attention = {c.width, c.heads, c.bias, c.dropout, linear_initializer(c, c.width, c.width),
                    branch_initializer(c, c.width, c.width)},
      .feed_forward = {c.width, c.feed_forward, c.bias, FeedForward::activation_from(c.activation),
                       linear_initializer(c, c.width, c.feed_forward),
                       branch_initializer(c, c.feed_forward, c.width)},
      .experts = {c.experts, c.experts_per_token, c.balance_weight > 0,
                  linear_initializer(c, c.width, c.experts)},
  };
}

InputLayer::Options input_options(const ModelConfig& c) {
  const bool scaled = c.positions == "sinusoidal";
  return {
      .context = c.context,
      .width = c.width,
      .learned_positions = c.positions == "learned",
      .factor = scaled ? static_cast<Real>(std::sqrt(static_cast<double>(c.width))) : Real(1),
      .dropout = c.dropout,
      .position_initializer = embedding_initializer(c),
  };
}

std::vector<Block> make_blocks(const ParameterScope& scope, const ModelConfig& config, bool cross_attention) {
  std::vector<Block> blocks;
  for (Index i = 0; i < config.layers; ++i) {
    blocks.emplace_back(scope / "layers" / i, block_options(config, cross_attention));
  }
  return blocks;
}

}  // namespace attnlab
