// EncoderDecoder: the Transformer of 2017, which reads a text or a picture.
#pragma once

#include <optional>

#include "core/models/model.h"
#include "core/models/picture_input.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

/// Vaswani et al. 2017: an encoder that sees the whole source, a causal decoder that also attends to the
/// encoder's output. Padding at the end of the source is hidden from both. Of Format::PictureText the source
/// is a picture, as the Vision Transformer reads it: its patches are the memory that the words attend to.
class EncoderDecoder final : public Model {
 public:
  explicit EncoderDecoder(const ModelConfig& config);
  Index positions_a_row(const Batch& batch) const override;
  /// Throws as PictureInput where the source is a picture.
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
  bool reads_picture() const { return has_picture(format_of(config())); }
  void add_source(const ParameterScope& scope);
  Variable source(Tape& tape, const Batch& batch) const;
  Variable encode(Tape& tape, const Batch& batch, const AttentionMask& mask) const;

  ParameterId target_embedding_, source_embedding_ = -1;
  std::optional<PictureInput> picture_;  // instead of a source text
  std::optional<InputLayer> source_, target_;
  Stack encoder_, decoder_;
  LinearLayer output_;
};

}  // namespace attnlab
