// Recorder: kept states equal the run's, bit for bit, and fit the budget.
#include "core/training/run/recorder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/same_state.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

struct SteppedRun {
  explicit SteppedRun(RecordOptions options = {.measure_every = 10, .validation_batches = 1})
      : recorder(run.trainer, options) {}
  void steps(int count) {
    for (int i = 0; i < count; ++i) {
      recorder.before_step(run.trainer);
      recorder.after_step(run.trainer, run.trainer.step());
    }
  }
  SmallRun run;
  Recorder recorder;
};

std::vector<Real> weights_after(int steps) {
  return cells(SmallRun(small_preset(), steps).trainer.weights());
}

TEST(Recorder, KeptStatesAreTheRunsOwnBits) {
  SteppedRun run;
  run.steps(40);
  const TimelinePtr timeline = run.recorder.record().timeline;
  for (Index step : {0, 1, 17, 40})
    EXPECT_EQ(cells(timeline->at(step)->snapshot->weights), weights_after(static_cast<int>(step))) << step;
}

TEST(Recorder, AnyKeptStateGoesOnAsTheRunDid) {
  SteppedRun run;
  run.steps(40);
  for (Index from : {0, 1, 17, 39}) {
    SmallRun branch;
    branch.trainer.restore(*run.recorder.record().timeline->at(from));
    EXPECT_EQ(branch.trainer.steps_done(), from);
    while (branch.trainer.steps_done() < 40) branch.trainer.step();
    EXPECT_EQ(cells(branch.trainer.weights()), cells(run.run.trainer.weights())) << from;
  }
}

/// A state of a model of this size is worth a place in a file.
Preset wider_preset() {
  Preset preset = small_preset();
  for (const char* option : {"model.width=48", "model.feed_forward=96"}) set_option(preset, option);
  return preset;
}

TEST(Recorder, StatesInAFileAreTheRunsOwnBits) {
  SmallRun run(wider_preset());
  Recorder recorder(run.trainer, {.measure_every = 10, .validation_batches = 1, .in_memory = 0});
  std::vector<std::vector<Real>> weights{cells(run.trainer.weights())};
  for (int i = 0; i < 30; ++i) {
    recorder.after_step(run.trainer, run.trainer.step());
    weights.push_back(cells(run.trainer.weights()));
  }
  const TimelinePtr timeline = recorder.record().timeline;
  EXPECT_EQ(timeline->bytes_in_memory(), 0u);
  EXPECT_EQ(recorder.bytes() - recorder.bytes_in_memory(), timeline->bytes());
  for (const StatePtr& state : timeline->states)
    EXPECT_EQ(cells(state->snapshot->weights), weights[static_cast<std::size_t>(state->step())])
        << state->step();
  SmallRun branch(wider_preset());
  branch.trainer.restore(*timeline->at(17));
  while (branch.trainer.steps_done() < 30) branch.trainer.step();
  EXPECT_EQ(cells(branch.trainer.weights()), weights.back());
}

TEST(Recorder, FewStatesAreInMemory) {
  SmallRun run(wider_preset());
  const std::size_t state = run.trainer.state().bytes();
  ASSERT_GE(state, std::size_t{64} << 10);
  Recorder recorder(run.trainer, {.measure_every = 0, .in_memory = 5 * state + 4096 * 5});
  for (int i = 0; i < 40; ++i) {
    recorder.after_step(run.trainer, run.trainer.step());
    EXPECT_LE(recorder.record().timeline->bytes_in_memory(), 5 * state) << i;
  }
  EXPECT_EQ(recorder.record().timeline->states.size(), 41u);
}

TEST(Recorder, AStateHasItsOwnSettings) {
  SteppedRun run;
  run.steps(5);
  TrainingSettings other = run.run.trainer.settings();
  other.config.batch = 3;
  other.config.weight_decay = 0.5;
  other.config.label_smoothing = 0.2;
  other.config.teacher_forcing = 0.5;
  other.option("dropout") = 0.3;
  other.learning_rate_factor = 2;
  run.run.trainer.change(other);
  run.steps(5);
  const TimelinePtr timeline = run.recorder.record().timeline;
  EXPECT_EQ(timeline->at(5)->settings.config.batch, small_preset().training.batch);
  EXPECT_EQ(timeline->at(6)->settings.config.batch, 3);

  SmallRun branch;
  branch.trainer.restore(*timeline->at(6));
  for (int i = 0; i < 4; ++i) branch.trainer.step();
  EXPECT_EQ(cells(branch.trainer.weights()), cells(run.run.trainer.weights()));
}

/// Steps with each of the settings changed lead elsewhere: none is ignored.
TEST(Recorder, EachSettingMatters) {
  const std::vector<Real> usual = weights_after(6);
  const auto with = [](void (*change)(TrainingSettings&)) {
    SmallRun run(small_preset(), 3);
    TrainingSettings settings = run.trainer.settings();
    change(settings);
    run.trainer.change(settings);
    for (int i = 0; i < 3; ++i) run.trainer.step();
    return cells(run.trainer.weights());
  };
  EXPECT_EQ(with([](TrainingSettings&) {}), usual);
  EXPECT_NE(with([](TrainingSettings& s) { s.config.batch = 5; }), usual);
  EXPECT_NE(with([](TrainingSettings& s) { s.config.weight_decay = 0; }), usual);
  EXPECT_NE(with([](TrainingSettings& s) { s.config.label_smoothing = 0.1; }), usual);
  EXPECT_NE(with([](TrainingSettings& s) { s.config.teacher_forcing = 0.2; }), usual);
  EXPECT_NE(with([](TrainingSettings& s) { s.config.learning_rate = 1e-2; }), usual);
  EXPECT_NE(with([](TrainingSettings& s) { s.learning_rate_factor = 3; }), usual);
  EXPECT_NE(with([](TrainingSettings& s) { s.option("dropout") = 0; }), usual);
}

TEST(Trainer, RefusesSettingsThatAreNotAllowedAndKeepsTheOld) {
  SmallRun run;
  TrainingSettings bad = run.trainer.settings();
  bad.option("dropout") = 2;
  EXPECT_THROW(run.trainer.change(bad), std::invalid_argument);
  bad = run.trainer.settings();
  bad.config.minimum_learning_rate = 1;
  EXPECT_THROW(run.trainer.change(bad), std::invalid_argument);
  EXPECT_EQ(settings_difference(run.trainer.settings(), SmallRun().trainer.settings()), "");
}

TEST(Recorder, MetricsAndMeasurementsAreAllThere) {
  SteppedRun run;
  run.steps(33);
  const Record record = run.recorder.record();
  ASSERT_EQ(record.steps.size(), 33u);
  EXPECT_EQ(record.steps[32].step, 33);
  EXPECT_GT(record.steps[32].seconds, 0);
  SmallRun again(small_preset(), 20);
  const Index column = record.column("validation.loss");
  ASSERT_GE(column, 0);
  for (std::size_t i = 0; i < record.measurements.size(); ++i)
    if (record.measurements[i].step == 20) {
      EXPECT_EQ(record.measurements[i].values[static_cast<std::size_t>(column)],
                static_cast<float>(again.trainer.validation_loss(1)));
    }
  EXPECT_EQ(record.measurements.back().step, 30);
  EXPECT_EQ(record.column("no such thing"), -1);
}

TEST(Recorder, OneMoreStepIsMeasuredWhereItIsAskedFor) {
  SteppedRun run({.measure_every = 10, .measure_at = 13, .validation_batches = 1});
  run.steps(20);
  const Record record = run.recorder.record();
  std::vector<Index> after;
  for (std::size_t i = 0; i < record.measurements.size(); ++i) after.push_back(record.measurements[i].step);
  EXPECT_EQ(after, (std::vector<Index>{0, 1, 2, 4, 8, 10, 13, 20}));
}

TEST(Recorder, ARecordStaysAsItWas) {
  SteppedRun run;
  run.steps(10);
  const Record before = run.recorder.record();
  run.steps(2000);
  EXPECT_EQ(before.steps.size(), 10u);
  EXPECT_EQ(before.timeline->states.size(), 11u);
  EXPECT_TRUE(run.recorder.record().steps.continues(before.steps));
  run.recorder.start_over(run.run.trainer);
  EXPECT_FALSE(run.recorder.record().steps.continues(before.steps));
}

TEST(Recorder, TheBudgetHoldsForStatesAndMetricsTogether) {
  SteppedRun run({.measure_every = 100, .validation_batches = 1});
  const std::size_t state = run.recorder.record().timeline->states.front()->bytes();
  const std::size_t budget = 30 * state;
  run.recorder.set_budget(budget);
  for (int i = 0; i < 20; ++i) {
    run.steps(100);
    ASSERT_LE(run.recorder.bytes(), budget);
  }
  const std::size_t before = run.recorder.record().timeline->states.size();
  EXPECT_GT(before, 10u);
  run.recorder.set_budget(budget / 2);
  EXPECT_LE(run.recorder.bytes(), budget / 2);
  EXPECT_EQ(run.recorder.record().steps.size(), 2000u) << "metrics are never dropped";
}

TEST(Recorder, PinsHoldTheirStateAndCanBeTakenAway) {
  SteppedRun run;
  run.steps(7);
  run.recorder.pin(run.run.trainer, "here");
  run.steps(200);
  run.recorder.set_budget(0);
  TimelinePtr timeline = run.recorder.record().timeline;
  ASSERT_TRUE(timeline->at(7));
  EXPECT_EQ(timeline->pin_at(7)->name, "here");
  EXPECT_TRUE(run.recorder.name_pin(7, "there"));
  EXPECT_EQ(run.recorder.record().timeline->pin_at(7)->name, "there");
  EXPECT_FALSE(run.recorder.name_pin(6, "not kept"));
  EXPECT_TRUE(run.recorder.name_pin(7, ""));
  EXPECT_FALSE(run.recorder.record().timeline->at(7));
}

TEST(Recorder, ARunGoesOnFromItsPast) {
  SteppedRun first;
  first.steps(20);
  first.recorder.note(first.run.trainer, "a change");
  const Record past = first.recorder.record();
  SmallRun second(small_preset(), 0);
  second.trainer.restore(first.run.trainer.state());
  Recorder recorder(second.trainer, {.measure_every = 10, .validation_batches = 1}, &past);
  recorder.before_step(second.trainer);
  recorder.after_step(second.trainer, second.trainer.step());
  const Record record = recorder.record();
  EXPECT_EQ(record.steps.size(), 21u);
  EXPECT_EQ(record.measurements.size(), past.measurements.size());
  EXPECT_EQ(record.timeline->states.size(), 22u);
  EXPECT_EQ(record.timeline->events, (std::vector<TimelineEvent>{{20, "a change"}}));
}

}  // namespace
}  // namespace attnlab::testing
