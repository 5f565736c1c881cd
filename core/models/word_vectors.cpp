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
  const auto small = Initializer::uniform(0.5 / double(config.width));
  words_ = (scope / model_sites::kSource)
               .add(input_sites::kEmbeddingWeight, {config.source_vocabulary, config.width}, small);
  candidates_ =
      (scope / model_sites::kCandidates)
          .add(input_sites::kEmbeddingWeight, {config.target_vocabulary, config.width}, Initializer::zeros());
}

Variable WordVectors::mean_of_words(Tape& tape, const Batch& batch) const {
  const Scope scope(tape, model_sites::kSource);
  const Variable words =
      tape.name(embedding(tape, tape.parameter(words_), batch.source, {batch.size, batch.source_length}),
                input_sites::kEmbedding);
  return tape.name(mean_row(tape, words, batch.source_lengths), model_sites::kSourceMean);
}

Variable WordVectors::logits(Tape& tape, const Batch& batch) const {
  const Variable mean = mean_of_words(tape, batch);
  Variable candidates;
  {
    const Scope scope(tape, model_sites::kCandidates);
    candidates =
        tape.name(embedding(tape, tape.parameter(candidates_), batch.input, {batch.size, batch.input_length}),
                  input_sites::kEmbedding);
  }
  return name_logits(tape, attention_scores(tape, mean, candidates));
}

Variable WordVectors::loss_in_steps(Tape& tape, Variable scores, const CrossEntropyOptions& options) const {
  {
    const Scope scope(tape, model_sites::kOutput);
    tape.name(sigmoid(tape, scores), output_sites(config()).probabilities);
  }
  const Scope scope(tape, model_sites::kLoss);
  const Variable each =
      tape.name(binary_cross_entropy_per_token(tape, scores, options), output_sites(config()).per_token);
  return tape.name(mean_loss(tape, each, options.normalizer), model_sites::kMeanLoss);
}

Model::Loss WordVectors::losses(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const {
  const CrossEntropyOptions options{batch.target, label_smoothing, Real(std::max<Index>(counted, 1))};
  const Variable scores = logits(tape, batch);
  const Variable mean =
      tape.recording() ? loss_in_steps(tape, scores, options) : binary_cross_entropy(tape, scores, options);
  return {mean, mean, scores};
}

}  // namespace attnlab
