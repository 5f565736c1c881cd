// WordVectors: forward pass and loss.
#include "core/models/word_vectors.h"

#include <algorithm>

#include "core/layers/parameter_scope.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/basic/embedding.h"
#include "core/ops/basic/pooling.h"
#include "core/ops/loss/binary_cross_entropy.h"

namespace attnlab {

WordVectors::WordVectors(const ModelConfig& config) : Model(config) {
  const ParameterScope scope(layout_);
  const auto small = Initializer::uniform(0.5 / static_cast<double>(config.width));
  words_ = (scope / "source" / "embedding").add("weight", {config.source_vocabulary, config.width}, small);
  candidates_ = (scope / "candidates" / "embedding")
                    .add("weight", {config.target_vocabulary, config.width}, Initializer::zeros());
}

Variable WordVectors::logits(Tape& tape, const Batch& batch) const {
  const Variable words =
      tape.name(embedding(tape, tape.parameter(words_), batch.source, {batch.size, batch.source_length}),
                "source.embedding");
  const Variable mean = tape.name(mean_row(tape, words, batch.source_lengths), "source.mean");
  const Variable candidates =
      tape.name(embedding(tape, tape.parameter(candidates_), batch.input, {batch.size, batch.input_length}),
                "candidates.embedding");
  return tape.name(attention_scores(tape, mean, candidates), "output.logits");
}

Model::Loss WordVectors::losses(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const {
  const CrossEntropyOptions options{batch.target, label_smoothing,
                                    static_cast<Real>(std::max<Index>(counted, 1))};
  const Variable scores = logits(tape, batch);
  Variable mean;
  if (tape.recording()) {
    tape.name(sigmoid(tape, scores), "output.probabilities");
    const Variable each = tape.name(binary_cross_entropy_per_token(tape, scores, options), "loss.per_token");
    mean = tape.name(mean_loss(tape, each, options.normalizer), "loss.mean");
  } else {
    mean = binary_cross_entropy(tape, scores, options);
  }
  return {mean, mean, scores};
}

}  // namespace attnlab
