// A program killed at any moment of saving leaves the old or the new checkpoint complete.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "core/io/checkpoint.h"
#include "core/tensor/random.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kKills = 200, kMostKills = 1200;
/// Required number of kills of each kind: during a save, and after at least one.
constexpr int kEnough = 13;

constexpr Index kKeptSteps = 6;

/// A state with its step in every number, so that a mixture of two states would show.
StatePtr stamped_state(const Checkpoint& model, Index step) {
  const AlignedBuffer cells(static_cast<std::size_t>(model.model->parameters().size()),
                            static_cast<Real>(step % 100000));
  return std::make_shared<const TrainingState>(
      TrainingState{std::make_shared<const WeightsSnapshot>(WeightsSnapshot{step, cells}),
                    std::make_shared<const OptimizerState>(OptimizerState{cells, cells, step}),
                    first_settings(model.preset)});
}

/// A run of `step` steps, with the latest states and as many rows of metrics.
Checkpoint stamped(const Checkpoint& model, Index step) {
  Checkpoint checkpoint = model;
  checkpoint.state = stamped_state(model, step);
  Timeline timeline;
  AppendLog<StepMetrics> metrics;
  for (Index s = std::max<Index>(1, step - kKeptSteps + 1); s <= step; ++s) {
    timeline.states.push_back(stamped_state(model, s));
    metrics.append({s, static_cast<double>(s), 1, 1, 1, 1});
  }
  timeline.pins = {{step, "last"}};
  checkpoint.record = Record{.steps = metrics.view(),
                             .names = {},
                             .measurements = {},
                             .timeline = std::make_shared<const Timeline>(std::move(timeline))};
  return checkpoint;
}

void expect_whole(const TrainingState& state) {
  const auto is_value = [&](Real cell) { return cell == static_cast<Real>(state.step() % 100000); };
  EXPECT_TRUE(std::ranges::all_of(state.snapshot->weights, is_value));
  EXPECT_TRUE(std::ranges::all_of(state.optimizer->mean, is_value));
  EXPECT_TRUE(std::ranges::all_of(state.optimizer->square, is_value));
  EXPECT_EQ(state.optimizer->updates, state.step());
}

/// Expects a complete checkpoint of one moment.
void expect_whole(const Checkpoint& c) {
  const Index step = c.state->step();
  const auto kept = static_cast<std::size_t>(std::min(step, kKeptSteps));
  expect_whole(*c.state);
  EXPECT_TRUE(c.remarks.empty()) << c.remarks[0];
  ASSERT_TRUE(c.record);
  ASSERT_EQ(c.record->timeline->states.size(), kept);
  for (const StatePtr& state : c.record->timeline->states) expect_whole(*state);
  EXPECT_EQ(c.record->timeline->states.back()->step(), step);
  EXPECT_EQ(c.record->timeline->pins, (std::vector<Pin>{{step, "last"}}));
  ASSERT_EQ(c.record->steps.size(), kept);
  EXPECT_EQ(c.record->steps.back().step, step);
}

/// Saves until the process is killed; writes a byte to `started` before the first save.
[[noreturn]] void save_for_ever(const fs::path& folder, const Checkpoint& model, Index step, Replacement way,
                                int started) {
  if (::write(started, "s", 1) != 1) ::_exit(1);
  try {
    while (true) save_checkpoint(folder, stamped(model, ++step), way);
  } catch (...) {
    ::_exit(2);
  }
}

/// Starts a child that saves and kills it after `delay`. False where the child ended by itself.
bool kill_one(const fs::path& folder, const Checkpoint& model, Index step, Replacement way,
              std::chrono::microseconds delay) {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  const pid_t child = ::fork();
  if (child == 0) save_for_ever(folder, model, step, way, ends[1]);
  char byte = 0;
  const bool started = ::read(ends[0], &byte, 1) == 1;
  std::this_thread::sleep_for(delay);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  return started && WIFSIGNALED(status);
}

class KillWhileSaving : public ::testing::TestWithParam<Replacement> {};

TEST_P(KillWhileSaving, OldOrNewOneIsWhole) {
  const TempFolder folder;
  const Experiment experiment = make_experiment(small_preset());
  const Checkpoint model{experiment.preset, experiment.vocabularies, experiment.model, nullptr};
  save_checkpoint(folder / "m", stamped(model, 1));
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) save_checkpoint(folder / "m", stamped(model, 2));
  const auto save_time =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin) / 5;

  RandomStream random(7);
  int advanced = 0, left_overs = 0;
  Index last = 2;
  const auto enough = [&] { return advanced >= kEnough && left_overs >= kEnough; };
  for (int i = 0; i < kKills || (i < kMostKills && !enough()); ++i) {
    const auto delay = std::chrono::microseconds(random.below(3 * save_time.count() + 1));
    ASSERT_TRUE(kill_one(folder / "m", model, last, GetParam(), delay));
    left_overs += std::distance(fs::directory_iterator(folder.path()), {}) > 1;
    const Checkpoint loaded = load_checkpoint(folder / "m");
    expect_whole(loaded);
    ASSERT_GE(loaded.state->step(), last);
    advanced += loaded.state->step() > last;
    last = loaded.state->step();
  }
  EXPECT_GE(advanced, kEnough);
  EXPECT_GE(left_overs, kEnough);
  save_checkpoint(folder / "m", stamped(model, last + 1), GetParam());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "left-overs were not cleaned up";
}

INSTANTIATE_TEST_SUITE_P(Checkpoint, KillWhileSaving,
                         ::testing::Values(Replacement::Exchange, Replacement::TwoRenames));

/// Rests between saves, each up to three times as long as a load was thought to take, and twice as long after
/// every three saves during which no load came to an end: other programs slow a machine down.
class Rests {
 public:
  explicit Rests(std::chrono::microseconds load_time) : longest_(3 * load_time.count() + 1) {}

  void after_save(const std::atomic<int>& loads) {
    in_vain_ = loads == loads_ ? in_vain_ + 1 : 0;
    loads_ = loads;
    if (in_vain_ > 0 && in_vain_ % 3 == 0) longest_ *= 2;
    std::this_thread::sleep_for(std::chrono::microseconds(random_.below(longest_)));
  }

 private:
  RandomStream random_{3};
  Index longest_;
  int loads_ = 0, in_vain_ = 0;
};

/// Loads come to an end between two saves, or are overtaken by some.
TEST(SavingAndLoading, AtOnceGivesWholeCheckpoints) {
  const TempFolder folder;
  const Experiment experiment = make_experiment(small_preset());
  const Checkpoint model{experiment.preset, experiment.vocabularies, experiment.model, nullptr};
  save_checkpoint(folder / "m", stamped(model, 1));
  const auto begin = std::chrono::steady_clock::now();
  load_checkpoint(folder / "m");
  Rests rests(
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin));
  std::atomic<int> loads = 0;
  const JoiningThread writer([&](const StopToken& stop) {
    for (Index step = 2; !stop.stop_requested(); ++step) {
      save_checkpoint(folder / "m", stamped(model, step));
      rests.after_save(loads);
    }
  });
  for (; loads < 100; ++loads) expect_whole(load_checkpoint(folder / "m"));
}

/// Two read while a third saves without a rest: a load that is overtaken by a save each time is an error.
TEST(SavingAndLoading, WithoutARestGivesAWholeCheckpointOrAnError) {
  const TempFolder folder;
  const Experiment experiment = make_experiment(small_preset());
  const Checkpoint model{experiment.preset, experiment.vocabularies, experiment.model, nullptr};
  save_checkpoint(folder / "m", stamped(model, 1));
  const JoiningThread writer([&](const StopToken& stop) {
    for (Index step = 2; !stop.stop_requested(); ++step) save_checkpoint(folder / "m", stamped(model, step));
  });
  const auto load_some = [&] {
    for (int i = 0; i < 20; ++i) {
      try {
        expect_whole(load_checkpoint(folder / "m"));
      } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("another program saved to it"), std::string::npos)
            << error.what();
      }
    }
  };
  const JoiningThread other([&](const StopToken&) { load_some(); });
  load_some();
}

}  // namespace
}  // namespace attnlab::testing
