// Planes of weights against NumPy: principal components of a path, filter normalisation, nearest points.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/analysis/landscape/plane.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

constexpr double kPlaneWithin = 1e-6;
constexpr Site kPlaneWeights{.name = "weights", .axes = {Axis::Row, Axis::Column}};

struct LandscapeGolden : ::testing::Test {
  const nlohmann::json golden =
      nlohmann::json::parse(testing::read_bytes(ATTNLAB_SOURCE_DIR "/tests/golden/landscape.json"));

  std::vector<double> numbers(const char* name) const { return golden[name]; }

  std::vector<SnapshotPtr> path() const {
    const std::vector<Real> cells = golden["states"];
    const std::size_t size = numbers("direction").size();
    std::vector<SnapshotPtr> states;
    for (std::size_t at = 0; at < cells.size(); at += size)
      states.push_back(make_snapshot(static_cast<Index>(states.size()), std::span(cells).subspan(at, size)));
    return states;
  }
  /// Parameters of the golden's shapes.
  ParameterLayout layout() const {
    static constexpr Part kParts[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}};
    ParameterLayout all;
    std::size_t i = 0;
    for (const std::vector<Index> shape : golden["shapes"])
      all.add(Place().inside(kParts[i++]), kPlaneWeights, Shape(shape), Initializer::zeros());
    return all;
  }
  static void expect_near(std::span<const double> values, const std::vector<double>& wanted,
                          const char* what) {
    ASSERT_EQ(values.size(), wanted.size()) << what;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_NEAR(values[i], wanted[i], kPlaneWithin) << what << " " << i;
  }
  static std::vector<double> nearest(const WeightPlane& plane, const std::vector<SnapshotPtr>& path) {
    std::vector<double> all;
    for (const SnapshotPtr& state : path) {
      const WeightPoint at = plane.nearest(state->weights);
      all.insert(all.end(), {at.a, at.b});
    }
    return all;
  }
};

TEST_F(LandscapeGolden, ThePathsPlaneHasItsComponentsSharesAndPoints) {
  const WeightPlane plane = path_plane(path());
  expect_near(plane.x, numbers("x"), "x");
  expect_near(plane.y, numbers("y"), "y");
  expect_near(std::vector{plane.share_x, plane.share_y}, numbers("shares"), "shares");
  expect_near(nearest(plane, path()), numbers("path"), "path");
}

TEST_F(LandscapeGolden, DirectionsAreNormalisedRowByRow) {
  const std::vector<SnapshotPtr> states = path();
  const ParameterLayout all = layout();
  WeightPlane plane{.origin = states.back(), .x = numbers("direction"), .y = numbers("other_direction")};
  normalize_filters(all, states.back()->weights, plane.x);
  normalize_filters(all, states.back()->weights, plane.y);
  expect_near(plane.x, numbers("normalised"), "normalised");
  expect_near(nearest(plane, states), numbers("nearest"), "nearest");
}

}  // namespace
}  // namespace attnlab
