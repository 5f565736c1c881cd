// The running mean of the loss and the speed of a run.
#include "core/training/run/run_pace.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnlab {
namespace {

StepMetrics step(double loss, Index tokens, double seconds) {
  StepMetrics metrics;
  metrics.loss = loss;
  metrics.tokens = tokens;
  metrics.seconds = seconds;
  return metrics;
}

TEST(RunPace, KnowsNothingBeforeAStep) {
  const RunPace pace;
  EXPECT_TRUE(std::isnan(pace.mean_loss()));
  EXPECT_FALSE(pace.settled());
  EXPECT_EQ(pace.tokens_per_second(), 0);
  EXPECT_EQ(pace.seconds_per_step(), 0);
}

TEST(RunPace, TheFirstStepCountsInFullAndLaterOnesATenth) {
  RunPace pace;
  pace.add(step(4, 1, 1));
  EXPECT_DOUBLE_EQ(pace.mean_loss(), 4);
  pace.add(step(2, 1, 1));
  EXPECT_DOUBLE_EQ(pace.mean_loss(), (0.9 * 4 + 2) / 1.9);
}

TEST(RunPace, SettlesWithinTenSteps) {
  RunPace pace;
  int steps = 0;
  for (; !pace.settled(); ++steps) pace.add(step(1, 1, 1));
  EXPECT_EQ(steps, 9);  // 1 − 0.9⁹ = 0.61
}

TEST(RunPace, SpeedIsOfHalfASecondOfTraining) {
  RunPace pace;
  pace.add(step(1, 30, 0.1));
  EXPECT_DOUBLE_EQ(pace.tokens_per_second(), 300) << "the first is known at once";
  for (int i = 0; i < 3; ++i) pace.add(step(1, 10, 0.125));
  EXPECT_DOUBLE_EQ(pace.tokens_per_second(), 300);
  pace.add(step(1, 10, 0.125));
  EXPECT_DOUBLE_EQ(pace.tokens_per_second(), 80);
  EXPECT_DOUBLE_EQ(pace.seconds_per_step(), 0.125);
}

}  // namespace
}  // namespace attnlab
