// Encoder: parameters and forward pass.
#include "core/models/encoder.h"

#include <algorithm>

#include "core/models/encoder_parts.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/embedding.h"

namespace attnlab {

Encoder::Encoder(const ModelConfig& config)
    : Model(config), pooling_(pooling_kind(config.pooling)), factor_(input_options(config).factor) {
  const ParameterScope scope(layout_);
  const Index c = config.width, v = config.target_vocabulary;
  embedding_ =
      (scope / model_sites::kSource)
          .add(input_sites::kEmbeddingWeight, {config.source_vocabulary, c}, embedding_initializer(config));
  if (config.segments > 0)
    segments_ = (scope / model_sites::kSource)
                    .add(input_sites::kSegmentsWeight, {config.segments, c}, embedding_initializer(config));
  input_.emplace(scope / model_sites::kSource, sequence_options(config, config.context));
  blocks_ = make_blocks(scope / model_sites::kEncoder, config, CrossAttention::Without);
  norm_ = last_norm(scope / model_sites::kEncoder, config);
  output_layer_.emplace(scope / model_sites::kOutput, config);
  if (config.tied_output) {
    output_ = make_output(scope, config, embedding_);
  } else {
    output_ = LinearLayer::make(scope / model_sites::kOutput,
                                {model_sites::kOutputWeight, model_sites::kOutputBias}, c, v, config.bias,
                                linear_initializer(config, c, v));
  }
}

Index Encoder::positions_a_row(const Batch& batch) const {
  return batch.source_length + (has_class_token(config()) ? 1 : 0);
}

/// Tokens as vectors, with those of their segments.
Variable Encoder::embedded(Tape& tape, const Batch& batch) const {
  const Shape rows{batch.size, batch.source_length};
  const Variable tokens = tape.name(embedding(tape, tape.parameter(embedding_), batch.source, rows, factor_),
                                    input_sites::kEmbedding);
  if (segments_ < 0) return tokens;
  const Variable table = tape.parameter(segments_);
  TokenId* const first = tape.arena().array<TokenId>(rows.size());
  std::fill_n(first, rows.size(), 0);
  const auto last = static_cast<TokenId>(table.shape()[0] - 1);  // of a model that knows no second text
  std::ranges::transform(batch.source_segments, first, [&](TokenId id) { return std::min(id, last); });
  const std::span<const TokenId> ids{first, static_cast<std::size_t>(rows.size())};
  const Variable segments = tape.name(embedding(tape, table, ids, rows), input_sites::kSegments);
  return tape.name(add(tape, tokens, segments), input_sites::kWithSegments);
}

/// The row of the learned positions for each token: they count tokens that are not padding, which has the
/// first row (Liu et al. 2019).
std::span<const TokenId> Encoder::places(Tape& tape, const Batch& batch) const {
  TokenId* const all = tape.arena().array<TokenId>(count_of(batch.source));
  for (Index b = 0; b < batch.size; ++b) {
    TokenId count = 0;
    for (Index t = b * batch.source_length; t < (b + 1) * batch.source_length; ++t) {
      const bool padding = batch.source[t] == config().padding_token;
      all[t] = padding ? 0 : ++count;
    }
  }
  return {all, batch.source.size()};
}

Variable Encoder::logits(Tape& tape, const Batch& batch) const {
  Variable x;
  {
    const Scope scope(tape, model_sites::kSource);
    x = embedded(tape, batch);
    x = config().padding_token < 0 ? (*input_)(tape, x) : (*input_)(tape, x, places(tape, batch));
  }
  const std::span<const Index> lengths = lengths_with_class(tape, config(), batch.source_lengths);
  x = encode(tape, blocks_, norm_, x, {.causal = false, .key_lengths = lengths, .rule = config().mask});
  if (format_of(config()) == Format::Class) x = pool(tape, pooling_, x, lengths);
  return name_logits(tape, output_(tape, (*output_layer_)(tape, x)));
}

}  // namespace attnlab
