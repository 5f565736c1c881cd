// The runs on screen: a run's curves end at its number of steps.
#include "app/state/runs/run_list.h"

#include <gtest/gtest.h>

#include "core/config/side_loop.h"
#include "core/config/threads.h"
#include "tests/session/small_run.h"

namespace attnlab {
namespace {

/// A run on screen that records each step and publishes none for a minute.
OpenModels silent_run() {
  auto model = std::make_unique<OpenModel>();
  model->experiment = small_experiment();
  model->run = std::make_unique<TrainingRun>(
      trainer_for(model->experiment, 1), RunOptions{.record = {.measure_every = 1}, .snapshot_seconds = 60});
  OpenModels models;
  models.push_back(std::move(model));
  return models;
}

TEST(RunList, NoCurveIsAheadOfTheNumberOfSteps) {
  const WithoutThreads none;
  RunList runs;
  runs.add(silent_run(), RunList::Learns::AtOnce);
  TrainingRun& run = runs.shown_run();
  run.play();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(take_turns(0));
  ASSERT_EQ(run.record().steps.size(), 3u);
  ASSERT_EQ(run.status().step, 0) << "no step is published yet";

  runs.update();
  const RunView& view = *runs.shown_view();
  EXPECT_EQ(view.training.step, 0);
  EXPECT_TRUE(view.record.steps.empty());
  ASSERT_EQ(view.record.measurements.size(), 1u);
  EXPECT_EQ(view.record.measurements.back().step, 0);
  EXPECT_EQ(view.training.loss, 0);

  run.pause();
  while (take_turns(60)) {
  }
  runs.update();
  EXPECT_EQ(runs.shown_view()->training.step, 3);
  EXPECT_EQ(runs.shown_view()->record.steps.size(), 3u);
  EXPECT_EQ(runs.shown_view()->record.measurements.size(), 4u);
}

}  // namespace
}  // namespace attnlab
