// EncoderDecoder: the Transformer of 2017.
#pragma once

#include <optional>

#include "core/models/model.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

/// Vaswani et al. 2017: an encoder that sees the whole source, a causal decoder that also attends to the
/// encoder's output. Padding at the end of the source is hidden from both.
class EncoderDecoder final : public Model {
 public:
  explicit EncoderDecoder(const ModelConfig& config);
  Variable logits(Tape& tape, const Batch& batch) const override;

 private:
  /// One side's blocks with the norm that closes them, where there is one.
  struct Stack {
    std::vector<Block> blocks;
    std::optional<NormLayer> norm;
  };
  static Stack make_stack(const ParameterScope& scope, const ModelConfig& config, CrossAttention cross);
  static Variable run(Tape& tape, const Stack& stack, Variable x, const Part& part, const AttentionMask& mask,
                      const Block::Memory* memory, std::span<const Index> lengths);
  Variable encode(Tape& tape, const Batch& batch, const AttentionMask& mask) const;

  ParameterId target_embedding_, source_embedding_;
  std::optional<InputLayer> source_, target_;
  Stack encoder_, decoder_;
  ParameterId output_;
};

}  // namespace attnlab
