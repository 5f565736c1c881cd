// Gpt: a stack of causal blocks that predicts the next token.
#pragma once

#include <optional>

#include "core/models/model.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

/// Decoder-only Transformer (Radford et al. 2019): token and position embeddings, L causal blocks, a last
/// norm where blocks are pre-norm, and an output projection that may be the embedding itself.
class Gpt final : public Model {
 public:
  explicit Gpt(const ModelConfig& config);
  Variable logits(Tape& tape, const Batch& batch) const override;

 private:
  ParameterId embedding_;
  std::optional<InputLayer> input_;
  std::vector<Block> blocks_;
  std::optional<NormLayer> norm_;
  LinearLayer output_;
};

}  // namespace attnlab
