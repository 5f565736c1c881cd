// Gpt: parameters and forward pass.
#include "core/models/gpt.h"

namespace attnlab {

Gpt::Gpt(const ModelConfig& config) : Model(config) {
  const ParameterScope scope(layout_);
  const Index v = config.target_vocabulary, c = config.width;
  embedding_ = (scope / "target" / "embedding").add("weight", {v, c}, embedding_initializer(config));
  input_.emplace(scope, "target", embedding_, input_options(config));
  blocks_ = make_blocks(scope / "decoder", config, false);
  if (config.norm == "pre") {
    norm_ = NormLayer::make(scope / "decoder" / "norm", norm_options(config));
  }
  output_ = config.tied_output ? embedding_
                               : (scope / "output").add("weight", {v, c}, linear_initializer(config, c, v));
}

Variable Gpt::logits(Tape& tape, const Batch& batch) const {
  Variable x = (*input_)(tape, batch.input, batch.size, batch.input_length);
  {
    const Scope scope(tape, "decoder");
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const Scope layer(tape, "layers", static_cast<Index>(i));
      x = blocks_[i](tape, x, target_mask(config(), batch), nullptr, batch.input_lengths);
    }
    if (norm_) x = (*norm_)(tape, x, "norm");
  }
  return tape.name(linear(tape, x, tape.parameter(output_)), "output.logits");
}

}  // namespace attnlab
