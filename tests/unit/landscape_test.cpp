// Loss landscape: planes, points, losses of the path, progress and stopping.
#include "core/analysis/landscape/landscape.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/held_out_experts.h"
#include "core/training/evaluate.h"
#include "tests/support/sites.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

/// A small model and the states of some of its first steps.
struct ShortPath {
  SmallRun run;
  std::vector<SnapshotPtr> states;
  std::vector<Batch> batches;

  explicit ShortPath(int count = 5) {
    for (int i = 0; i < count; ++i) {
      states.push_back(run.trainer.snapshot());
      run.trainer.step();
      run.trainer.step();
    }
    batches = held_out_batches(model(), *run.experiment.task, 64);
  }
  const Model& model() const { return *run.experiment.model; }
  LossLandscape landscape(const char* plane, Index size = kLeastLandscape) const {
    return loss_landscape(model(), states, batches, {.plane = plane, .size = size});
  }
  double loss(const SnapshotPtr& state) const {
    double sum = 0;
    Index targets = 0;
    for (const Batch& batch : batches) {
      const SummedLoss one = summed_loss(model(), state->weights, batch);
      sum += one.sum;
      targets += one.counts.tokens;
    }
    return sum / static_cast<double>(targets);
  }
};

TEST(LossLandscape, TheLossOfThePathIsThatOfTheStoredStates) {
  const ShortPath path;
  for (const char* plane : {"path", "random"}) {
    const LossLandscape l = path.landscape(plane);
    ASSERT_EQ(l.path.size(), path.states.size());
    for (std::size_t i = 0; i < l.path.size(); ++i) {
      EXPECT_EQ(l.path[i].loss, path.loss(path.states[i])) << plane << " " << i;
      EXPECT_EQ(l.path[i].step, path.states[i]->step);
    }
    EXPECT_TRUE(l.finished);
    EXPECT_EQ(l.done, l.all);
    for (const double loss : l.loss) EXPECT_TRUE(std::isfinite(loss));
  }
}

TEST(LossLandscape, TheMiddleOfRandomDirectionsIsTheModelItself) {
  const ShortPath path;
  const LossLandscape l = path.landscape("random");
  const Index middle = kLeastLandscape / 2;
  EXPECT_EQ(l.at(middle, middle), l.path.back().loss);
  EXPECT_EQ(l.a[static_cast<std::size_t>(middle)], 0);
  EXPECT_NE(l.at(0, 0), l.path.back().loss);
}

TEST(LossLandscape, ThePlaneOfThePathHoldsThePath) {
  const ShortPath path;
  const LossLandscape l = path.landscape("path");
  EXPECT_EQ(l.path.back().at.a, 0);
  EXPECT_EQ(l.path.back().at.b, 0);
  EXPECT_LT(l.path.front().at.a, 0) << "the path begins at the left";
  EXPECT_GT(l.plane->share_x, l.plane->share_y);
  EXPECT_LE(l.plane->share_x + l.plane->share_y, 1 + 1e-9);
  for (const StatePoint& point : l.path) {
    EXPECT_GT(point.at.a, l.a.front());
    EXPECT_LT(point.at.a, l.a.back());
    EXPECT_GT(point.at.b, l.b.front());
    EXPECT_LT(point.at.b, l.b.back());
  }
}

/// Three states on a right angle: the plane is known without a computation.
TEST(WeightPlane, OfARightAngleIsTheAngle) {
  const std::vector<Real> corner{0, 0, 0}, along{4, 0, 0}, beside{4, 1, 0};
  const std::vector<SnapshotPtr> path{make_snapshot(0, corner), make_snapshot(1, along),
                                      make_snapshot(2, beside)};
  const WeightPlane plane = path_plane(path);
  EXPECT_NEAR(plane.share_x + plane.share_y, 1, 1e-12);
  EXPECT_NEAR(plane.x[2], 0, 1e-12);
  EXPECT_NEAR(plane.y[2], 0, 1e-12);
  std::vector<Real> weights(3);
  for (const SnapshotPtr& state : path) {
    plane.weights_at(plane.nearest(state->weights), weights);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(weights[i], state->weights[i], 1e-6);
  }
  plane.weights_at({0, 0}, weights);
  EXPECT_TRUE(std::equal(weights.begin(), weights.end(), beside.begin()));
}

TEST(WeightPlane, RandomDirectionsFollowTheirSeed) {
  const ShortPath path(2);
  const auto plane = [&](std::uint64_t seed) {
    return random_plane(path.model().parameters(), path.states, seed);
  };
  EXPECT_EQ(plane(3).x, plane(3).x);
  EXPECT_NE(plane(3).x, plane(4).x);
  EXPECT_NE(plane(3).x, plane(3).y);
  for (const Parameter& p : path.model().parameters().all())
    if (p.shape.rank() < 2) {
      EXPECT_EQ(plane(3).x[static_cast<std::size_t>(p.offset)], 0) << p.name;
    }
}

TEST(WeightPlane, RandomDirectionsOfTwoWeightsHaveTheWholePathBetweenThem) {
  ParameterLayout layout;
  add_parameter(layout, "table.weight", {1, 2}, Initializer::zeros());
  const std::vector<Real> from{0, 0}, over{3, 1}, to{4, 5};
  const std::vector<SnapshotPtr> path{make_snapshot(0, from), make_snapshot(1, over), make_snapshot(2, to)};
  const WeightPlane plane = random_plane(layout, path, 1);
  double product = 0;
  for (std::size_t i = 0; i < 2; ++i) product += plane.x[i] * plane.y[i];
  EXPECT_GT(std::abs(product), 0.1) << "no right angle";
  EXPECT_NEAR(plane.share_x + plane.share_y, 1, 1e-12) << "what both have counts once";
}

TEST(LossLandscape, RefusesWhatMakesNoPlane) {
  const ShortPath path(2);
  EXPECT_THROW(path.landscape("path"), std::invalid_argument);
  EXPECT_THROW(path.landscape("random", 7), std::invalid_argument);
  EXPECT_THROW(path.landscape("rand"), std::invalid_argument);
  const std::vector<SnapshotPtr> still(3, path.states[0]);
  EXPECT_THROW(path_plane(still), std::invalid_argument);
}

TEST(LossLandscape, SaysWhatIsMeasuredAndStopsWhereAsked) {
  const ShortPath path(3);
  StopSource stop;
  Index calls = 0;
  const LossLandscape l =
      loss_landscape(path.model(), path.states, path.batches, {.plane = "random", .size = kLeastLandscape},
                     stop.get_token(), [&](const LossLandscape& now) {
                       EXPECT_LT(now.done, now.all);
                       if (++calls == 2) stop.request_stop();
                     });
  EXPECT_EQ(calls, 2);
  EXPECT_FALSE(l.finished);
  EXPECT_TRUE(std::ranges::any_of(l.loss, [](double loss) { return std::isnan(loss); }));
}

TEST(StatesOfPath, AreAtAboutEqualDistances) {
  Timeline timeline;
  const std::vector<Real> none{0};
  for (Index step : {0, 1, 2, 3, 4, 50, 99, 100})
    timeline.states.push_back(
        std::make_shared<const TrainingState>(TrainingState{make_snapshot(step, none), nullptr, {}}));
  std::vector<Index> steps;
  for (const SnapshotPtr& state : states_of_path(timeline, 3)) steps.push_back(state->step);
  EXPECT_EQ(steps, (std::vector<Index>{0, 50, 100}));
  EXPECT_EQ(states_of_path(timeline, 101).size(), timeline.states.size());
  EXPECT_TRUE(states_of_path({}, 3).empty());
}

}  // namespace
}  // namespace attnlab::testing
