// Runs that were saved by past versions of the program, in tests/runs: each must always load and train on.
//
// These folders are never made again: a version that cannot read them cannot read what people have saved.
//
//   version1  attention-lab train --preset reverse --set width=8 --set heads=2 --set layers=1
//             --set feed_forward=8 --set model.dropout=0.1 --set max_length=3 --set symbols=4
//             --set context=8 --set batch=4 --set training.steps=40 --set warmup=5 --steps 12 --seed 5
//             --out version1, by the last program that wrote version 1 of the format
//   version2  make_version_2() below, by the first that wrote version 2
//
// For a version 3, add a folder and tests of it; leave these as they are.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/io/checkpoint.h"
#include "core/training/run/recorder.h"
#include "core/training/run/train_loop.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

const std::filesystem::path kRuns = std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests/runs";

/// The allowed difference of losses on another processor, with another order of sums.
constexpr double kLossTolerance = 1e-4;

/// The run in version2: a plain RNN whose batch, dropout and learning rate were changed on the way.
void make_version_2(const std::filesystem::path& folder) {
  Preset preset = find_preset("recall-rnn");
  for (const char* option : {"width=4", "task.distance=3", "model.context=8", "batch=4", "training.steps=40",
                             "warmup=4", "seed=11"})
    set_option(preset, option);
  const Experiment experiment = make_experiment(preset);
  Trainer trainer(experiment.model, experiment.task, experiment.preset.training, 1);
  Recorder recorder(trainer, {.measure_every = 5, .validation_batches = 2});
  const auto change = [&](const char* field, const char* value) {
    TrainingSettings settings = trainer.settings();
    set_field(settings_fields(settings), field, value, "training");
    recorder.note(trainer, settings_difference(trainer.settings(), settings));
    trainer.change(settings);
    recorder.store(trainer);
  };
  train_until(trainer, {.until = 6, .recorder = &recorder});
  recorder.pin(trainer, "√ before the change");
  change("batch", "8");
  change("dropout", "0.25");
  train_until(trainer, {.until = 10, .recorder = &recorder});
  change("learning_rate_factor", "0.5");
  train_until(trainer, {.until = 14, .recorder = &recorder});
  recorder.set_budget(recorder.bytes() - 11 * recorder.record().timeline->states[0]->bytes());
  save_checkpoint(folder, capture(experiment, trainer, recorder.record()));
}

TEST(StoredRuns, DISABLED_MakeVersion2) { make_version_2("version2"); }

double loss_of(Trainer& trainer, const TrainingState& state) {
  trainer.restore(state);
  return trainer.validation_loss(2);
}

TEST(StoredRuns, Version1) {
  const Checkpoint run = load_checkpoint(kRuns / "version1");
  EXPECT_TRUE(run.remarks.empty());
  EXPECT_FALSE(run.record);
  EXPECT_EQ(run.state->step(), 12);
  EXPECT_EQ(run.state->optimizer->updates, 12);
  EXPECT_EQ(run.state->settings.config.batch, 4);
  EXPECT_EQ(run.state->settings.config.seed, 5);
  EXPECT_EQ(value_of(run.state->settings.live, "dropout"), 0.1);
  EXPECT_EQ(run.state->settings.learning_rate_factor, 1);
  Continuation next = continue_training(run, 1);
  EXPECT_NEAR(next.trainer->validation_loss(2), 1.592551, kLossTolerance);
  EXPECT_NEAR(next.trainer->step().loss, 2.035143, kLossTolerance);
}

TEST(StoredRuns, Version2) {
  const Checkpoint run = load_checkpoint(kRuns / "version2");
  EXPECT_TRUE(run.remarks.empty());
  EXPECT_EQ(run.preset.training.batch, 4);
  EXPECT_EQ(run.preset.training.seed, 11);
  EXPECT_EQ(run.state->step(), 14);
  EXPECT_EQ(run.state->settings.config.batch, 8);
  EXPECT_EQ(value_of(run.state->settings.live, "dropout"), 0.25);
  EXPECT_EQ(run.state->settings.learning_rate_factor, 0.5);
  ASSERT_TRUE(run.record);
  const Record& record = *run.record;
  ASSERT_EQ(record.steps.size(), 14u);
  EXPECT_EQ(record.steps[6].step, 7);
  EXPECT_EQ(record.steps[6].loss, 3.2815284729003906);
  EXPECT_EQ(record.steps[6].gradient_norm, 0.5371699628469423);
  EXPECT_EQ(record.steps[6].learning_rate, 0.0049627789948799095);
  EXPECT_EQ(record.steps[6].tokens, 8);
  const Index loss = record.column("validation.loss");
  ASSERT_GE(loss, 0);
  ASSERT_EQ(record.measurements.size(), 6u);
  EXPECT_EQ(record.measurements[5].step, 10);
  EXPECT_EQ(record.measurements[5].values[static_cast<std::size_t>(loss)], 3.38274f);
  EXPECT_EQ(record.timeline->pins, (std::vector<Pin>{{6, "√ before the change"}}));
  EXPECT_EQ(record.timeline->events,
            (std::vector<TimelineEvent>{
                {6, "batch 4 → 8"}, {6, "dropout 0 → 0.25"}, {10, "learning_rate_factor 1 → 0.5"}}));

  Continuation next = continue_training(run, 1);
  struct Expected {
    Index step;
    double loss, factor;
    Index batch;
  };
  const std::vector<Expected> expected{
      {0, 3.394255, 1, 4}, {6, 3.381161, 1, 8}, {10, 3.382740, 0.5, 8}, {14, 3.383702, 0.5, 8}};
  ASSERT_EQ(record.timeline->states.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const TrainingState& state = *record.timeline->states[i];
    EXPECT_EQ(state.step(), expected[i].step);
    EXPECT_EQ(state.optimizer->updates, expected[i].step);
    EXPECT_EQ(state.settings.learning_rate_factor, expected[i].factor);
    EXPECT_EQ(state.settings.config.batch, expected[i].batch);
    EXPECT_NEAR(loss_of(*next.trainer, state), expected[i].loss, kLossTolerance);
  }
  next.trainer->restore(*run.state);
  EXPECT_NEAR(next.trainer->step().loss, 3.380703, kLossTolerance);
}

TEST(StoredRuns, KeepTheirMeasurementsWhereMoreIsMeasuredNow) {
  Continuation next = continue_training(load_checkpoint(kRuns / "version2"), 1);
  const Recorder recorder(*next.trainer, {.measure_every = 5, .validation_batches = 2}, next.past());
  const Record record = recorder.record();
  ASSERT_EQ(record.measurements.size(), 6u);
  for (std::size_t i = 0; i < record.names.size(); ++i) {
    const float value = record.measurements[5].values[i];
    if (record.names[i] == "validation.loss")
      EXPECT_EQ(value, 3.38274f);
    else
      EXPECT_TRUE(std::isnan(value)) << record.names[i];
  }
}

}  // namespace
}  // namespace attnlab::testing
