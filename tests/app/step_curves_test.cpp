// Step curves: follow a growing history, start over with a new one, and stay short.
#include "app/views/runs/step_curves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/widgets/plots/line_plot.h"

namespace attnlab {
namespace {

using Log = AppendLog<StepMetrics>;

void append(Log& log, int count, double scale = 1) {
  for (int i = 0; i < count; ++i) {
    const auto step = static_cast<double>(log.view().size() + 1);
    log.append({.step = static_cast<Index>(step),
                .loss = scale * (3 / std::sqrt(step) + 0.1 * std::sin(step)),
                .gradient_norm = 2 / step,
                .learning_rate = 1e-3 / step,
                .tokens = 100 + i % 3,
                .seconds = 0.01});
  }
}

std::vector<double> losses(const Log& log) {
  std::vector<double> values;
  for (std::size_t i = 0; i < log.view().size(); ++i) values.push_back(log.view()[i].loss);
  return values;
}

TEST(StepCurves, SmoothsAsTheRunningMeanDoes) {
  Log history;
  StepCurves curve(0.9);
  append(history, 40);
  curve.update(history.view());
  append(history, 60);
  curve.update(history.view());
  const std::vector<double> wanted = smoothed(losses(history), 0.9f);
  ASSERT_EQ(curve.smooth().size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(curve.smooth()[i], wanted[i], 1e-6);
  EXPECT_EQ(curve.loss(), losses(history));
  EXPECT_DOUBLE_EQ(curve.rate()[49], 1e-3 / 50);
  EXPECT_DOUBLE_EQ(curve.speed()[39], 10000);
}

TEST(StepCurves, TheGradientIsSmoothedAsTheLoss) {
  Log history;
  append(history, 80);
  StepCurves curve(0.8);
  curve.update(history.view());
  std::vector<double> norms;
  for (std::size_t i = 0; i < 80; ++i) norms.push_back(history.view()[i].gradient_norm);
  const std::vector<double> wanted = smoothed(norms, 0.8f);
  for (std::size_t i = 0; i < 80; ++i) EXPECT_NEAR(curve.gradient()[i], wanted[i], 1e-6);
}

TEST(StepCurves, StartsOverAfterAReset) {
  Log history, fresh;
  StepCurves curve;
  append(history, 100);
  curve.update(history.view());
  append(fresh, 150, 2);
  curve.update(fresh.view());
  EXPECT_EQ(curve.loss(), losses(fresh));
  curve.update(Log::View{});
  EXPECT_TRUE(curve.steps().empty());
}

TEST(StepCurves, LongRunsAreThinnedAndKeepTheirMean) {
  Log history;
  StepCurves curve;
  append(history, 100000);
  curve.update(history.view());
  EXPECT_LE(curve.steps().size(), StepCurves::kMostPoints);
  EXPECT_GE(curve.steps().size(), StepCurves::kMostPoints / 2);
  EXPECT_EQ(curve.steps().back(), 100000);
  double all = 0, kept = 0;
  for (double v : losses(history)) all += v / 100000;
  for (double v : curve.loss()) kept += v / static_cast<double>(curve.loss().size());
  EXPECT_NEAR(kept, all, 0.01 * all);
}

TEST(StepCurves, ALossThatIsNotFiniteLeavesTheSmoothCurveWhole) {
  Log history;
  append(history, 5);
  history.append({.step = 6, .loss = std::nan("")});
  append(history, 4);
  StepCurves curve;
  curve.update(history.view());
  EXPECT_TRUE(std::isnan(curve.loss()[5]));
  EXPECT_TRUE(std::isfinite(curve.smooth().back()));
}

TEST(StepCurves, AnotherSmoothingIsThatOfAllSteps) {
  Log history;
  append(history, 300);
  StepCurves changed(0.9), wanted(0.5);
  changed.update(history.view());
  changed.set_smoothing(0.5);
  wanted.update(history.view());
  EXPECT_EQ(changed.smooth(), wanted.smooth());
}

TEST(MeasuredCurves, AreTheColumnsAndStartOverWithAnotherRun) {
  AppendLog<Measurement> log, other;
  MeasuredCurves curves;
  log.append({0, {1, 2}});
  curves.update({{}, {"a", "b"}, log.view(), nullptr});
  log.append({10, {3, 4}});
  curves.update({{}, {"a", "b"}, log.view(), nullptr});
  EXPECT_EQ(curves.steps(), (std::vector<double>{0, 10}));
  EXPECT_EQ(curves.values(1), (std::vector<double>{2, 4}));
  EXPECT_TRUE(curves.values(-1).empty());
  other.append({5, {7, 8}});
  curves.update({{}, {"a", "b"}, other.view(), nullptr});
  EXPECT_EQ(curves.values(0), (std::vector<double>{7}));
}

}  // namespace
}  // namespace attnlab
