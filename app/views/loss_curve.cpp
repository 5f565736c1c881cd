// Smooths and thins the loss as it comes in.
#include "app/views/loss_curve.h"

#include <cmath>

namespace attnlab {

void LossCurve::start_over() { *this = LossCurve(smoothing_); }

bool LossCurve::continues(const LossHistory& h) const {
  if (used_ == 0) return true;
  if (h.steps.size() < used_ || h.steps.front() != first_step_) return false;
  const double loss = h.loss[used_ - 1];
  return h.steps[used_ - 1] == last_step_ &&
         (loss == last_loss_ || (std::isnan(loss) && std::isnan(last_loss_)));
}

void LossCurve::update(const LossHistory& h) {
  if (!continues(h)) start_over();
  for (; used_ < h.steps.size(); ++used_) {
    if (used_ == 0) first_step_ = h.steps[0];
    add(h.steps[used_], h.loss[used_], h.learning_rate[used_]);
  }
}

void LossCurve::add(double step, double loss, double rate) {
  last_step_ = step;
  last_loss_ = loss;
  if (std::isfinite(loss)) {
    mean_ = smoothing_ * mean_ + (1 - smoothing_) * loss;
    weight_ = smoothing_ * weight_ + (1 - smoothing_);
  }
  if (in_point_ == 0) {
    steps_.push_back(step), raw_.push_back(0), smooth_.push_back(0), rate_.push_back(0);
  }
  const double share = 1.0 / static_cast<double>(++in_point_);
  steps_.back() = step;
  raw_.back() += (loss - raw_.back()) * share;
  smooth_.back() = weight_ > 0 ? mean_ / weight_ : loss;
  rate_.back() = rate;
  if (in_point_ < per_point_) return;
  in_point_ = 0;
  if (steps_.size() >= kMostPoints) thin();
}

/// Merges points in pairs; from now on each new point stands for twice as many steps.
void LossCurve::thin() {
  const std::size_t half = steps_.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    steps_[i] = steps_[2 * i + 1];
    raw_[i] = (raw_[2 * i] + raw_[2 * i + 1]) / 2;
    smooth_[i] = smooth_[2 * i + 1];
    rate_[i] = rate_[2 * i + 1];
  }
  for (std::vector<double>* values : {&steps_, &raw_, &smooth_, &rate_}) values->resize(half);
  per_point_ *= 2;
}

}  // namespace attnlab
