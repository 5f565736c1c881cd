// What the search for a learning rate and the sweep over size are there to show, with any seed: the rate that
// is suggested learns well, one far below or above does not; larger models lose less, along a power law.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/training/run/rate_finder.h"
#include "core/training/sweep/scaling.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

class OfEachSeed : public ::testing::TestWithParam<int> {
 protected:
  static std::string seed() { return "training.seed=" + std::to_string(GetParam()); }
};

using RateFinderOfASeed = OfEachSeed;

/// The held-out loss after some steps with a constant rate.
double loss_with_rate(const std::string& seed, double rate) {
  Preset preset = preset_with(
      "characters", {seed, "schedule=constant", "model.width=32", "model.layers=1", "feed_forward=128"});
  preset.training.learning_rate = rate;
  preset.training.minimum_learning_rate = rate;
  Learnt learnt = begin(preset);
  constexpr Index kSteps = 150;
  go_on(learnt, kSteps);
  return measured(learnt, "loss");
}

TEST_P(RateFinderOfASeed, SuggestsARateThatLearns) {
  const Learnt start = begin(preset_with(
      "characters", {seed(), "schedule=constant", "model.width=32", "model.layers=1", "feed_forward=128"}));
  const RateCourse course =
      find_rate(start.experiment.model, start.experiment.task, start.trainer->state(), RateSearch{});
  ASSERT_TRUE(course.suggestion.has_value());
  const double rate = *course.suggestion;
  const double good = loss_with_rate(seed(), rate), low = loss_with_rate(seed(), rate / 30);
  std::printf("rates, seed %d: %.2e is suggested: loss %.3f; a thirtieth: %.3f; searched to %.2e\n",
              GetParam(), rate, good, low, course.rates.back());
  EXPECT_LT(good, low - 0.2);
  EXPECT_GT(course.smoothed.back(), 1.2 * *std::ranges::min_element(course.smoothed))
      << "too high a rate unlearns again";
}

using SizesOfASeed = OfEachSeed;

TEST_P(SizesOfASeed, LoseLessAlongAPowerLaw) {
  const Preset base =
      with_vocabularies(preset_with("characters", {seed(), "model.layers=1", "steps=300", "batch=16"}));
  const SweepPlan plan = plan_sweep(base, {.axes = {{"model.width", {"8", "16", "32", "64"}}}}, 10);
  std::vector<SweepResult> results;
  for (const SweepPoint& point : plan.points) {
    const Learnt learnt = learn(point.preset);
    results.push_back({.state = SweepResult::State::Done, .validation_loss = measured(learnt, "loss")});
  }
  const std::vector<ScalingPoint> points = scaling_points(plan, sweep_rows(plan, results));
  const auto law = fit_power_law(points);
  ASSERT_TRUE(law.has_value());
  std::printf("sizes, seed %d: %s\n", GetParam(), power_law_text(*law, points).c_str());
  for (std::size_t i = 1; i < points.size(); ++i) EXPECT_LT(points[i].loss, points[i - 1].loss) << i;
  EXPECT_GT(law->exponent, 0.03);
  EXPECT_GT(law->r_squared, 0.9);
}

INSTANTIATE_TEST_SUITE_P(Chosen, RateFinderOfASeed, ::testing::Values(1));
INSTANTIATE_TEST_SUITE_P(Every, RateFinderOfASeed, ::testing::Values(2, 3));
INSTANTIATE_TEST_SUITE_P(Chosen, SizesOfASeed, ::testing::Values(1));
INSTANTIATE_TEST_SUITE_P(Every, SizesOfASeed, ::testing::Values(2, 3));

}  // namespace
}  // namespace attnlab::testing
