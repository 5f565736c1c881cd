// Gpt: parameters and forward pass.
#include "core/models/gpt.h"

#include "core/layers/norm_sites.h"

namespace attnlab {

Gpt::Gpt(const ModelConfig& config) : Model(config) {
  const ParameterScope scope(layout_);
  const Index v = config.target_vocabulary, c = config.width;
  embedding_ = (scope / model_sites::kTarget)
                   .add(input_sites::kEmbeddingWeight, {v, c}, embedding_initializer(config));
  input_.emplace(scope, model_sites::kTarget, embedding_, input_options(config));
  blocks_ = make_blocks(scope / model_sites::kDecoder, config, CrossAttention::Without);
  norm_ = last_norm(scope / model_sites::kDecoder, config);
  output_ = make_output(scope, config, embedding_);
}

Variable Gpt::logits(Tape& tape, const Batch& batch) const {
  Variable x = (*input_)(tape, batch.input, batch.size, batch.input_length);
  {
    const Scope scope(tape, model_sites::kDecoder);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const auto number = static_cast<Index>(i);
      const Scope layer(tape, kLayers, number);
      x = blocks_[i](tape, x, target_mask(config(), batch).of_layer(number), nullptr, batch.input_lengths);
    }
    if (norm_) x = (*norm_)(tape, x, norm_sites::kFinalNorm);
  }
  return name_logits(tape, output_(tape, read_by_output(tape, config(), x)));
}

}  // namespace attnlab
