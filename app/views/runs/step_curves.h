// The metrics of a run's steps for drawing: smoothed, and thinned so that long runs stay fast. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "core/training/run/record.h"

namespace attnlab {

/// Follows a growing record; each update costs only what is new.
class StepCurves {
 public:
  /// The most points: beyond this, neighbours are merged into their mean.
  static constexpr std::size_t kMostPoints = 4096;
  using Log = AppendLog<StepMetrics>::View;

  /// `smoothing` in [0, 1): weight of the past, per step.
  explicit StepCurves(double smoothing = 0.95) : smoothing_(smoothing) {}

  /// Adds new steps; starts over for the steps of another run.
  void update(const Log& steps);
  /// Starts over where `smoothing` is another value.
  void set_smoothing(double smoothing);

  const std::vector<double>& steps() const { return points_.step; }     ///< the last step of a point
  const std::vector<double>& loss() const { return points_.loss; }      ///< mean over the steps of a point
  const std::vector<double>& smooth() const { return points_.smooth; }  ///< running mean of the loss
  const std::vector<double>& rate() const { return points_.rate; }      ///< of the last step of a point
  const std::vector<double>& gradient() const { return points_.gradient; }  ///< running mean of the norm
  const std::vector<double>& speed() const { return points_.speed; }        ///< tokens a second

 private:
  struct Points {
    std::vector<double> step, loss, smooth, rate, gradient, seconds, tokens, speed;
  };
  void start_over();
  void add(const StepMetrics& metrics);
  void begin_point();
  void thin();

  double smoothing_;
  Log used_;
  std::size_t per_point_ = 1, in_point_ = 0;
  double mean_ = 0, weight_ = 0;  ///< uncorrected running mean of the loss, and its weight
  double gradient_mean_ = 0, gradient_weight_ = 0;
  Points points_;
};

/// The measurements, one column per name, in the order of Record::names.
class MeasuredCurves {
 public:
  void update(const Record& record);

  const std::vector<double>& steps() const { return steps_; }
  /// exp of the held-out loss, one for each of steps(); empty where the loss is not measured.
  const std::vector<double>& perplexity() const { return perplexity_; }
  /// The values of a column; empty for no column (−1).
  const std::vector<double>& values(Index column) const;

 private:
  AppendLog<Measurement>::View used_;
  std::vector<double> steps_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> perplexity_;
};

}  // namespace attnlab
