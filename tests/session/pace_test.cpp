// A run that plays slowly, so that it can be watched.
#include <gtest/gtest.h>

#include "tests/session/small_run.h"
#include "tests/support/plain_step_device.h"

namespace attnlab {
namespace {

/// The pace is so slow that after its first step a run only waits.
TEST(Pace, APaceSlowsPlayingAndNothingElse) {
  constexpr double kAlmostNever = 1e-6;
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e), {});
  run.set_pace(kAlmostNever);
  EXPECT_EQ(run.status().steps_per_second, kAlmostNever);
  run.play();
  ASSERT_TRUE(wait_until([&] { return run.status().step == 1; })) << "each step is published";
  EXPECT_EQ(run.status().state, RunStatus::State::Running);
  run.step(3);
  ASSERT_TRUE(wait_until([&] { return run.status().step == 4; })) << "steps that are asked for do not wait";
  run.play();
  run.set_pace(0);
  ASSERT_TRUE(wait_until([&] { return run.status().step >= 20; })) << "a new pace holds at once";
  run.set_pace(kAlmostNever);
  run.pause();
  ASSERT_TRUE(wait_until([&] { return !run.status().pending; }));
  const RunStatus paused = run.status();
  EXPECT_EQ(paused.state, RunStatus::State::Paused);
  EXPECT_EQ(run.snapshot()->step, paused.step);
  EXPECT_EQ(run.record().timeline->states.back()->step(), paused.step) << "the state is kept";
}

/// Steps take next to no time, and each snapshot 5 ms: one after each step would take nearly all of it.
TEST(Pace, SnapshotsThatTakeLongAreSeldom) {
  constexpr Index kSteps = 600;
  const Experiment e = small_experiment();
  const auto facts = std::make_shared<testing::PlainStepDevice::Facts>();
  facts->fetch_time = std::chrono::milliseconds(5);
  TrainingRun run(trainer_for(e), {.record = {.measure_every = 0, .budget = 1 << 16}, .snapshot_seconds = 0});
  run.use_step_device(std::make_shared<testing::PlainStepDevice>(facts));
  run.step(kSteps);
  ASSERT_TRUE(wait_until([&] { return run.status().step == kSteps && !run.status().pending; }));
  EXPECT_EQ(run.snapshot()->step, kSteps);
  Index stored = 0;
  for (Index step = 1; step <= kSteps; ++step) stored += is_spaced(step) ? 1 : 0;
  EXPECT_LT(facts->fetches, stored + (kSteps - stored) / 4) << stored << " of them for the timeline";
}

TEST(Pace, APauseBetweenTwoStepsKeepsTheLastOne) {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e), {.snapshot_seconds = 60});
  run.set_pace(0.01);
  run.play();
  ASSERT_TRUE(wait_until([&] { return run.status().step == 1; }));
  run.pause();
  ASSERT_TRUE(wait_until([&] { return !run.status().pending; }));
  EXPECT_EQ(run.record().timeline->states.back()->step(), 1);
  EXPECT_EQ(run.status().step, 1);
}

}  // namespace
}  // namespace attnlab
