// Measures: what is measured of a model now and then while it learns.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/training/trainer.h"

namespace attnlab {

/// Names of what is measured:
///   validation.loss   mean cross-entropy a token of held-out examples
class Measures {
 public:
  /// Of the models that `trainer` will have: all of one layout. `validation_batches`: batches of held-out
  /// examples.
  Measures(const Trainer& trainer, Index validation_batches);

  const std::vector<std::string>& names() const { return names_; }
  /// One value a name, of the model as it is. `before` are the weights before the last step, whose gradient
  /// the trainer still has; empty where there was none, and what needs them is NaN.
  std::vector<float> measure(Trainer& trainer, std::span<const Real> before);

 private:
  Index validation_batches_;
  std::vector<std::string> names_;
};

}  // namespace attnlab
