// When the steps of a slowed run may begin.
#include "core/training/run/step_clock.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

TEST(StepClock, WithoutALimitNothingWaits) {
  StepClock clock;
  for (const double now : {0.0, 0.0, 0.001}) {
    EXPECT_EQ(clock.wait(now), 0);
    clock.begin(now);
  }
  EXPECT_FALSE(clock.is_slower_than(1e9));
}

TEST(StepClock, StepsAreNeverCloserThanTheLimitAllows) {
  StepClock clock;
  clock.set_limit(4);
  EXPECT_EQ(clock.wait(10), 0) << "the first begins at once";
  clock.begin(10);
  EXPECT_DOUBLE_EQ(clock.wait(10), 0.25);
  EXPECT_NEAR(clock.wait(10.2), 0.05, 1e-9);
  EXPECT_EQ(clock.wait(10.25), 0);
  clock.begin(13);  // late: what was missed is not made up for
  EXPECT_DOUBLE_EQ(clock.wait(13), 0.25);
}

TEST(StepClock, ANewLimitHoldsAtOnce) {
  StepClock clock;
  clock.set_limit(0.001);
  clock.begin(5);
  EXPECT_DOUBLE_EQ(clock.wait(5), 1000);
  clock.set_limit(10);
  EXPECT_EQ(clock.wait(5), 0);
  clock.begin(5);
  clock.set_limit(0);
  EXPECT_EQ(clock.wait(5), 0);
  EXPECT_EQ(clock.limit(), 0);
}

TEST(StepClock, KnowsWhetherEachStepCanBeShown) {
  StepClock clock;
  clock.set_limit(30);
  EXPECT_TRUE(clock.is_slower_than(1.0 / 30));
  clock.set_limit(31);
  EXPECT_FALSE(clock.is_slower_than(1.0 / 30));
}

}  // namespace
}  // namespace attnlab
