// The metrics of a run's steps as they are drawn: smoothed, and thinned so that long runs stay quick. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "core/training/record.h"

namespace attnlab {

/// Follows a growing record; each update costs only what is new.
class StepCurves {
 public:
  /// At most this many points are kept: beyond it, neighbours are merged into their mean.
  static constexpr std::size_t kMostPoints = 4096;
  using Log = AppendLog<StepMetrics>::View;

  /// `smoothing` in [0, 1): weight of the past, per step.
  explicit StepCurves(double smoothing = 0.95) : smoothing_(smoothing) {}

  /// Starts over where the steps are those of another run.
  void update(const Log& steps);
  /// Starts over where it is another one.
  void set_smoothing(double smoothing);

  const std::vector<double>& steps() const { return points_.step; }  ///< the last of a point
  const std::vector<double>& loss() const { return points_.loss; }   ///< mean over the steps of a point
  const std::vector<double>& smooth() const {
    return points_.smooth;
  }                                                                 ///< its running mean at the last of them
  const std::vector<double>& rate() const { return points_.rate; }  ///< learning rate at the last of them
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
  double mean_ = 0, weight_ = 0;  ///< running mean of the loss before correction, and how much is in it
  double gradient_mean_ = 0, gradient_weight_ = 0;
  Points points_;
};

/// What was measured now and then, a column a name, in the order of Record::names.
class MeasuredCurves {
 public:
  void update(const Record& record);

  const std::vector<double>& steps() const { return steps_; }
  /// exp of the held-out loss, one for each of steps(); empty where that is not measured.
  const std::vector<double>& perplexity() const { return perplexity_; }
  /// Of a column; empty where there is none (−1).
  const std::vector<double>& values(Index column) const;

 private:
  AppendLog<Measurement>::View used_;
  std::vector<double> steps_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> perplexity_;
};

}  // namespace attnlab
