// Timeline: which states are kept, and which are thinned first.
#include "core/training/run/timeline.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

constexpr std::size_t kCells = 10, kBytes = 3 * sizeof(Real) * kCells;  // of a state

StatePtr state(Index step) {
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->step = step;
  snapshot->weights.assign(kCells, static_cast<Real>(step));
  const AlignedBuffer moments(kCells, Real(0));
  auto optimizer = std::make_shared<const OptimizerState>(OptimizerState{moments, moments, step});
  return std::make_shared<const TrainingState>(TrainingState{std::move(snapshot), std::move(optimizer), {}});
}

Timeline of_steps(const std::vector<Index>& steps) {
  Timeline timeline;
  for (Index step : steps) store(timeline, state(step));
  return timeline;
}

std::vector<Index> steps(const Timeline& timeline) {
  std::vector<Index> all;
  for (const StatePtr& kept : timeline.states) all.push_back(kept->step());
  return all;
}

TEST(Timeline, SpacingIsLogarithmic) {
  std::vector<Index> spaced;
  for (Index step = 0; step <= 1'000'000; ++step)
    if (is_spaced(step)) spaced.push_back(step);
  EXPECT_EQ(spaced.size(), 65u + 13 * 32 + (1'000'000 - 524288) / 16384);
  for (std::size_t i = 1; i < spaced.size(); ++i) {
    const Index apart = spaced[i] - spaced[i - 1];
    if (spaced[i] <= 64) {
      EXPECT_EQ(apart, 1);
    } else {
      EXPECT_LE(apart * 32, spaced[i]);
      EXPECT_GT(apart * 128, spaced[i]) << spaced[i];
    }
  }
}

TEST(Timeline, StatesStayInOrderAndOneAStep) {
  Timeline timeline = of_steps({0, 10, 5});
  EXPECT_EQ(steps(timeline), (std::vector<Index>{0, 5, 10}));
  const StatePtr other = state(5);
  store(timeline, other);
  EXPECT_EQ(steps(timeline), (std::vector<Index>{0, 5, 10}));
  EXPECT_EQ(timeline.at(5), other);
  EXPECT_EQ(timeline.at(6), nullptr);
}

TEST(Timeline, NearestIsTheEarlierOfTwoAsNear) {
  const Timeline timeline = of_steps({0, 10, 20});
  for (const auto& [wanted, found] : std::vector<std::pair<Index, Index>>{
           {-3, 0}, {0, 0}, {4, 0}, {5, 0}, {6, 10}, {15, 10}, {16, 20}, {900, 20}})
    EXPECT_EQ(timeline.nearest(wanted)->step(), found) << wanted;
  EXPECT_EQ(Timeline{}.nearest(3), nullptr);
}

TEST(Timeline, TheOldestOfTheClosestGoesFirst) {
  Timeline timeline = of_steps({0, 1, 2, 3, 4, 6, 8, 12, 16});
  const auto thinned_to = [&](std::size_t states) {
    thin(timeline, states * kBytes);
    return steps(timeline);
  };
  EXPECT_EQ(thinned_to(9), (std::vector<Index>{0, 1, 2, 3, 4, 6, 8, 12, 16}));
  EXPECT_EQ(thinned_to(8), (std::vector<Index>{0, 2, 3, 4, 6, 8, 12, 16}));
  EXPECT_EQ(thinned_to(7), (std::vector<Index>{0, 2, 4, 6, 8, 12, 16}));
  EXPECT_EQ(thinned_to(6), (std::vector<Index>{0, 4, 6, 8, 12, 16}));
}

TEST(Timeline, FirstLastAndPinnedStayWhateverTheBudget) {
  Timeline timeline = of_steps({0, 1, 2, 3, 4, 5});
  timeline.pins = {{3, "a head forms"}};
  thin(timeline, 0);
  EXPECT_EQ(steps(timeline), (std::vector<Index>{0, 3, 5}));
  EXPECT_EQ(timeline.bytes(), 3 * kBytes);
}

TEST(Timeline, ManyStepsStayWithinTheBudget) {
  Timeline timeline;
  for (Index step = 0; step <= 100'000; ++step) {
    if (!is_spaced(step)) continue;
    store(timeline, state(step));
    thin(timeline, 50 * kBytes);
    ASSERT_LE(timeline.bytes(), 50 * kBytes);
  }
  EXPECT_EQ(timeline.states.front()->step(), 0);
  EXPECT_GE(timeline.states.size(), 49u);
  Index widest = 0;
  for (std::size_t i = 1; i < timeline.states.size(); ++i)
    widest = std::max(widest, timeline.states[i]->step() - timeline.states[i - 1]->step());
  EXPECT_LE(widest, 100'000 / 16) << "a gap that leaves a stretch of the run dark";
}

TEST(Timeline, ThePastEndsAtItsStep) {
  Timeline timeline = of_steps({0, 10, 20});
  timeline.pins = {{10, "a"}, {20, "b"}};
  timeline.events = {{5, "x"}, {15, "y"}};
  const Timeline past = until(timeline, 10);
  EXPECT_EQ(steps(past), (std::vector<Index>{0, 10}));
  EXPECT_EQ(past.pins, (std::vector<Pin>{{10, "a"}}));
  EXPECT_EQ(past.events, (std::vector<TimelineEvent>{{5, "x"}}));
}

}  // namespace
}  // namespace attnlab
