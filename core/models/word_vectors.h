// WordVectors: skip-gram and CBOW with negative sampling.
#pragma once

#include "core/models/model.h"
#include "core/ops/loss/cross_entropy.h"

namespace attnlab {

/// Two tables of vectors (Mikolov et al. 2013, "Distributed representations of words and phrases"): the mean
/// vector of the words in `source` is multiplied with the vector of each candidate in `input`; the candidate
/// that is near them should score high, those drawn at random low. One word in `source` (the center) makes it
/// skip-gram; all words around a place make it CBOW. The source vectors are the word vectors.
class WordVectors final : public Model {
 public:
  explicit WordVectors(const ModelConfig& config);
  /// Scores [B,1,1+K] of the candidates.
  Variable logits(Tape& tape, const Batch& batch) const override;
  /// Mean binary cross-entropy of the candidates, `batch.target` 1 or 0. Traced as output.probabilities (σ of
  /// the scores), loss.per_token and loss.mean.
  Loss losses(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const override;

 private:
  Variable mean_of_words(Tape& tape, const Batch& batch) const;
  Variable loss_in_steps(Tape& tape, Variable scores, const CrossEntropyOptions& options) const;

  ParameterId words_, candidates_;
};

}  // namespace attnlab
