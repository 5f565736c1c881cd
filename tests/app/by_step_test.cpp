// ByStep: which values are computed, in which order, how often, and which are cached.
#include "app/state/by_step.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace attnlab {
namespace {

SnapshotPtr snapshot_at(Index step) {
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->step = step;
  return snapshot;
}

std::vector<SnapshotPtr> snapshots(Index count) {
  std::vector<SnapshotPtr> all;
  for (Index step = 0; step < count; ++step) all.push_back(snapshot_at(step));
  return all;
}

/// Counts the computed values: 10 times the step.
struct Counted {
  std::atomic<int> done = 0;
  ByStep<Index> by_step{[] {}};
  ByStep<Index>::Work work = [this](const SnapshotPtr& snapshot, const StopToken&) {
    ++done;
    return snapshot->step * 10;
  };

  void finish(const std::vector<SnapshotPtr>& wanted) {
    for (int i = 0; i < 10000; ++i) {
      by_step.update(wanted, work);
      if (!by_step.busy()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    FAIL() << "never done";
  }
};

TEST(ByStep, WorksOutEachOnce) {
  Counted c;
  const auto wanted = snapshots(40);
  EXPECT_EQ(c.by_step.find(wanted[0]), nullptr);
  c.finish(wanted);
  EXPECT_EQ(c.done, 40);
  for (const SnapshotPtr& snapshot : wanted) EXPECT_EQ(*c.by_step.find(snapshot), snapshot->step * 10);
  const std::uint64_t version = c.by_step.version();
  c.finish(wanted);
  EXPECT_EQ(c.done, 40);
  EXPECT_EQ(c.by_step.version(), version);
}

TEST(ByStep, BeginsWithTheMostUrgentAndReportsProgress) {
  Counted c;
  const auto wanted = snapshots(40);
  c.by_step.update(wanted, c.work);
  EXPECT_TRUE(c.by_step.busy());
  while (!c.by_step.find(wanted[0])) c.by_step.update(wanted, c.work);
  EXPECT_EQ(c.by_step.find(wanted[39]), nullptr);
  c.finish(wanted);
}

TEST(ByStep, OnlyAddsWhatIsNew) {
  Counted c;
  auto wanted = snapshots(10);
  c.finish(wanted);
  wanted.insert(wanted.begin(), snapshot_at(10));
  c.finish(wanted);
  EXPECT_EQ(c.done, 11);
}

TEST(ByStep, DistinguishesEqualStepsOfAnotherRun) {
  Counted c;
  const auto run = snapshots(5), other = snapshots(5);
  c.finish(run);
  EXPECT_EQ(c.by_step.find(other[3]), nullptr);
  c.finish(other);
  EXPECT_EQ(c.done, 10);
}

TEST(ByStep, DoesNotKeepWeightsAlive) {
  Counted c;
  auto wanted = snapshots(20);
  c.finish(wanted);
  const std::weak_ptr<const WeightsSnapshot> first = wanted[0];
  const auto last = wanted.back();
  wanted = {last, snapshot_at(20)};
  c.finish(wanted);
  EXPECT_TRUE(first.expired());
  EXPECT_EQ(c.done, 21);
}

TEST(ByStep, ForgetsOnRequest) {
  Counted c;
  const auto wanted = snapshots(30);
  c.by_step.update(wanted, c.work);
  c.by_step.clear();
  EXPECT_EQ(c.by_step.find(wanted[0]), nullptr);
  c.finish(wanted);
  c.by_step.clear();
  EXPECT_EQ(c.by_step.find(wanted[0]), nullptr);
  EXPECT_FALSE(c.by_step.busy());
}

TEST(ByStep, AsksWorkToStopAndDropsItsValue) {
  std::atomic<bool> begun = false;
  const auto until_stopped = [&](const SnapshotPtr& snapshot, const StopToken& stop) {
    begun = true;
    while (!stop.stop_requested()) std::this_thread::yield();
    return snapshot->step;
  };
  const auto wanted = snapshots(1);
  ByStep<Index> by_step([] {});
  by_step.update(wanted, until_stopped);
  while (!begun) std::this_thread::yield();
  by_step.clear();
  while (by_step.busy()) by_step.update({}, {});
  EXPECT_EQ(by_step.find(wanted[0]), nullptr);
}

TEST(ByStep, SaysWhyItFailedAndDoesNotTryForEver) {
  std::atomic<int> tried = 0;
  ByStep<Index> by_step([] {});
  const auto work = [&](const SnapshotPtr&, const StopToken&) -> Index {
    ++tried;
    throw std::invalid_argument("too long");
  };
  const auto wanted = snapshots(3);
  by_step.update(wanted, work);
  while (by_step.busy()) by_step.update(wanted, work);
  for (int i = 0; i < 50; ++i) by_step.update(wanted, work);
  EXPECT_EQ(by_step.error(), "too long");
  EXPECT_EQ(tried, 1);
}

TEST(ByStep, RestsForOthers) {
  Counted c;
  const auto slow = [](const SnapshotPtr& snapshot, const StopToken&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return snapshot->step;
  };
  const auto wanted = snapshots(12);
  const auto begin = std::chrono::steady_clock::now();
  do {
    c.by_step.update(wanted, slow, WorkPace::Gentle);
  } while (c.by_step.busy());
  // 60 ms of work, in several slices with rests many times as long.
  EXPECT_GT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(300));
}

}  // namespace
}  // namespace attnlab
