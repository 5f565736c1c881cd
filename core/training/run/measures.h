// Measures: the measurements of a model at intervals of training.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/training/parameters/parameter_groups.h"
#include "core/training/run/probe.h"
#include "core/training/trainer.h"

namespace attnlab {

/// Names of what is measured, in this order; GROUP is one of parameter_groups():
///   validation.loss       mean cross-entropy a token of held-out examples
///   validation.tokens     share of right targets; of tasks with answers, of distinct examples, each once
///   validation.sequences  share of these that are right to the last target; of tasks with answers
///   gradient.GROUP        Euclidean norm of the last step's gradient, before clipping; NaN where nothing
///   learns weight.GROUP          Euclidean norm of the weights update.GROUP          ‖after −
///   before‖/‖before‖ of the weights in the last step; NaN where all were 0 activation.…, entropy_bits.…,
///   expert_share.…  see Probe
class Measures {
 public:
  /// For the models of `trainer`, all of one layout. `validation_batches`: batches of held-out
  /// examples.
  Measures(const Trainer& trainer, Index validation_batches);

  const std::vector<std::string>& names() const { return names_; }
  /// Bytes of the memory of passes.
  std::size_t bytes() const { return probe_.bytes(); }
  /// One value a name, of the present model. `before`: the weights before the last step, whose gradient the
  /// trainer still has; empty where there was no step: values that need them are NaN.
  std::vector<float> measure(Trainer& trainer, std::span<const Real> before);

 private:
  void measure_groups(const Trainer& trainer, std::span<const Real> before, std::vector<float>& values) const;

  Index validation_batches_;
  bool answers_;
  std::vector<ParameterGroup> groups_;
  std::vector<ParameterGroup> learning_;  ///< of each, what learns, among the cells of the gradient
  Probe probe_;
  std::vector<std::string> names_;
};

}  // namespace attnlab
