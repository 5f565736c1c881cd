// EncoderDecoder: parameters and forward pass.
#include "core/models/encoder_decoder.h"

#include "core/layers/norm_sites.h"

namespace attnlab {

EncoderDecoder::EncoderDecoder(const ModelConfig& config) : Model(config) {
  const ParameterScope scope(layout_);
  const Index c = config.width, v = config.target_vocabulary;
  target_embedding_ = (scope / model_sites::kTarget)
                          .add(input_sites::kEmbeddingWeight, {v, c}, embedding_initializer(config));
  add_source(scope);
  target_.emplace(scope, model_sites::kTarget, target_embedding_, input_options(config));
  encoder_ = make_stack(scope / model_sites::kEncoder, config, CrossAttention::Without);
  decoder_ = make_stack(scope / model_sites::kDecoder, config, CrossAttention::With);
  output_ = make_output(scope, config, target_embedding_);
}

void EncoderDecoder::add_source(const ParameterScope& scope) {
  if (reads_picture()) {
    picture_.emplace(scope, config());
    return;
  }
  source_embedding_ = config().shared_embeddings ? target_embedding_
                                                 : (scope / model_sites::kSource)
                                                       .add(input_sites::kEmbeddingWeight,
                                                            {config().source_vocabulary, config().width},
                                                            embedding_initializer(config()));
  source_.emplace(scope, model_sites::kSource, source_embedding_, input_options(config()));
}

Index EncoderDecoder::positions_a_row(const Batch& batch) const {
  return (reads_picture() ? patch_count(config()) : batch.source_length) + batch.target_length;
}

EncoderDecoder::Stack EncoderDecoder::make_stack(const ParameterScope& scope, const ModelConfig& config,
                                                 CrossAttention cross) {
  Stack stack;
  stack.blocks = make_blocks(scope, config, cross);
  stack.norm = last_norm(scope, config);
  return stack;
}

Variable EncoderDecoder::run(Tape& tape, const Stack& stack, Variable x, const Part& part,
                             const AttentionMask& mask, const Block::Memory* memory,
                             std::span<const Index> lengths) {
  const Scope scope(tape, part);
  for (std::size_t i = 0; i < stack.blocks.size(); ++i) {
    const Scope layer(tape, kLayers, static_cast<Index>(i));
    x = stack.blocks[i](tape, x, mask.of_layer(static_cast<Index>(i)), memory, lengths);
  }
  return stack.norm ? (*stack.norm)(tape, x, norm_sites::kFinalNorm) : x;
}

Variable EncoderDecoder::source(Tape& tape, const Batch& batch) const {
  if (picture_) return (*picture_)(tape, config(), batch);
  return (*source_)(tape, batch.source, batch.size, batch.source_length);
}

/// The encoder's output; nothing where a decoding cache already holds its keys and values.
Variable EncoderDecoder::encode(Tape& tape, const Batch& batch, const AttentionMask& mask) const {
  DecodingCache* const cache = tape.cache();
  if (cache && cache->position() > 0) return {};
  tape.use(nullptr);
  const Variable encoded =
      run(tape, encoder_, source(tape, batch), model_sites::kEncoder, mask, nullptr, batch.source_lengths);
  tape.use(cache);
  return encoded;
}

Variable EncoderDecoder::logits(Tape& tape, const Batch& batch) const {
  const AttentionMask own{.causal = false, .key_lengths = batch.source_lengths, .rule = config().mask};
  const AttentionMask of_memory{.causal = false, .key_lengths = batch.source_lengths};
  const Block::Memory memory{encode(tape, batch, own), of_memory};
  const Variable target = (*target_)(tape, batch.input, batch.size, batch.input_length);
  const Variable decoded = run(tape, decoder_, target, model_sites::kDecoder, target_mask(config(), batch),
                               &memory, batch.input_lengths);
  return name_logits(tape, output_(tape, read_by_output(tape, config(), decoded)));
}

}  // namespace attnlab
