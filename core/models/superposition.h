// Superposition: the toy model that keeps more features than it has dimensions.
#pragma once

#include "core/models/model.h"
#include "core/ops/loss/squared_error.h"

namespace attnlab {

/// x̂ = ReLU(x·W·Wᵀ + b) of Elhage et al. 2022, "Toy models of superposition": the numbers x of a text of
/// digits, one a feature, become a sum of C numbers, of which each is to be read again. Its vectors are the
/// rows of W [F,C], F the model's context; a shorter text has the first features.
class Superposition final : public Model {
 public:
  explicit Superposition(const ModelConfig& config);
  /// The numbers x̂ [B,1,T].
  Variable logits(Tape& tape, const Batch& batch) const override;
  /// Mean over the features of their importance times (x̂ − x)², x the digits of `batch.target`. Traced as
  /// loss.per_token and loss.mean.
  Loss losses(Tape& tape, const Batch& batch, double label_smoothing, Index counted) const override;

 private:
  Variable sum_of_features(Tape& tape, const Batch& batch) const;

  ParameterId features_, bias_;
  std::vector<Real> importance_;  ///< [F]
};

}  // namespace attnlab
