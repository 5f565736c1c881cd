// A sweep in the window: its runs learn as they would alone, are stopped, go on, and refuse what cannot be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/state/open_sweep.h"
#include "core/training/preset_options.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/same_state.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct SweepTest : LabTest {
  /// A tiny model of the task reverse, whose batch was changed within the run.
  void open_tiny() {
    auto tiny = std::make_shared<Preset>(find_preset("reverse"));
    set_options(*tiny, std::vector<std::string>{"layers=1", "width=8", "heads=1", "feed_forward=16"});
    lab->open({.kind = OpenRequest::Kind::Changed, .name = "tiny", .play = false, .changed = tiny});
    settle();
    say_and_settle("train.set batch 4");
  }
  OpenSweep sweep() const { return *newest_sweep(*lab->view().runs); }
  std::ptrdiff_t count(SweepResult::State state) const {
    return std::ranges::count(sweep().results, state, &SweepResult::state);
  }
  /// Updates frame after frame until `true_now`.
  template <typename Condition>
  void wait_for(const Condition& true_now) {
    ASSERT_TRUE(update_until(true_now)) << "never came: " << ask("sweep");
  }
};

/// The weights after the preset's own steps.
std::vector<Real> trained_alone(const Preset& preset) {
  const Experiment e = make_experiment(preset);
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  while (trainer.steps_done() < preset.training.steps) trainer.step();
  return testing::cells(trainer.weights());
}

TEST_F(SweepTest, EachRunIsTheOneThatItsOptionsMake) {
  open_tiny();
  say("sweep heads=1,2 steps=21");
  settle();
  wait_for([&] { return ask("sweep") == "2 of 2"; });
  EXPECT_EQ(ask("runs"), "3");
  const ViewModel view = lab->view();
  const OpenSweep done = *newest_sweep(*view.runs);
  EXPECT_EQ(done.runs[0]->name, "heads=1");
  EXPECT_EQ(differing_options({*done.runs[0]->preset, *done.runs[1]->preset}),
            std::vector<std::string>{"model.heads"});
  for (std::size_t i = 0; i < 2; ++i) {
    SCOPED_TRACE(i);
    const SweepResult& result = done.results[i];
    EXPECT_EQ(done.runs[i]->preset->training.batch, 4) << "changed while the first run was open";
    EXPECT_EQ(result.state, SweepResult::State::Done);
    EXPECT_EQ(result.steps, 21);
    EXPECT_GT(result.seconds, 0);
    EXPECT_TRUE(std::isfinite(result.train_loss));
    EXPECT_TRUE(std::isfinite(result.validation_loss));
    ASSERT_TRUE(result.right_examples.has_value());
    EXPECT_EQ(done.runs[i]->record.measurements.back().step, 21) << "its numbers are of the last step";
    const StatePtr last = done.runs[i]->record.timeline->at(21);
    ASSERT_TRUE(last);
    EXPECT_EQ(testing::cells(last->snapshot->weights), trained_alone(*done.runs[i]->preset));
  }
}

TEST_F(SweepTest, SeedsBeginDifferently) {
  open_tiny();
  say("sweep steps=3 seeds=2 at_once=2");
  settle();
  wait_for([&] { return ask("sweep") == "2 of 2"; });
  const ViewModel view = lab->view();
  const OpenSweep done = *newest_sweep(*view.runs);
  EXPECT_EQ(done.runs[1]->preset->training.seed, done.runs[0]->preset->training.seed + 1);
  EXPECT_NE(done.results[0].train_loss, done.results[1].train_loss);
  const std::vector<SweepRow> rows = sweep_rows(*done.plan, done.results);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].done, 2);
  EXPECT_GT(rows[0].train_loss.deviation, 0);
}

TEST_F(SweepTest, IsStoppedGoesOnAndIsClosed) {
  open_tiny();
  say("sweep heads=1,2 steps=10000000");
  wait_for([&] { return ask("sweep") != "none" && count(SweepResult::State::Running) == 1; });
  EXPECT_EQ(count(SweepResult::State::Waiting), 1) << "one after another";
  say_and_settle("sweep.stop");
  wait_for([&] { return count(SweepResult::State::Stopped) == 2; });
  EXPECT_TRUE(lab->idle());
  EXPECT_TRUE(sweep().stopped());
  EXPECT_FALSE(sweep().goes_on());
  say("sweep.go_on");
  wait_for([&] { return count(SweepResult::State::Running) == 1; });
  EXPECT_EQ(count(SweepResult::State::Waiting), 1);
  say_and_settle("run.close 3");
  EXPECT_EQ(sweep().runs[1], nullptr);
  say_and_settle("sweep.close");
  EXPECT_EQ(ask("runs"), "1");
  EXPECT_EQ(ask("run"), "1");
  EXPECT_EQ(ask("sweep"), "none");
  EXPECT_EQ(refusal("sweep.stop"), "there is no sweep: start one with sweep OPTION=VALUE,VALUE");
}

TEST_F(SweepTest, WithoutAnyOtherRunOneIsLeftOpen) {
  open_tiny();
  say("sweep heads=1,2 steps=2");
  settle();
  say_and_settle("run.close 1");
  say_and_settle("sweep.close");
  EXPECT_EQ(ask("runs"), "1");
}

TEST_F(SweepTest, WhatCannotBeTrainedIsNamedAndNothingIsOpened) {
  EXPECT_EQ(refusal("sweep heads=1,2"), "there is nothing to train: open a preset or a text file");
  open_tiny();
  expect_has(refusal("sweep heads=1,3"), "heads=3: model.heads is 3");
  expect_has(refusal("sweep haeds=1,3"), "there is no option haeds");
  expect_has(refusal("sweep learning_rate=1e-3,fast"), "learning_rate=fast: training.learning_rate is fast");
  expect_has(refusal("sweep heads=1,2 seeds=33"), "the sweep has more than 32 runs");
  EXPECT_EQ(ask("runs"), "1");
  // What only the task can tell comes as a notice.
  say("sweep context=2,64");
  settle();
  expect_has(ask("notice"), "context=2: model.context is 2, but must be at least");
  EXPECT_EQ(ask("runs"), "1");
  EXPECT_EQ(ask("sweep"), "none");
}

}  // namespace
}  // namespace attnlab
