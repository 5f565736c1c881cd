// Training and tracing without threads: in turns, with the same results.
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "core/config/background.h"
#include "core/config/cores.h"
#include "core/config/side_loop.h"
#include "core/config/threads.h"
#include "core/trace/trace_service.h"
#include "core/training/thread_pool.h"
#include "tests/session/small_run.h"

namespace attnlab {
namespace {

constexpr double kLong = 60;

/// Gives turns until nothing is left to do.
void take_all_turns() {
  while (take_turns(kLong)) {
  }
}

TEST(Turns, WorkInTheBackgroundIsDoneAtOnce) {
  const WithoutThreads none;
  EXPECT_FALSE(has_threads());
  EXPECT_EQ(cores(), 1);
  std::thread::id by;
  Background<int> done = in_background([&] {
    by = std::this_thread::get_id();
    return 7;
  });
  EXPECT_EQ(by, std::this_thread::get_id());
  EXPECT_EQ(done.get(), 7);
  BackgroundWork failed = in_background([] { throw std::runtime_error("no"); });
  EXPECT_THROW(failed.get(), std::runtime_error);
}

TEST(Turns, ThreadsComeBack) {
  { const WithoutThreads none; }
  EXPECT_TRUE(has_threads());
  std::thread::id by;
  in_background([&] { by = std::this_thread::get_id(); }).get();
  EXPECT_NE(by, std::this_thread::get_id());
}

TEST(Turns, APoolIsItsCaller) {
  const WithoutThreads none;
  ThreadPool pool(4);
  std::vector<std::thread::id> by(16);
  pool.each(16, [&](Index item) { by[static_cast<std::size_t>(item)] = std::this_thread::get_id(); });
  EXPECT_EQ(by, std::vector(16, std::this_thread::get_id()));
}

TEST(Turns, LoopsTakeTurnsUntilTheTimeIsUp) {
  const WithoutThreads none;
  std::string order;
  SideLoop first, second;
  int left = 2;
  first.begin([] {}, [&] { return left-- > 0 ? (order += 'a', true) : false; });
  second.begin([] {}, [&] { return order.size() < 5 ? (order += 'b', true) : false; });
  EXPECT_TRUE(take_turns(0)) << "the time is up after one turn";
  EXPECT_EQ(order, "a");
  EXPECT_FALSE(take_turns(kLong));
  EXPECT_EQ(order, "ababb") << "one after another";
  first.end();
  second.end();
  EXPECT_FALSE(take_turns(kLong));
}

/// Weights after some steps, a step on the way of which is asked for by itself.
AlignedBuffer trained_weights() {
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {.snapshot_seconds = 0});
  const auto at = [&](Index step) {
    take_all_turns();
    while (run.status().step != step || run.status().pending) std::this_thread::yield();
  };
  run.step(2);
  at(2);
  run.step(1);
  at(3);
  return run.snapshot()->weights;
}

TEST(Turns, ARunHasTheBitsThatItHasOnAThread) {
  const AlignedBuffer on_thread = trained_weights();
  const WithoutThreads none;
  EXPECT_EQ(trained_weights(), on_thread);
}

TEST(Turns, ARunPlaysPausesAndIsSettled) {
  const WithoutThreads none;
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {.snapshot_seconds = kLong});
  run.play();
  EXPECT_TRUE(take_turns(0));
  EXPECT_EQ(run.status().state, RunStatus::State::Running);
  EXPECT_TRUE(take_turns(0));
  run.pause();
  EXPECT_TRUE(run.status().pending) << "the last step is not published";
  take_all_turns();
  EXPECT_FALSE(run.status().pending);
  EXPECT_EQ(run.status().state, RunStatus::State::Paused);
  EXPECT_EQ(run.status().step, 2);
  EXPECT_EQ(run.snapshot()->step, 2);
}

TEST(Turns, WhoWaitsForARunDoesItsWork) {
  const WithoutThreads none;
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {});
  run.step(2);
  Index steps = -1;
  run.between_steps([&](Trainer& trainer) { steps = trainer.steps_done(); });
  EXPECT_EQ(steps, 0) << "the steps come with the turns";
  take_all_turns();
  EXPECT_EQ(run.status().step, 2);
}

TEST(Turns, ARunThatEndsDoesWhatIsQueued) {
  const WithoutThreads none;
  const Experiment e = small_experiment();
  bool changed = false;
  {
    TrainingRun run(trainer_for(e, 1), {});
    run.change_weights([&](std::span<Real>) { changed = true; });
  }
  EXPECT_TRUE(changed);
  EXPECT_FALSE(take_turns(kLong)) << "its loop has gone";
}

TEST(Turns, APassIsTracedInItsTurn) {
  const WithoutThreads none;
  const Experiment e = small_experiment();
  TrainingRun run(trainer_for(e, 1), {});
  int changes = 0;
  TraceService service([&] { ++changes; });
  const auto tracer = std::make_shared<const Tracer>(e.model, e.vocabularies);
  service.request({tracer, run.snapshot(), {.source = "abc", .generate_target = true}});
  EXPECT_TRUE(service.busy());
  take_all_turns();
  EXPECT_FALSE(service.busy());
  ASSERT_TRUE(service.latest());
  EXPECT_EQ(service.latest()->error, "");
  EXPECT_EQ(changes, 1);
}

}  // namespace
}  // namespace attnlab
