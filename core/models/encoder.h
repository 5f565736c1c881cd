// Encoder: a stack of blocks that see the whole text, to predict masked tokens or to classify.
#pragma once

#include <optional>
#include <span>

#include "core/layers/sequence_input.h"
#include "core/models/encoder_parts.h"
#include "core/models/model.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

/// Encoder-only Transformer (BERT, Devlin et al. 2019). Padding is hidden; nothing else is. Its output is
/// tokens (V of each position, for masked-token training; may be tied to the embedding), labels (likewise, of
/// another vocabulary) or one class, from the mean over the real tokens or from a class vector that goes
/// before the text.
class Encoder final : public Model {
 public:
  explicit Encoder(const ModelConfig& config);
  Index positions_a_row(const Batch& batch) const override;
  /// [B,Ts,V], or [B,1,V] for a class.
  Variable logits(Tape& tape, const Batch& batch) const override;

 private:
  Variable embedded(Tape& tape, const Batch& batch) const;
  std::span<const TokenId> places(Tape& tape, const Batch& batch) const;

  const PoolingKind& pooling_;
  ParameterId embedding_;
  ParameterId segments_ = -1;
  Real factor_;
  std::optional<SequenceInput> input_;
  std::vector<Block> blocks_;
  std::optional<NormLayer> norm_;
  std::optional<OutputLayer> output_layer_;
  LinearLayer output_;
};

}  // namespace attnlab
