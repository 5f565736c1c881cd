// Rate finder: a trainer with another rate at each step, and the steepest fall of the loss.
#include "core/training/run/rate_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace attnlab {
namespace {

constexpr double kHighestRate = 10;

/// The settings of one step: its rate, and nothing that the step's number changes.
TrainingSettings settings_at(TrainingSettings settings, double rate) {
  settings.learning_rate_factor = 1;
  settings.config.schedule = "constant";
  settings.config.warmup = 0;
  settings.config.minimum_learning_rate = 0;
  settings.config.learning_rate = rate;
  return settings;
}

void add_smoothed(RateCourse& course, double& mean, double loss) {
  mean = kRateSmoothing * mean + (1 - kRateSmoothing) * loss;
  const auto count = double(course.losses.size());
  course.smoothed.push_back(mean / (1 - std::pow(kRateSmoothing, count)));
}

bool has_diverged(const RateCourse& course) {
  const double least = std::ranges::min(course.smoothed);
  return !std::isfinite(course.losses.back()) || course.smoothed.back() > kDivergedAt * least;
}

}  // namespace

void validate(const RateSearch& search) {
  if (!(search.lowest > 0) || !(search.lowest < search.highest) || !(search.highest <= kHighestRate))
    throw std::invalid_argument(
        "the learning rates of a search must increase, from more than 0 to at most 10");
  if (search.steps < 2) throw std::invalid_argument("a search for a learning rate needs at least 2 steps");
}

double rate_of_step(const RateSearch& search, Index step) {
  const double share = double(step) / double(search.steps - 1);
  return std::min(search.highest, search.lowest * std::pow(search.highest / search.lowest, share));
}

std::optional<double> steepest_rate(const std::vector<double>& rates, const std::vector<double>& smoothed) {
  const auto least = static_cast<std::size_t>(std::ranges::min_element(smoothed) - smoothed.begin());
  std::optional<double> found;
  double steepest = 0, least_so_far = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i <= least && i + 1 < smoothed.size(); ++i) {
    least_so_far = std::min(least_so_far, smoothed[i - 1]);
    if (smoothed[i - 1] > least_so_far) continue;
    const double slope =
        (smoothed[i + 1] - smoothed[i - 1]) / (std::log(rates[i + 1]) - std::log(rates[i - 1]));
    if (slope >= steepest) continue;
    steepest = slope;
    found = rates[i];
  }
  return found;
}

RateCourse find_rate(const std::shared_ptr<const Model>& model, const std::shared_ptr<const Task>& task,
                     const TrainingState& start, const RateSearch& search, const StopToken& stop,
                     const std::function<void(const RateCourse&)>& progress,
                     const AttentionDeviceChoice& device) {
  validate(search);
  Trainer trainer(model, task, start.settings.config, 1);
  trainer.use_device(device);
  trainer.restore(start);
  RateCourse course;
  course.search = search;
  course.from = start.step();
  double mean = 0;
  for (Index i = 0; i < search.steps && !course.diverged && !stop.stop_requested(); ++i) {
    const double rate = rate_of_step(search, i);
    trainer.change(settings_at(start.settings, rate));
    const StepMetrics metrics = trainer.step();
    course.rates.push_back(rate);
    course.losses.push_back(metrics.loss);
    add_smoothed(course, mean, metrics.loss);
    course.diverged = has_diverged(course);
    if (progress) progress(course);
  }
  course.finished = !stop.stop_requested();
  // A loss that is not finite has no place in the curve.
  if (!course.losses.empty() && !std::isfinite(course.losses.back())) {
    course.rates.pop_back();
    course.losses.pop_back();
    course.smoothed.pop_back();
  }
  if (course.finished && !course.rates.empty())
    course.suggestion = steepest_rate(course.rates, course.smoothed);
  return course;
}

}  // namespace attnlab
