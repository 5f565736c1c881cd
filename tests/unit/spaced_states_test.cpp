// Spaced states: how many, how far apart, and that earlier choices stay.
#include "core/training/run/spaced_states.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace attnlab::testing {
namespace {

StatePtr state_at(Index step) {
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->step = step;
  TrainingState state;
  state.snapshot = snapshot;
  return std::make_shared<const TrainingState>(state);
}

/// The timeline of a run of `steps`.
Timeline timeline_of(Index steps) {
  Timeline timeline;
  for (Index step = 0; step <= steps; ++step)
    if (is_spaced(step) || step == steps) store(timeline, state_at(step));
  return timeline;
}

std::vector<Index> chosen(const Timeline& timeline, std::size_t most, Newest newest) {
  std::vector<Index> steps;
  for (const StatePtr& state : spaced_states(timeline, most, newest)) steps.push_back(state->step());
  return steps;
}

TEST(SpacedStates, AreAllWhereThereAreFew) {
  EXPECT_EQ(chosen(timeline_of(5), 64, Newest::Always), (std::vector<Index>{0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(spaced_states({}, 64, Newest::Always).empty());
}

TEST(SpacedStates, LieEvenlyAndThenByOctaves) {
  // 320 steps are kept up to 1024: every eighth of them.
  const std::vector<Index> steps = chosen(timeline_of(1024), 64, Newest::Always);
  EXPECT_EQ(steps.front(), 0);
  EXPECT_EQ(steps[1], 8);
  EXPECT_EQ(steps[16], 128);
  EXPECT_EQ(steps[17], 144);
  EXPECT_EQ(steps[24], 256);
  EXPECT_EQ(steps[25], 288);
  EXPECT_EQ(steps[32], 512);
  EXPECT_EQ(steps.back(), 1024);
  EXPECT_EQ(steps.size(), 41u);
}

TEST(SpacedStates, AreNoMoreThanWanted) {
  for (const Index steps : {1, 63, 64, 65, 127, 128, 129, 500, 1001, 5000}) {
    const Timeline timeline = timeline_of(steps);
    for (const std::size_t most : {2u, 3u, 24u, 64u}) {
      const std::vector<Index> all = chosen(timeline, most, Newest::Always);
      EXPECT_LE(all.size(), most) << steps;
      EXPECT_EQ(all.front(), 0);
      EXPECT_EQ(all.back(), steps);
      EXPECT_TRUE(std::ranges::is_sorted(all));
      if (timeline.states.size() > most && most > 3) {
        EXPECT_GT(2 * all.size() + 2, most) << steps;
      }
    }
  }
}

TEST(SpacedStates, AreAmongThoseOfAnyEarlierStep) {
  for (Index steps = 70; steps < 3000; steps += 77) {
    const std::vector<Index> before = chosen(timeline_of(steps), 64, Newest::IfSpaced),
                             now = chosen(timeline_of(steps + 77), 64, Newest::IfSpaced);
    for (const Index step : now)
      if (step <= before.back()) {
        EXPECT_TRUE(std::ranges::binary_search(before, step)) << steps << " " << step;
      }
  }
}

TEST(SpacedStates, TakeTheNearestThatIsLeft) {
  Timeline timeline;
  for (const Index step : {0, 3, 50, 100, 400}) store(timeline, state_at(step));
  const std::vector<Index> steps = chosen(timeline, 4, Newest::Always);
  EXPECT_LE(steps.size(), 4u);
  EXPECT_EQ(steps.front(), 0);
  EXPECT_EQ(steps.back(), 400);
  EXPECT_EQ(std::set<Index>(steps.begin(), steps.end()).size(), steps.size());
}

TEST(CoarseFirst, NamesEachOnceAndSpreadsItsBeginnings) {
  EXPECT_TRUE(coarse_first(0).empty());
  EXPECT_EQ(coarse_first(1), (std::vector<std::size_t>{0}));
  EXPECT_EQ(coarse_first(5), (std::vector<std::size_t>{0, 4, 2, 1, 3}));
  for (const std::size_t count : {2u, 3u, 7u, 33u, 64u}) {
    std::vector<std::size_t> order = coarse_first(count);
    EXPECT_EQ(order[1], count - 1);
    std::ranges::sort(order);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(order[i], i);
  }
  // A quarter of them leaves no gap of more than 8 of 64.
  std::vector<std::size_t> order = coarse_first(64);
  order.resize(16);
  std::ranges::sort(order);
  for (std::size_t i = 1; i < order.size(); ++i) EXPECT_LE(order[i] - order[i - 1], 8u);
}

}  // namespace
}  // namespace attnlab::testing
