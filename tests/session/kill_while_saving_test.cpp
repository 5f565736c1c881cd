// A program killed at any moment of saving leaves the old or the new checkpoint whole.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/io/checkpoint.h"
#include "core/tensor/random.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kKills = 120, kMostKills = 1200;
/// How often each kind of moment is to be met: within a save, and after at least one.
constexpr int kEnough = 13;

/// A checkpoint whose every number tells its step, so that a mixture of two would show.
Checkpoint stamped(const Checkpoint& model, Index step) {
  Checkpoint checkpoint = model;
  const auto value = static_cast<Real>(step % 100000);
  const auto size = static_cast<std::size_t>(model.model->parameters().size());
  checkpoint.snapshot =
      std::make_shared<const WeightsSnapshot>(WeightsSnapshot{step, AlignedBuffer(size, value)});
  checkpoint.optimizer = OptimizerState{AlignedBuffer(size, value), AlignedBuffer(size, value), step};
  return checkpoint;
}

void expect_whole(const Checkpoint& c) {
  const auto value = static_cast<Real>(c.snapshot->step % 100000);
  const auto is_value = [value](Real cell) { return cell == value; };
  EXPECT_TRUE(std::ranges::all_of(c.snapshot->weights, is_value));
  EXPECT_TRUE(std::ranges::all_of(c.optimizer->mean, is_value));
  EXPECT_TRUE(std::ranges::all_of(c.optimizer->square, is_value));
  EXPECT_EQ(c.optimizer->updates, c.snapshot->step);
}

/// Saves again and again until it is killed; a byte to `started` before the first save.
[[noreturn]] void save_for_ever(const fs::path& folder, const Checkpoint& model, Index step, Replacement way,
                                int started) {
  if (::write(started, "s", 1) != 1) ::_exit(1);
  try {
    while (true) save_checkpoint(folder, stamped(model, ++step), way);
  } catch (...) {
    ::_exit(2);
  }
}

/// Starts such a child and kills it after `delay` of saving. False where it ended by itself.
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
  const Checkpoint model{experiment.preset, experiment.vocabularies, experiment.model, nullptr, {}, 1};
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
    ASSERT_GE(loaded.snapshot->step, last);
    advanced += loaded.snapshot->step > last;
    last = loaded.snapshot->step;
  }
  EXPECT_GE(advanced, kEnough);
  EXPECT_GE(left_overs, kEnough);
  save_checkpoint(folder / "m", stamped(model, last + 1), GetParam());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "left-overs were not cleaned up";
}

INSTANTIATE_TEST_SUITE_P(Checkpoint, KillWhileSaving,
                         ::testing::Values(Replacement::Exchange, Replacement::TwoRenames));

TEST(SavingAndLoading, AtOnceGivesWholeCheckpoints) {
  const TempFolder folder;
  const Experiment experiment = make_experiment(small_preset());
  const Checkpoint model{experiment.preset, experiment.vocabularies, experiment.model, nullptr, {}, 1};
  save_checkpoint(folder / "m", stamped(model, 1));
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    for (Index step = 2; !stop; ++step) save_checkpoint(folder / "m", stamped(model, step));
  });
  for (int i = 0; i < 100; ++i) expect_whole(load_checkpoint(folder / "m"));
  stop = true;
  writer.join();
}

}  // namespace
}  // namespace attnlab::testing
