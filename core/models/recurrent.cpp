// Recurrent: parameters and forward pass.
#include "core/models/recurrent.h"

#include "core/models/transformer_parts.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/embedding.h"

namespace attnlab {

RecurrentStack::Options recurrent_options(const ModelConfig& config, Index inputs, bool bidirectional) {
  return {.cell = {.kind = &cell_kind(config.cell),
                   .inputs = inputs,
                   .width = config.width,
                   .bias = config.bias,
                   .input = linear_initializer(config, inputs, config.width),
                   .memory = config.context},
          .layers = config.layers,
          .bidirectional = bidirectional,
          .dropout = config.dropout};
}

Recurrent::Recurrent(const ModelConfig& config) : Model(config), pooling_(pooling_kind(config.pooling)) {
  const ParameterScope scope(layout_);
  const bool tokens = format_of(config) == Format::Stream;
  const Index c = config.width, v = config.target_vocabulary;
  embedding_ = (scope / (tokens ? model_sites::kTarget : model_sites::kSource))
                   .add(input_sites::kEmbeddingWeight, {tokens ? v : config.source_vocabulary, c},
                        embedding_initializer(config));
  stack_.emplace(scope / model_sites::kRecurrent, recurrent_options(config, c, config.bidirectional));
  if (config.tied_output) {
    output_.weight = embedding_;
  } else {
    const Index in = stack_->output_width();
    output_ = LinearLayer::make(scope / model_sites::kOutput,
                                {model_sites::kOutputWeight, model_sites::kOutputBias}, in, v, config.bias,
                                linear_initializer(config, in, v));
  }
}

Variable Recurrent::pool(Tape& tape, const RecurrentStack::Output& states,
                         std::span<const Index> lengths) const {
  const Scope scope(tape, model_sites::kPooling);
  const PooledStates pooled{
      .states = states.hidden, .lengths = lengths, .last = states.last.last(config().bidirectional ? 2 : 1)};
  return tape.name(pooling_.pool(tape, pooled), model_sites::kPooled);
}

Variable Recurrent::logits(Tape& tape, const Batch& batch) const {
  const Format format = format_of(config());
  const bool tokens = format == Format::Stream, pools = format == Format::Class;
  const std::span<const TokenId> ids = tokens ? batch.input : batch.source;
  const Shape shape{batch.size, tokens ? batch.input_length : batch.source_length};
  const std::span<const Index> lengths = tokens ? std::span<const Index>() : batch.source_lengths;
  Variable x;
  {
    const Scope scope(tape, tokens ? model_sites::kTarget : model_sites::kSource);
    x = tape.name(embedding(tape, tape.parameter(embedding_), ids, shape), input_sites::kEmbedding);
  }
  RecurrentStack::Output states;
  {
    const Scope scope(tape, model_sites::kRecurrent);
    states = (*stack_)(tape, dropout(tape, x, config().dropout), {}, lengths,
                       pools ? LastState::Make : LastState::Skip);
  }
  const Variable read = pools ? pool(tape, states, lengths) : states.hidden;
  return name_logits(tape, output_(tape, read));
}

}  // namespace attnlab
