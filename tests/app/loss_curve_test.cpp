// The drawn loss: follows a growing history, starts over with a new one, and stays short.
#include "app/views/loss_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/widgets/line_plot.h"

namespace attnlab {
namespace {

void append(LossHistory& history, int count, double scale = 1) {
  for (int i = 0; i < count; ++i) {
    const double step = static_cast<double>(history.steps.size() + 1);
    history.steps.push_back(step);
    history.loss.push_back(scale * (3 / std::sqrt(step) + 0.1 * std::sin(step)));
    history.learning_rate.push_back(1e-3 / step);
  }
}

TEST(LossCurve, SmoothsAsTheRunningMeanDoes) {
  LossHistory history;
  LossCurve curve(0.9);
  append(history, 40);
  curve.update(history);
  append(history, 60);
  curve.update(history);
  const std::vector<double> wanted = smoothed(history.loss, 0.9f);
  ASSERT_EQ(curve.smooth().size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(curve.smooth()[i], wanted[i], 1e-6);
  EXPECT_EQ(curve.raw(), history.loss);
  EXPECT_EQ(curve.rate(), history.learning_rate);
}

TEST(LossCurve, StartsOverAfterAReset) {
  LossHistory history, fresh;
  LossCurve curve;
  append(history, 100);
  curve.update(history);
  append(fresh, 150, 2);
  curve.update(fresh);
  EXPECT_EQ(curve.raw(), fresh.loss);
  curve.update(LossHistory{});
  EXPECT_TRUE(curve.steps().empty());
}

TEST(LossCurve, LongRunsAreThinnedAndKeepTheirMean) {
  LossHistory history;
  LossCurve curve;
  append(history, 100000);
  curve.update(history);
  EXPECT_LE(curve.steps().size(), LossCurve::kMostPoints);
  EXPECT_GE(curve.steps().size(), LossCurve::kMostPoints / 2);
  EXPECT_EQ(curve.steps().back(), 100000);
  double all = 0, kept = 0;
  for (double v : history.loss) all += v / static_cast<double>(history.loss.size());
  for (double v : curve.raw()) kept += v / static_cast<double>(curve.raw().size());
  EXPECT_NEAR(kept, all, 0.01 * all);
}

TEST(LossCurve, ALossThatIsNotFiniteLeavesTheSmoothCurveWhole) {
  LossHistory history;
  append(history, 10);
  history.loss[5] = std::nan("");
  LossCurve curve;
  curve.update(history);
  EXPECT_TRUE(std::isnan(curve.raw()[5]));
  EXPECT_TRUE(std::isfinite(curve.smooth().back()));
}

}  // namespace
}  // namespace attnlab
