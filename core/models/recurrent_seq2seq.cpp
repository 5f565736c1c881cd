// RecurrentSeq2Seq: parameters and forward pass.
#include "core/models/recurrent_seq2seq.h"

#include "core/layers/alignment_sites.h"
#include "core/models/recurrent.h"
#include "core/models/transformer_parts.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/embedding.h"
#include "core/ops/basic/tanh.h"

namespace attnlab {

RecurrentSeq2Seq::RecurrentSeq2Seq(const ModelConfig& config)
    : Model(config), alignment_(alignment_kind(config.alignment)) {
  const ParameterScope scope(layout_);
  const Index c = config.width, v = config.target_vocabulary;
  target_embedding_ = (scope / model_sites::kTarget)
                          .add(input_sites::kEmbeddingWeight, {v, c}, embedding_initializer(config));
  source_embedding_ =
      (scope / model_sites::kSource)
          .add(input_sites::kEmbeddingWeight, {config.source_vocabulary, c}, embedding_initializer(config));
  encoder_.emplace(scope / model_sites::kEncoder, recurrent_options(config, c, config.bidirectional));
  if (config.bidirectional) add_bridge(scope / model_sites::kDecoder);
  RecurrentStack::Options decoder = recurrent_options(config, c, false);
  if (alignment_.when == AlignmentKind::When::BeforeEachStep) {
    RecurrentLayer::Options first = decoder.cell;
    first.context = encoder_->output_width();
    aligned_.emplace(scope / alignment_sites::kAlignment,
                     (scope / model_sites::kDecoder).within(kRecurrentLayers, 0), first);
    decoder.first = 1;
  }
  decoder_.emplace(scope / model_sites::kDecoder, decoder);
  add_alignment(scope / alignment_sites::kAlignment);
  output_.weight = target_embedding_;
  if (!config.tied_output)
    output_ = LinearLayer::make(scope / model_sites::kOutput,
                                {model_sites::kOutputWeight, model_sites::kOutputBias}, c, v, config.bias,
                                linear_initializer(config, c, v));
}

void RecurrentSeq2Seq::add_bridge(const ParameterScope& scope) {
  const Index c = config().width, ends = 2 * c;
  const auto make = [&](Index layer, const LinearSites& bridge) {
    return LinearLayer::make(scope.within(kRecurrentLayers, layer), bridge, ends, c, config().bias,
                             linear_initializer(config(), ends, c));
  };
  for (Index layer = 0; layer < config().layers; ++layer) {
    hidden_bridge_.push_back(make(layer, {model_sites::kHiddenBridgeWeight, model_sites::kHiddenBridgeBias}));
    if (cell_kind(config().cell).has_cell)
      cell_bridge_.push_back(make(layer, {model_sites::kCellBridgeWeight, model_sites::kCellBridgeBias}));
  }
}

void RecurrentSeq2Seq::add_alignment(const ParameterScope& scope) {
  if (alignment_.when != AlignmentKind::When::AfterAllSteps) return;
  const Index c = config().width, m = encoder_->output_width();
  attention_.emplace(scope, GeneralAttention::Options{
                                .score = alignment_.score, .query_width = c, .key_width = m, .hidden = c});
  combine_ = LinearLayer::make(scope, {alignment_sites::kCombineWeight, alignment_sites::kCombineBias}, m + c,
                               c, config().bias, linear_initializer(config(), m + c, c));
}

std::span<const CellState> RecurrentSeq2Seq::bridge(Tape& tape, std::span<const CellState> ends) const {
  if (!config().bidirectional) return ends;
  CellState* start = tape.arena().array<CellState>(config().layers);
  for (std::size_t i = 0; i < hidden_bridge_.size(); ++i) {
    const Scope decoder(tape, model_sites::kDecoder);
    const Scope scope(tape, kRecurrentLayers, static_cast<Index>(i));
    const CellState &forward = ends[2 * i], &reverse = ends[2 * i + 1];
    const Variable both = join_columns(tape, forward.hidden, reverse.hidden);
    start[i].hidden = tape.name(tanh(tape, hidden_bridge_[i](tape, both)), model_sites::kInitialHidden);
    start[i].cell = {};
    if (cell_bridge_.empty()) continue;
    const Variable cells = join_columns(tape, forward.cell, reverse.cell);
    start[i].cell = tape.name(cell_bridge_[i](tape, cells), model_sites::kInitialCell);
  }
  return {start, static_cast<std::size_t>(config().layers)};
}

/// The encoder's states, stored in the tape's decoding cache where it carries one.
Variable RecurrentSeq2Seq::memory(Tape& tape, const Batch& batch, Variable fresh) const {
  if (!tape.cache() || !alignment_.looks_back()) return fresh;
  const Shape shape{batch.size, batch.source_length, encoder_->output_width()};
  DecodingCache::Slot& slot = tape.cache()->slot(batch.size, shape[1] * shape[2]);
  if (fresh) {
    std::copy_n(fresh.data(), fresh.size(), slot.cells.data());
    return fresh;
  }
  const Variable copy = tape.constant(shape);
  std::copy_n(slot.cells.data(), copy.size(), copy.data());
  return copy;
}

RecurrentSeq2Seq::Encoded RecurrentSeq2Seq::encode(Tape& tape, const Batch& batch) const {
  DecodingCache* const cache = tape.cache();
  if (cache && cache->position() > 0) return {memory(tape, batch, {}), {}};
  tape.use(nullptr);
  Variable x;
  {
    const Scope scope(tape, model_sites::kSource);
    x = tape.name(
        embedding(tape, tape.parameter(source_embedding_), batch.source, {batch.size, batch.source_length}),
        input_sites::kEmbedding);
  }
  RecurrentStack::Output states;
  {
    const Scope scope(tape, model_sites::kEncoder);
    states = (*encoder_)(tape, dropout(tape, x, config().dropout), {}, batch.source_lengths, LastState::Make);
  }
  const std::span<const CellState> start = bridge(tape, states.last);
  tape.use(cache);
  return {memory(tape, batch, states.hidden), start};
}

Variable RecurrentSeq2Seq::decode(Tape& tape, Variable x, const Encoded& encoded,
                                  std::span<const Index> lengths) const {
  const std::span<const CellState>& start = encoded.start;
  if (aligned_) {
    x = (*aligned_)(tape, x, encoded.memory, lengths, start.empty() ? CellState() : start[0],
                    Place().inside(model_sites::kDecoder).inside(kRecurrentLayers, 0));
  }
  const Scope scope(tape, model_sites::kDecoder);
  return (*decoder_)(tape, x, aligned_ && !start.empty() ? start.subspan(1) : start, {}, LastState::Skip)
      .hidden;
}

Variable RecurrentSeq2Seq::attentional(Tape& tape, Variable hidden, const Encoded& encoded,
                                       std::span<const Index> lengths) const {
  const Variable context =
      (*attention_)(tape, hidden, encoded.memory, encoded.memory, {.causal = false, .key_lengths = lengths},
                    alignment_sites::kAlignment);
  const Scope scope(tape, alignment_sites::kAlignment);
  return tape.name(tanh(tape, combine_(tape, join_columns(tape, context, hidden))),
                   alignment_sites::kAttentional);
}

Variable RecurrentSeq2Seq::logits(Tape& tape, const Batch& batch) const {
  const Encoded encoded = encode(tape, batch);
  Variable x;
  {
    const Scope scope(tape, model_sites::kTarget);
    x = tape.name(
        embedding(tape, tape.parameter(target_embedding_), batch.input, {batch.size, batch.input_length}),
        input_sites::kEmbedding);
  }
  Variable read = decode(tape, dropout(tape, x, config().dropout), encoded, batch.source_lengths);
  if (attention_) read = attentional(tape, read, encoded, batch.source_lengths);
  return name_logits(tape, output_(tape, read));
}

}  // namespace attnlab
