// Rate finder: its rates, its suggestion on a known curve, and what it leaves alone.
#include "core/training/run/rate_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/training/preset.h"

namespace attnlab::testing {
namespace {

Experiment small_experiment() {
  Preset preset = find_preset("reverse");
  set_option(preset, "model.width=16");
  set_option(preset, "model.layers=1");
  set_option(preset, "training.batch=8");
  return make_experiment(preset);
}

TrainingState start_of(const Experiment& experiment, Index steps) {
  Trainer trainer(experiment.model, experiment.task, experiment.preset.training, 1);
  for (Index i = 0; i < steps; ++i) trainer.step();
  return trainer.state();
}

RateCourse course_of(const Experiment& experiment, const TrainingState& start, const RateSearch& search) {
  return find_rate(experiment.model, experiment.task, start, search);
}

TEST(RateFinder, RatesRiseByOneMultipleFromTheLowestToTheHighest) {
  const RateSearch search{.lowest = 1e-6, .highest = 1, .steps = 7};
  for (Index i = 0; i < 7; ++i)
    EXPECT_NEAR(rate_of_step(search, i) / std::pow(10.0, static_cast<double>(i) - 6), 1, 1e-12);
}

TEST(RateFinder, WhatIsNotARangeIsRefused) {
  for (const RateSearch& bad : {RateSearch{0, 1, 10}, RateSearch{1, 1, 10}, RateSearch{1e-3, 11, 10},
                                RateSearch{1e-3, 1, 1}, RateSearch{NAN, 1, 10}})
    EXPECT_THROW(validate(bad), std::invalid_argument);
  EXPECT_NO_THROW(validate(RateSearch()));
}

TEST(RateFinder, TheSuggestionIsWhereTheCurveFallsMostSteeply) {
  std::vector<double> rates, curve;
  for (int i = 0; i <= 60; ++i) {
    const double log_rate = -6 + 0.1 * i;  // a step down at 1e-3, and a rise from 1e-1 on
    rates.push_back(std::pow(10, log_rate));
    curve.push_back(2 / (1 + std::exp(4 * (log_rate + 3))) + (log_rate > -1 ? std::pow(log_rate + 1, 2) : 0));
  }
  ASSERT_TRUE(steepest_rate(rates, curve).has_value());
  EXPECT_NEAR(std::log10(*steepest_rate(rates, curve)), -3, 1e-9);
}

TEST(RateFinder, WhereTheLossOnlyRisesNothingIsSuggested) {
  EXPECT_FALSE(steepest_rate({1, 2, 3, 4}, {1, 2, 3, 4}).has_value());
}

TEST(RateFinder, TheWayBackFromAPeakIsNoFall) {
  EXPECT_EQ(steepest_rate({1, 2, 4, 8, 16, 32, 64}, {4, 3.5, 3, 4.5, 2.9, 2.8, 2.9}), 2);
}

TEST(RateFinder, EachStepIsATrainersStepWithThatRate) {
  const Experiment experiment = small_experiment();
  const TrainingState start = start_of(experiment, 5);
  const RateSearch search{.lowest = 1e-5, .highest = 1e-2, .steps = 12};
  const RateCourse course = course_of(experiment, start, search);
  EXPECT_EQ(course.from, 5);
  ASSERT_EQ(course.losses.size(), 12u);
  EXPECT_TRUE(course.finished);

  Trainer trainer(experiment.model, experiment.task, start.settings.config, 2);
  trainer.restore(start);
  for (Index i = 0; i < search.steps; ++i) {
    TrainingSettings settings = start.settings;
    settings.config.schedule = "constant";
    settings.config.warmup = 0;
    settings.config.minimum_learning_rate = 0;
    settings.config.learning_rate = rate_of_step(search, i);
    trainer.change(settings);
    const StepMetrics metrics = trainer.step();
    EXPECT_EQ(metrics.loss, course.losses[static_cast<std::size_t>(i)]) << i;
    EXPECT_DOUBLE_EQ(metrics.learning_rate, course.rates[static_cast<std::size_t>(i)]);
  }
}

TEST(RateFinder, TheSmoothedLossBeginsAtTheFirstLoss) {
  const Experiment experiment = small_experiment();
  const RateCourse course = course_of(experiment, start_of(experiment, 0), {1e-5, 1e-4, 3});
  EXPECT_DOUBLE_EQ(course.smoothed[0], course.losses[0]);
  const double second = (0.9 * 0.1 * course.losses[0] + 0.1 * course.losses[1]) / (1 - 0.81);
  EXPECT_NEAR(course.smoothed[1], second, 1e-12);
}

TEST(RateFinder, ASearchEndsWhereTheLossGrowsWithoutBound) {
  const Experiment experiment = small_experiment();
  const RateCourse course = course_of(experiment, start_of(experiment, 0), {1e-2, 10, 200});
  EXPECT_TRUE(course.diverged);
  EXPECT_LT(course.rates.size(), 200u);
  for (const double loss : course.losses) EXPECT_TRUE(std::isfinite(loss));
}

TEST(RateFinder, AStoppedSearchSuggestsNothing) {
  const Experiment experiment = small_experiment();
  StopSource stop;
  const RateCourse course = find_rate(experiment.model, experiment.task, start_of(experiment, 0), {},
                                      stop.get_token(), [&](const RateCourse& now) {
                                        if (now.rates.size() == 3) stop.request_stop();
                                      });
  EXPECT_EQ(course.rates.size(), 3u);
  EXPECT_FALSE(course.finished);
  EXPECT_FALSE(course.suggestion.has_value());
}

}  // namespace
}  // namespace attnlab::testing
