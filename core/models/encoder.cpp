// Encoder: parameters and forward pass.
#include "core/models/encoder.h"

#include "core/models/encoder_parts.h"
#include "core/ops/basic/embedding.h"

namespace attnlab {

Encoder::Encoder(const ModelConfig& config) : Model(config), factor_(input_options(config).factor) {
  const ParameterScope scope(layout_);
  const Index c = config.width, v = config.target_vocabulary;
  embedding_ =
      (scope / model_sites::kSource)
          .add(input_sites::kEmbeddingWeight, {config.source_vocabulary, c}, embedding_initializer(config));
  input_.emplace(scope / model_sites::kSource, sequence_options(config, config.context));
  blocks_ = make_blocks(scope / model_sites::kEncoder, config, CrossAttention::Without);
  norm_ = last_norm(scope / model_sites::kEncoder, config);
  if (config.tied_output) {
    output_.weight = embedding_;
  } else {
    output_ = LinearLayer::make(scope / model_sites::kOutput,
                                {model_sites::kOutputWeight, model_sites::kOutputBias}, c, v, config.bias,
                                linear_initializer(config, c, v));
  }
}

Index Encoder::positions_a_row(const Batch& batch) const {
  return batch.source_length + (has_class_token(config()) ? 1 : 0);
}

Variable Encoder::logits(Tape& tape, const Batch& batch) const {
  Variable x;
  {
    const Scope scope(tape, model_sites::kSource);
    x = tape.name(
        embedding(tape, tape.parameter(embedding_), batch.source, {batch.size, batch.source_length}, factor_),
        input_sites::kEmbedding);
    x = (*input_)(tape, x);
  }
  const std::span<const Index> lengths = lengths_with_class(tape, config(), batch.source_lengths);
  x = encode(tape, blocks_, norm_, x, {.causal = false, .key_lengths = lengths, .rule = config().mask});
  if (format_of(config()) == Format::Class) x = pool(tape, config(), x, lengths);
  return name_logits(tape, output_(tape, x));
}

}  // namespace attnlab
