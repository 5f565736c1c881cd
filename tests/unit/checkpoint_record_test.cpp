// Records in checkpoints: everything is restored, only new rows are written, and a changed run continues bit
// for bit.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>

#include "core/io/checkpoint.h"
#include "core/training/run/recorder.h"
#include "core/training/run/train_loop.h"
#include "tests/support/same_state.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

/// A run with a recorder.
struct RecordedRun {
  explicit RecordedRun(const Preset& preset = small_preset())
      : run(preset), recorder(run.trainer, {.measure_every = 10, .validation_batches = 1}) {}

  void train_to(Index step) { train_until(run.trainer, {.until = step, .recorder = &recorder}); }
  void change(const std::function<void(TrainingSettings&)>& change) {
    TrainingSettings settings = run.trainer.settings();
    change(settings);
    const std::string what = settings_difference(run.trainer.settings(), settings);
    run.trainer.change(settings);
    recorder.store(run.trainer);
    recorder.note(run.trainer, what);
  }
  Checkpoint checkpoint() const { return run.checkpoint(recorder.record()); }

  SmallRun run;
  Recorder recorder;
};

/// Runs steps so that the record has every kind of content.
void live(RecordedRun& run) {
  run.train_to(12);
  run.recorder.pin(run.run.trainer, "before √ the change");
  run.change([](TrainingSettings& s) {
    s.config.batch = 4;
    s.option("dropout") = 0.2;
  });
  run.train_to(17);
  run.change([](TrainingSettings& s) { s.learning_rate_factor = 0.1; });
  run.train_to(25);
}

TEST(CheckpointRecord, HoldsTheWholeRecord) {
  const TempFolder folder;
  RecordedRun run;
  live(run);
  const Checkpoint saved = run.checkpoint();
  save_checkpoint(folder / "m", saved);
  const Checkpoint loaded = load_checkpoint(folder / "m");
  EXPECT_TRUE(loaded.remarks.empty());
  EXPECT_EQ(loaded.preset.training.batch, 8) << "the preset stays as the run began";
  EXPECT_EQ(loaded.state->settings.config.batch, 4);
  expect_same(*loaded.state, *saved.state);
  ASSERT_TRUE(loaded.record);
  const Record &a = *saved.record, &b = *loaded.record;
  ASSERT_EQ(b.steps.size(), 25u);
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_EQ(a.steps[i].step, b.steps[i].step);
    EXPECT_EQ(a.steps[i].loss, b.steps[i].loss);
    EXPECT_EQ(a.steps[i].gradient_norm, b.steps[i].gradient_norm);
    EXPECT_EQ(a.steps[i].learning_rate, b.steps[i].learning_rate);
    EXPECT_EQ(a.steps[i].tokens, b.steps[i].tokens);
    EXPECT_EQ(a.steps[i].seconds, b.steps[i].seconds);
  }
  EXPECT_EQ(a.names, b.names);
  ASSERT_EQ(a.measurements.size(), b.measurements.size());
  ASSERT_GT(b.measurements.size(), 2u);
  for (std::size_t i = 0; i < a.measurements.size(); ++i) {
    EXPECT_EQ(a.measurements[i].step, b.measurements[i].step);
    for (std::size_t k = 0; k < a.names.size(); ++k) {
      const float was = a.measurements[i].values[k], is = b.measurements[i].values[k];
      EXPECT_TRUE(was == is || (std::isnan(was) && std::isnan(is)));
    }
  }
  ASSERT_EQ(b.timeline->states.size(), a.timeline->states.size());
  for (std::size_t i = 0; i < a.timeline->states.size(); ++i)
    expect_same(*a.timeline->states[i], *b.timeline->states[i]);
  EXPECT_EQ(b.timeline->pins, (std::vector<Pin>{{12, "before √ the change"}}));
  EXPECT_EQ(b.timeline->events, a.timeline->events);
  EXPECT_EQ(b.timeline->events.size(), 2u);
  EXPECT_FALSE(load_checkpoint(folder / "m", Load::State).record);
}

TEST(CheckpointRecord, MeasurementsThatWereNotMadeStayAbsent) {
  const TempFolder folder;
  RecordedRun run;
  Checkpoint saved = run.checkpoint();
  AppendLog<Measurement> log;
  log.append({0, {NAN, 1.5f, -INFINITY, 0.1f}});
  saved.record->names = {"a", "b.c", "d", "e"};
  saved.record->measurements = log.view();
  save_checkpoint(folder / "m", saved);
  EXPECT_EQ(read_bytes(folder / "m/measurements.csv"), "step,a,b.c,d,e\n0,,1.5,-inf,0.1\n");
  const Record record = *load_checkpoint(folder / "m").record;
  EXPECT_EQ(record.names, saved.record->names);
  EXPECT_TRUE(std::isnan(record.measurements[0].values[0]));
  EXPECT_EQ(record.measurements[0].values[1], 1.5f);
  EXPECT_EQ(record.measurements[0].values[2], -INFINITY);
  EXPECT_EQ(record.measurements[0].values[3], 0.1f);
}

TEST(CheckpointRecord, ChangedRunGoesOnWithTheSameBitsAsNeverStopped) {
  const TempFolder folder;
  RecordedRun whole;
  live(whole);
  save_checkpoint(folder / "m", whole.checkpoint());
  whole.train_to(40);
  whole.change([](TrainingSettings& s) { s.config.batch = 16; });
  whole.train_to(50);

  Continuation next = continue_training(load_checkpoint(folder / "m"), 2);
  Recorder recorder(*next.trainer, {.measure_every = 10, .validation_batches = 1}, next.past());
  train_until(*next.trainer, {.until = 40, .recorder = &recorder});
  TrainingSettings settings = next.trainer->settings();
  settings.config.batch = 16;
  next.trainer->change(settings);
  train_until(*next.trainer, {.until = 50, .recorder = &recorder});
  expect_same(next.trainer->state(), whole.run.trainer.state());
  const Record a = whole.recorder.record(), b = recorder.record();
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) EXPECT_EQ(a.steps[i].loss, b.steps[i].loss);
  ASSERT_EQ(a.measurements.size(), b.measurements.size());
  EXPECT_EQ(a.measurements.back().values[0], b.measurements.back().values[0]);
}

TEST(CheckpointRecord, PastStatesGoOnAsTheyDidThen) {
  const TempFolder folder;
  RecordedRun run;
  live(run);
  save_checkpoint(folder / "m", run.checkpoint());
  Continuation past = continue_training(load_checkpoint(folder / "m"), 1);
  past.trainer->restore(*past.record->timeline->at(14));
  EXPECT_EQ(past.trainer->settings().config.batch, 4);
  while (past.trainer->steps_done() < 17) past.trainer->step();
  expect_same(past.trainer->state(), [&] {
    TrainingState same = *run.recorder.record().timeline->at(17);
    same.settings.learning_rate_factor = 1;  // changed after this step
    return same;
  }());
}

TEST(CheckpointRecord, SeedOfTheLastResetIsStored) {
  const TempFolder folder;
  RecordedRun run;
  live(run);
  run.run.trainer.reset(99);
  run.recorder.start_over(run.run.trainer);
  run.train_to(5);
  save_checkpoint(folder / "m", run.checkpoint());
  Continuation next = continue_training(load_checkpoint(folder / "m"), 1);
  while (next.trainer->steps_done() < 20) next.trainer->step();
  run.train_to(20);
  expect_same(next.trainer->state(), run.run.trainer.state());
  EXPECT_EQ(next.record->timeline->at(0)->settings.config.batch, 4) << "changes outlive a reset";
}

ino_t file_of(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_ino;
}

TEST(CheckpointRecord, WritesOnlyNewStates) {
  for (const Replacement way : {Replacement::Exchange, Replacement::TwoRenames}) {
    const TempFolder folder;
    const fs::path states = folder / "m/states";
    RecordedRun run;
    run.train_to(6);
    save_checkpoint(folder / "m", run.checkpoint(), way);
    std::vector<ino_t> before;
    for (int step = 0; step <= 6; ++step)
      before.push_back(file_of(states / (std::to_string(step) + ".safetensors")));
    run.train_to(9);
    run.recorder.set_budget(0);  // thinned to the first and the last
    run.recorder.pin(run.run.trainer, "now");
    save_checkpoint(folder / "m", run.checkpoint(), way);
    EXPECT_EQ(file_of(states / "0.safetensors"), before[0]);
    EXPECT_FALSE(fs::exists(states / "6.safetensors")) << "thinned away";
    EXPECT_TRUE(fs::exists(states / "9.safetensors"));
    const Checkpoint loaded = load_checkpoint(folder / "m");
    EXPECT_TRUE(loaded.remarks.empty());
    EXPECT_EQ(loaded.record->timeline->states.size(), run.recorder.record().timeline->states.size());
  }
}

TEST(CheckpointRecord, StateOfAnotherRunIsNotTakenForItsOwn) {
  const TempFolder folder;
  RecordedRun run;
  run.train_to(6);
  save_checkpoint(folder / "m", run.checkpoint());
  const ino_t before = file_of(folder / "m/states/4.safetensors");
  run.run.trainer.reset(99);
  run.recorder.start_over(run.run.trainer);
  run.train_to(6);
  const Checkpoint other = run.checkpoint();
  save_checkpoint(folder / "m", other);
  EXPECT_NE(file_of(folder / "m/states/4.safetensors"), before);
  const Checkpoint loaded = load_checkpoint(folder / "m");
  for (Index step = 0; step <= 6; ++step)
    expect_same(*loaded.record->timeline->at(step), *other.record->timeline->at(step));
}

TEST(CheckpointRecord, DamagedStateIsWrittenAgain) {
  const TempFolder folder;
  RecordedRun run;
  run.train_to(6);
  save_checkpoint(folder / "m", run.checkpoint());
  const std::string good = read_bytes(folder / "m/states/4.safetensors");
  write_bytes(folder / "m/states/4.safetensors", good.substr(0, good.size() / 2));
  fs::remove(folder / "m/states/5.safetensors");
  save_checkpoint(folder / "m", run.checkpoint());
  EXPECT_EQ(read_bytes(folder / "m/states/4.safetensors"), good);
  EXPECT_TRUE(load_checkpoint(folder / "m").remarks.empty());
}

TEST(CheckpointRecord, StatesBehindLinksAreWrittenAgain) {
  const TempFolder folder;
  RecordedRun run;
  run.train_to(6);
  save_checkpoint(folder / "m", run.checkpoint());
  fs::rename(folder / "m/states/4.safetensors", folder / "elsewhere");
  fs::create_symlink(folder / "elsewhere", folder / "m/states/4.safetensors");
  save_checkpoint(folder / "m", run.checkpoint());
  EXPECT_FALSE(fs::is_symlink(folder / "m/states/4.safetensors"));
  EXPECT_TRUE(fs::exists(folder / "elsewhere"));
  EXPECT_TRUE(load_checkpoint(folder / "m").remarks.empty());
}

TEST(CheckpointRecord, StatesOnAnotherDiskAreWrittenAgain) {
  const TempFolder folder;
  const fs::path disk = "/dev/shm/attention-lab-test-" + std::to_string(::getpid());
  RecordedRun run;
  run.train_to(6);
  save_checkpoint(folder / "m", run.checkpoint());
  std::error_code error;
  fs::copy(folder / "m/states", disk, error);
  if (error) GTEST_SKIP() << "no other disk here: " << error.message();
  fs::remove_all(folder / "m/states");
  fs::create_directory_symlink(disk, folder / "m/states");
  save_checkpoint(folder / "m", run.checkpoint());
  EXPECT_FALSE(fs::is_symlink(folder / "m/states"));
  EXPECT_TRUE(load_checkpoint(folder / "m").remarks.empty());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(disk), {}), 7) << "what the link leads to is left alone";
  fs::remove_all(disk);
}

TEST(CheckpointRecord, FilesOfOthersAmongTheStatesStay) {
  for (const Replacement way : {Replacement::Exchange, Replacement::TwoRenames}) {
    const TempFolder folder;
    RecordedRun run;
    run.train_to(3);
    save_checkpoint(folder / "m", run.checkpoint(), way);
    write_bytes(folder / "m/states/notes.txt", "mine");
    write_bytes(folder / "m/states/deep/more.txt", "mine too");
    run.train_to(4);
    save_checkpoint(folder / "m", run.checkpoint(), way);
    save_checkpoint(folder / "m", run.run.checkpoint(), way);  // without a record
    EXPECT_EQ(read_bytes(folder / "m/states/notes.txt"), "mine");
    EXPECT_EQ(read_bytes(folder / "m/states/deep/more.txt"), "mine too");
    EXPECT_FALSE(fs::exists(folder / "m/states/0.safetensors"));
    EXPECT_FALSE(fs::exists(folder / "m/timeline.json"));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  }
}

TEST(CheckpointRecord, LeftOversOfKilledProgramsAreCleanedUp) {
  const TempFolder folder;
  RecordedRun run;
  run.train_to(3);
  save_checkpoint(folder / "m", run.checkpoint());
  fs::copy(folder / "m", folder / "m.tmp-999999999", fs::copy_options::recursive);
  save_checkpoint(folder / "m", run.checkpoint());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(CheckpointRecord, RecordThatWasTakenLaterIsRefused) {
  const TempFolder folder;
  RecordedRun run;
  run.train_to(3);
  Checkpoint early = run.checkpoint();
  run.train_to(4);
  early.record = run.recorder.record();
  EXPECT_THROW(save_checkpoint(folder / "m", early), std::invalid_argument);
  EXPECT_FALSE(fs::exists(folder / "m"));
}

TEST(CheckpointRecord, OldEntropiesAreReadAsBits) {
  const TempFolder folder;
  RecordedRun run;
  Checkpoint saved = run.checkpoint();
  AppendLog<Measurement> log;
  log.append({0, {0.5f, 1.5f}});
  saved.record->names = {"validation.loss", "entropy.encoder.layers.0.self_attention#0"};
  saved.record->measurements = log.view();
  save_checkpoint(folder / "m", saved);
  const Record record = *load_checkpoint(folder / "m").record;
  EXPECT_EQ(record.names.at(1), "entropy_bits.encoder.layers.0.self_attention#0");
  EXPECT_EQ(record.measurements[0].values[0], 0.5f);
  EXPECT_NEAR(record.measurements[0].values[1], 1.5 / std::log(2.0), 1e-6);
}

}  // namespace
}  // namespace attnlab::testing
