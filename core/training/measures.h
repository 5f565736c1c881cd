// Measures: what is measured of a model now and then while it learns.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/training/parameter_groups.h"
#include "core/training/probe.h"
#include "core/training/trainer.h"

namespace attnlab {

/// Names of what is measured, in this order; GROUP is one of parameter_groups():
///   validation.loss       mean cross-entropy a token of held-out examples
///   validation.tokens     share of right targets of the same examples
///   validation.sequences  share of the examples that are right to the last target; of tasks with answers
///   gradient.GROUP        Euclidean norm of the last step's gradient, before clipping
///   weight.GROUP          Euclidean norm of the weights
///   update.GROUP          ‖after − before‖/‖before‖ of the weights in the last step; NaN where all were 0
///   activation.…, entropy.…  see Probe
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
  void measure_groups(const Trainer& trainer, std::span<const Real> before, std::vector<float>& values) const;

  Index validation_batches_;
  bool answers_;
  std::vector<ParameterGroup> groups_;
  Probe probe_;
  std::vector<std::string> names_;
};

}  // namespace attnlab
