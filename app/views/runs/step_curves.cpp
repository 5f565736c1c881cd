// Smooths and thins metrics as they arrive.
#include "app/views/runs/step_curves.h"

#include <cmath>

namespace attnlab {

void StepCurves::start_over() { *this = StepCurves(smoothing_); }

void StepCurves::set_smoothing(double smoothing) {
  if (smoothing == smoothing_) return;
  const Log used = used_;
  smoothing_ = smoothing;
  start_over();
  update(used);
}

void StepCurves::update(const Log& steps) {
  if (!steps.continues(used_)) start_over();
  for (std::size_t i = used_.size(); i < steps.size(); ++i) add(steps[i]);
  used_ = steps;
}

void StepCurves::begin_point() {
  for (std::vector<double>* values : {&points_.step, &points_.loss, &points_.smooth, &points_.rate,
                                      &points_.gradient, &points_.seconds, &points_.tokens, &points_.speed})
    values->push_back(0);
}

void StepCurves::add(const StepMetrics& m) {
  const auto take = [this](double value, double& mean, double& weight) {
    if (!std::isfinite(value)) return;
    mean = smoothing_ * mean + (1 - smoothing_) * value;
    weight = smoothing_ * weight + (1 - smoothing_);
  };
  take(m.loss, mean_, weight_);
  take(m.gradient_norm, gradient_mean_, gradient_weight_);
  if (in_point_ == 0) begin_point();
  const double share = 1.0 / double(++in_point_);
  points_.step.back() = double(m.step);
  points_.loss.back() += (m.loss - points_.loss.back()) * share;
  points_.smooth.back() = weight_ > 0 ? mean_ / weight_ : m.loss;
  points_.rate.back() = m.learning_rate;
  points_.gradient.back() = gradient_weight_ > 0 ? gradient_mean_ / gradient_weight_ : m.gradient_norm;
  points_.seconds.back() += m.seconds;
  points_.tokens.back() += double(m.tokens);
  points_.speed.back() = points_.tokens.back() / std::max(points_.seconds.back(), 1e-9);
  if (in_point_ < per_point_) return;
  in_point_ = 0;
  if (points_.step.size() >= kMostPoints) thin();
}

/// Merges points in pairs; each new point then covers twice as many steps.
void StepCurves::thin() {
  const std::size_t half = points_.step.size() / 2;
  const auto take_last = [half](std::vector<double>& v) {
    for (std::size_t i = 0; i < half; ++i) v[i] = v[2 * i + 1];
    v.resize(half);
  };
  const auto merge = [half](std::vector<double>& v, double factor) {
    for (std::size_t i = 0; i < half; ++i) v[i] = (v[2 * i] + v[2 * i + 1]) * factor;
    v.resize(half);
  };
  for (std::vector<double>* v : {&points_.step, &points_.smooth, &points_.rate, &points_.gradient})
    take_last(*v);
  merge(points_.loss, 0.5);
  for (std::vector<double>* v : {&points_.seconds, &points_.tokens}) merge(*v, 1);
  points_.speed.resize(half);
  for (std::size_t i = 0; i < half; ++i)
    points_.speed[i] = points_.tokens[i] / std::max(points_.seconds[i], 1e-9);
  per_point_ *= 2;
}

void MeasuredCurves::update(const Record& record) {
  if (!record.measurements.continues(used_) || columns_.size() != record.names.size()) *this = {};
  columns_.resize(record.names.size());
  const Index loss = record.column("validation.loss");
  for (std::size_t i = used_.size(); i < record.measurements.size(); ++i) {
    const Measurement& row = record.measurements[i];
    steps_.push_back(double(row.step));
    for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c].push_back(double(row.values[c]));
    if (loss >= 0) perplexity_.push_back(std::exp(values(loss).back()));
  }
  used_ = record.measurements;
}

const std::vector<double>& MeasuredCurves::values(Index column) const {
  static const std::vector<double> none;
  return column < 0 ? none : columns_[column];
}

}  // namespace attnlab
