// Shared parts of the encoders.
#include "core/models/encoder_parts.h"

#include <algorithm>

#include "core/layers/norm_sites.h"
#include "core/models/model_sites.h"

namespace attnlab {

Variable encode(Tape& tape, const std::vector<Block>& blocks, const std::optional<NormLayer>& norm,
                Variable x, const AttentionMask& mask) {
  const Scope scope(tape, model_sites::kEncoder);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Scope layer(tape, kLayers, static_cast<Index>(i));
    x = blocks[i](tape, x, mask.of_layer(static_cast<Index>(i)), nullptr);
  }
  return norm ? (*norm)(tape, x, norm_sites::kFinalNorm) : x;
}

std::span<const Index> lengths_with_class(Tape& tape, const ModelConfig& config,
                                          std::span<const Index> lengths) {
  if (!has_class_token(config)) return lengths;
  Index* const longer = tape.arena().array<Index>(count_of(lengths));
  std::ranges::transform(lengths, longer, [](Index length) { return length + 1; });
  return {longer, lengths.size()};
}

Variable pool(Tape& tape, const PoolingKind& pooling, Variable x, std::span<const Index> lengths) {
  const Scope scope(tape, model_sites::kPooling);
  const PooledStates pooled{.states = x, .lengths = lengths};
  return tape.name(pooling.pool(tape, pooled), model_sites::kPooled);
}

const model_sites::OutputLayerSites& output_layer_sites(const ModelConfig& config) {
  return gives_class(format_of(config)) ? model_sites::kOneClassLayer : model_sites::kEachTokenLayer;
}

OutputLayer::OutputLayer(const ParameterScope& output, const ModelConfig& config)
    : kind_(output_layer_kind(config.output_layer)),
      activation_(activation_kind(config.activation)),
      sites_(output_layer_sites(config)) {
  if (!kind_.is_there()) return;
  const Index c = config.width;
  dense_ = LinearLayer::make(output, {model_sites::kDenseWeight, model_sites::kDenseBias}, c, c, config.bias,
                             linear_initializer(config, c, c));
  if (kind_.normed) norm_ = NormLayer::make(output / model_sites::kOutputNorm, norm_options(config));
}

Variable OutputLayer::operator()(Tape& tape, Variable x) const {
  if (!kind_.is_there()) return x;
  const Scope scope(tape, model_sites::kOutput);
  const Variable dense = tape.name(dense_(tape, x), sites_.dense);
  return norm_(tape, tape.name(kind_.activation(tape, activation_, dense), sites_.activated),
               model_sites::kOutputNorm);
}

}  // namespace attnlab
