// Rate finder: the loss while the learning rate rises from step to step, on a copy of a run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/config/stop.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/trainer.h"

namespace attnlab {

/// How a range of learning rates is tried (Smith 2017).
struct RateSearch {
  double lowest = 1e-6;  ///< learning rate of the first step
  double highest = 10;   ///< learning rate of the last step, at most 10
  Index steps = 100;     ///< each step's rate is the same multiple of the rate before; at least 2
  friend bool operator==(const RateSearch&, const RateSearch&) = default;
};

/// Throws std::invalid_argument with one line that says what is allowed.
void validate(const RateSearch& search);

/// The learning rate of step `step`, 0 the first: lowest·(highest / lowest)^(step / (steps − 1)).
double rate_of_step(const RateSearch& search, Index step);

/// What the search found up to one moment.
struct RateCourse {
  RateSearch search;
  Index from = 0;                ///< step of the run that was copied
  std::vector<double> rates;     ///< of the steps made
  std::vector<double> losses;    ///< of each step's batch, before its update
  std::vector<double> smoothed;  ///< running mean of the losses, corrected for its begin
  bool diverged = false;  ///< ended early: the smoothed loss was kDivergedAt times its least, or not finite
  bool finished = false;  ///< not stopped from outside
  /// The rate at which the smoothed loss falls most steeply over the logarithm of the rate, from what was its
  /// least value so far; the way back from a peak does not count. Nothing where the loss never falls, or
  /// before the end.
  std::optional<double> suggestion;
};

/// The search ends where the smoothed loss is this multiple of its least.
inline constexpr double kDivergedAt = 4;
/// Weight of the past in the smoothed loss, a step.
inline constexpr double kRateSmoothing = 0.9;

/// The rate that RateCourse::suggestion names, from rates and smoothed losses.
std::optional<double> steepest_rate(const std::vector<double>& rates, const std::vector<double>& smoothed);

/// Trains a copy of the run that `start` belongs to, on one thread, with constant rates in the place of the
/// schedule and all other settings of `start`. Deterministic. `progress` is called after every step. Throws
/// as validate() and Trainer::restore().
RateCourse find_rate(const std::shared_ptr<const Model>& model, const std::shared_ptr<const Task>& task,
                     const TrainingState& start, const RateSearch& search, const StopToken& stop = {},
                     const std::function<void(const RateCourse&)>& progress = {},
                     const AttentionDeviceChoice& device = AttentionDeviceChoice());

}  // namespace attnlab
