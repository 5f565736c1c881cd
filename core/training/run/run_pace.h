// RunPace: the running mean of a run's loss, and its speed.
#pragma once

#include <limits>

#include "core/training/trainer.h"

namespace attnlab {

class RunPace {
 public:
  void add(const StepMetrics& metrics);

  /// The mean of about the last ten batches' losses; NaN before any.
  double mean_loss() const { return weight_ > 0 ? sum_ / weight_ : std::numeric_limits<double>::quiet_NaN(); }
  /// Whether the mean is of enough batches to say that a loss is reached.
  bool settled() const { return weight_ > kEnough; }
  /// Speed over about half a second of training; 0 before any.
  double tokens_per_second() const { return tokens_per_second_; }
  double seconds_per_step() const { return seconds_per_step_; }

 private:
  static constexpr double kMemory = 0.9;  ///< of the mean
  static constexpr double kEnough = 0.6;  ///< of the steps in it
  static constexpr double kWindow = 0.5;  ///< seconds

  double sum_ = 0, weight_ = 0;
  double seconds_ = 0;
  Index tokens_ = 0, steps_ = 0;
  double tokens_per_second_ = 0, seconds_per_step_ = 0;
};

}  // namespace attnlab
