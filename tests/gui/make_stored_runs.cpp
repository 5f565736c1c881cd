// Makes the stored runs again, or the one that ATTNLAB_STORED_RUN names: test_gui
// --gtest_also_run_disabled_tests
// --gtest_filter='StoredRuns.*'. All pictures are to be made again after that.
//
// Numbers are rounded to a few binary digits, so that the archives are small.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "core/io/checkpoint.h"
#include "core/training/run/recorder.h"
#include "core/training/run/train_loop.h"
#include "tests/gui/stored_runs.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

struct StoredRun {
  const char *name, *preset;
  std::vector<const char*> options;
  std::vector<Index> kept;  ///< steps whose weights are stored; the last one ends the run
};

const StoredRun kRuns[] = {
    {"translate", "translate", {"width=24", "feed_forward=64", "training.steps=800"}, {0, 120, 800}},
    // Small enough for many steps.
    {"reverse",
     "reverse",
     {"width=16", "feed_forward=16", "max_length=5", "symbols=6", "training.steps=800"},
     {0, 60, 120, 180, 240, 300, 360, 420, 500, 800}},
    {"brackets",
     "brackets-lstm",
     {"width=16", "training.steps=400"},
     {0, 20, 40, 60, 80, 100, 120, 140, 160, 200, 240, 280, 320, 400}},
    {"experts",
     "experts",
     {"width=24", "heads=2", "feed_forward=32", "context=24", "max_words=300", "training.steps=600"},
     {0, 120, 600}},
    // Recurrent, and small.
    {"alignment",
     "seq2seq-attention",
     {"task.name=reverse", "max_length=6", "symbols=8", "model.width=12", "training.steps=600"},
     {0, 600}},
    // Easier pictures than the preset's, for few steps.
    {"digits",
     "digits",
     {"width=20", "heads=2", "feed_forward=32", "task.rotation=8", "task.shift=0.5", "training.steps=400",
      "training.batch=384", "training.learning_rate=0.01", "training.warmup=40"},
     {0, 400}},
};

/// Stored binary digits of each weight, and of each moment of the last step; earlier moments are dropped.
constexpr int kWeightDigits = 7, kMomentDigits = 4;

AlignedBuffer rounded(AlignedBuffer cells, int digits) {
  for (Real& cell : cells) {
    int exponent = 0;
    const Real mantissa = std::frexp(cell, &exponent);
    cell = std::ldexp(std::round(std::ldexp(mantissa, digits)), exponent - digits);
  }
  return cells;
}

StatePtr packable(const TrainingState& state, bool with_moments) {
  OptimizerState moments = *state.optimizer;
  for (AlignedBuffer* part : {&moments.mean, &moments.square})
    *part = with_moments ? rounded(*part, kMomentDigits) : AlignedBuffer(part->size());
  return std::make_shared<const TrainingState>(
      TrainingState{std::make_shared<const WeightsSnapshot>(
                        WeightsSnapshot{state.step(), rounded(state.snapshot->weights, kWeightDigits)}),
                    std::make_shared<const OptimizerState>(std::move(moments)), state.settings});
}

Checkpoint trained(const StoredRun& run) {
  Preset preset = find_preset(run.preset);
  for (const char* option : run.options) set_option(preset, option);
  const Experiment experiment = make_experiment(preset);
  Trainer trainer(experiment.model, experiment.task, experiment.preset.training, 1);
  Recorder recorder(trainer, {.measure_every = 20, .validation_batches = 4});
  for (const Index step : run.kept) {
    train_until(trainer, {.until = step, .recorder = &recorder});
    recorder.store(trainer);
  }
  Checkpoint checkpoint = capture(experiment, trainer, recorder.record());
  Timeline timeline = *checkpoint.record->timeline;
  timeline.states.clear();
  for (const Index step : run.kept)
    timeline.states.push_back(packable(*checkpoint.record->timeline->at(step), step == run.kept.back()));
  checkpoint.state = timeline.states.back();
  checkpoint.record->timeline = std::make_shared<const Timeline>(std::move(timeline));
  return checkpoint;
}

TEST(StoredRuns, DISABLED_AreMadeAnew) {
  const char* const only = std::getenv("ATTNLAB_STORED_RUN");  // its name, or all of them
  for (const StoredRun& run : kRuns) {
    if (only && run.name != std::string_view(only)) continue;
    const TempFolder folder;
    save_checkpoint(folder / run.name, trained(run));
    ProcessOptions here;
    here.folder = folder.path();
    here.environment = {{"XZ_OPT", "-9e"}};
    const ProcessResult packed =
        run_process({"tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "-cJf",
                     stored_run_archive(run.name).string(), run.name},
                    here);
    ASSERT_EQ(packed.exit_code, 0) << packed.errors;
  }
}

}  // namespace
}  // namespace attnlab::testing
