// RecurrentSeq2Seq: an encoder and a decoder of recurrent cells, with or without an alignment between them.
#pragma once

#include <optional>

#include "core/layers/alignment_kind.h"
#include "core/layers/recurrent_alignment.h"
#include "core/layers/recurrent_stack.h"
#include "core/models/model.h"

namespace attnlab {

/// The encoder's last states are the decoder's first (Cho et al. 2014; Sutskever et al. 2014): without an
/// alignment these are all that the decoder knows of the source. An encoder of both directions gives them
/// through a linear layer, tanh after it for hidden states: decoder.layers.N.initial_hidden (and _cell).
/// Alignments look back at every encoder state, padding apart, when AlignmentKind::when says. Before each
/// step: in a deeper decoder this is the first layer. After all steps: without input feeding, and the
/// attentional vector is tanh(W·[c;h]). Traced as alignment.scores, .weights and .context.
class RecurrentSeq2Seq final : public Model {
 public:
  explicit RecurrentSeq2Seq(const ModelConfig& config);
  /// Steps go one position at a time, and each is faster for many rows: a shard is one pass.
  Index positions_a_row(const Batch&) const override { return 1; }
  Variable logits(Tape& tape, const Batch& batch) const override;

 private:
  /// The decoder's input: states of every source position [B,Ts,M], and where each layer starts.
  struct Encoded {
    Variable memory;
    std::span<const CellState> start;
  };
  void add_bridge(const ParameterScope& scope);
  void add_alignment(const ParameterScope& scope);
  Encoded encode(Tape& tape, const Batch& batch) const;
  std::span<const CellState> bridge(Tape& tape, std::span<const CellState> ends) const;
  Variable memory(Tape& tape, const Batch& batch, Variable fresh) const;
  Variable decode(Tape& tape, Variable x, const Encoded& encoded, std::span<const Index> lengths) const;
  Variable attentional(Tape& tape, Variable hidden, const Encoded& encoded,
                       std::span<const Index> lengths) const;

  const AlignmentKind& alignment_;
  ParameterId source_embedding_, target_embedding_;
  std::optional<RecurrentStack> encoder_;
  std::vector<LinearLayer> hidden_bridge_, cell_bridge_;
  std::optional<AlignedRecurrentLayer> aligned_;  // the first layer of the decoder, which looks back
  std::optional<RecurrentStack> decoder_;         // all layers, or those above it
  std::optional<GeneralAttention> attention_;     // after all steps
  LinearLayer combine_;
  LinearLayer output_;
};

}  // namespace attnlab
