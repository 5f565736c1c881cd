// Vectors against NumPy: principal components and their shares, cosines, analogies, directions.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/analysis/vectors/vector_plane.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

constexpr double kVectorsWithin = 1e-6;

struct VectorsGolden : ::testing::Test {
  const nlohmann::json golden =
      nlohmann::json::parse(testing::read_bytes(ATTNLAB_SOURCE_DIR "/tests/golden/vectors.json"));
  const std::vector<Real> cells = golden["rows"];
  const VectorRows rows{cells, golden["width"]};

  void expect_near(const std::string& name, std::span<const double> values) const {
    const std::vector<double> wanted = golden[name];
    ASSERT_EQ(values.size(), wanted.size()) << name;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_NEAR(values[i], wanted[i], kVectorsWithin) << name << " " << i;
  }
  static std::vector<double> flat(const std::vector<PlanePoint>& points) {
    std::vector<double> all;
    for (const PlanePoint& p : points) all.insert(all.end(), {p.x, p.y});
    return all;
  }
  static std::vector<Index> ids(const std::vector<Neighbour>& near) {
    std::vector<Index> all;
    for (const Neighbour& each : near) all.push_back(each.id);
    return all;
  }
};

TEST_F(VectorsGolden, ComponentsHaveTheirAxesSignsAndShares) {
  const Pca pca = principal_components(rows);
  expect_near("axes", pca.axes);
  expect_near("variances", pca.variances);
  std::vector<double> shares;
  for (Index i = 0; i < pca.width; ++i) shares.push_back(pca.share(i));
  expect_near("shares", shares);
  expect_near("points", flat(VectorPlane{component_axis(pca, 0), component_axis(pca, 1)}.points(rows)));
}

TEST_F(VectorsGolden, CosinesAndNeighbours) {
  std::vector<Index> all;
  for (Index i = 0; i < rows.count(); ++i) all.push_back(i);
  const std::vector<float> cosines = similarity_matrix(rows, all);
  expect_near("cosines", std::vector<double>(cosines.begin(), cosines.end()));
  EXPECT_EQ(ids(nearest_rows(rows, 0, 6)), golden["nearest_to_0"].get<std::vector<Index>>());
}

TEST_F(VectorsGolden, AnalogiesLeaveTheirWordsOut) {
  const Index words[] = {3, 5, 11};
  const std::vector<double> sum = analogy(rows, 3, 5, 11);
  EXPECT_EQ(ids(nearest_rows(rows, sum, 5, words)), golden["analogy"].get<std::vector<Index>>());
  const std::vector<Index> with = ids(nearest_rows(rows, sum, rows.count()));
  EXPECT_NE(std::ranges::find(with, 3), with.end()) << "nothing is left out unless it is asked for";
}

TEST_F(VectorsGolden, DirectionsAreProjections) {
  const VectorDirection across{2, 7}, up{4, 9};
  const VectorPlane plane{direction_axis(rows, across), direction_axis(rows, up)};
  expect_near("directions", flat(plane.points(rows)));
  EXPECT_NEAR(direction_cosine(rows, across, up), golden["direction_cosine"], kVectorsWithin);
  EXPECT_NEAR(plane.at(rows.row(2)).x, 0, kVectorsWithin);
  EXPECT_NEAR(plane.at(rows.row(7)).x, 1, kVectorsWithin);
}

}  // namespace
}  // namespace attnlab
