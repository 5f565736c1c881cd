// The loss as it is drawn: smoothed, and thinned so that long runs stay quick. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "app/state/view_model.h"

namespace attnlab {

/// Follows a growing history; each update costs only what is new.
class LossCurve {
 public:
  /// At most this many points are kept: beyond it, neighbours are merged into their mean.
  static constexpr std::size_t kMostPoints = 4096;

  /// `smoothing` in [0, 1): weight of the past, per step. Starts over when the history is another one.
  explicit LossCurve(double smoothing = 0.95) : smoothing_(smoothing) {}

  void update(const LossHistory& history);

  const std::vector<double>& steps() const { return steps_; }
  const std::vector<double>& raw() const { return raw_; }        ///< mean over the steps of a point
  const std::vector<double>& smooth() const { return smooth_; }  ///< running mean at the last of them
  const std::vector<double>& rate() const { return rate_; }      ///< learning rate at the last of them

 private:
  void start_over();
  bool continues(const LossHistory& history) const;
  void add(double step, double loss, double rate);
  void thin();

  double smoothing_;
  std::size_t used_ = 0, per_point_ = 1, in_point_ = 0;
  double first_step_ = 0, last_step_ = 0, last_loss_ = 0;
  double mean_ = 0, weight_ = 0;
  std::vector<double> steps_, raw_, smooth_, rate_;
};

}  // namespace attnlab
