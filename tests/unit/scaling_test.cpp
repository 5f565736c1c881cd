// Scaling: points of a sweep by size, and the power law that they lie on.
#include "core/training/sweep/scaling.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/model.h"

namespace attnlab::testing {
namespace {

std::vector<ScalingPoint> points_on(double factor, double exponent, std::initializer_list<double> sizes) {
  std::vector<ScalingPoint> points;
  for (const double size : sizes)
    points.push_back({points.size(), size, factor * std::pow(size, -exponent), true});
  return points;
}

TEST(Scaling, TheFitFindsTheLawThatThePointsLieOn) {
  const auto law = fit_power_law(points_on(12, 0.25, {1e3, 5e3, 2e4, 1e5}));
  ASSERT_TRUE(law.has_value());
  EXPECT_NEAR(law->factor, 12, 1e-9);
  EXPECT_NEAR(law->exponent, 0.25, 1e-12);
  EXPECT_NEAR(law->r_squared, 1, 1e-12);
  EXPECT_NEAR(law->at(4e4), 12 * std::pow(4e4, -0.25), 1e-9);
}

TEST(Scaling, TheLineIsThatOfLeastSquares) {
  // log2 sizes 0, 1, 2, log2 losses 3, 1, 2: slope −1/2, mean 2, R² 1/4.
  const std::vector<ScalingPoint> points{{0, 1, 8, true}, {1, 2, 2, true}, {2, 4, 4, true}};
  const auto law = fit_power_law(points);
  ASSERT_TRUE(law.has_value());
  EXPECT_NEAR(law->exponent, 0.5, 1e-12);
  EXPECT_NEAR(std::log2(law->factor), 2.5, 1e-12);
  EXPECT_NEAR(law->r_squared, 0.25, 1e-12);
}

TEST(Scaling, TwoSizesAndLossesOfNothingHaveNoLaw) {
  EXPECT_FALSE(fit_power_law(points_on(1, 1, {10, 20})).has_value());
  EXPECT_FALSE(fit_power_law(points_on(0, 1, {10, 20, 30})).has_value());
}

TEST(Scaling, SizesAreCountedAndTheBestOfEachIsMarked) {
  const Preset base = with_vocabularies(find_preset("reverse"));
  const SweepPlan plan = plan_sweep(
      base, {.axes = {{"model.width", {"16", "32"}}, {"model.heads", {"1", "2"}}}, .seeds = 1}, 100);
  std::vector<SweepResult> results(4);
  const double losses[] = {3, 2, 1, 1.5};
  for (std::size_t i = 0; i < 4; ++i)
    results[i] = {.state = SweepResult::State::Done, .validation_loss = losses[i]};
  const std::vector<SweepRow> rows = sweep_rows(plan, results);
  const std::vector<ScalingPoint> points = scaling_points(plan, rows);
  ASSERT_EQ(points.size(), 4u);
  for (const ScalingPoint& point : points) {
    const ModelConfig& config = plan.points[rows[point.row].first].preset.model;
    EXPECT_EQ(point.parameters, static_cast<double>(make_model(config)->parameters().size()));
    EXPECT_EQ(point.best, point.loss == 2 || point.loss == 1);
  }
  EXPECT_LT(points[0].parameters, points[3].parameters);
}

TEST(Scaling, ARunThatIsNotDoneIsNoPoint) {
  const SweepPlan plan = plan_sweep(with_vocabularies(find_preset("reverse")),
                                    {.axes = {{"model.width", {"16", "32"}}}, .seeds = 1}, 100);
  std::vector<SweepResult> results(2);
  results[1] = {.state = SweepResult::State::Done, .validation_loss = 1};
  EXPECT_EQ(scaling_points(plan, sweep_rows(plan, results)).size(), 1u);
}

}  // namespace
}  // namespace attnlab::testing
