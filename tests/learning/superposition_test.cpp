// What the preset superposition shows, with any seed: of sparse features all have a vector, at the angles of
// a pentagon; where all features are there, the two that count most have one and the others none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "core/models/model_sites.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

struct FeatureVector {
  double x = 0, y = 0;

  double length() const { return std::hypot(x, y); }
  double degrees() const { return std::atan2(y, x) * 180 / std::numbers::pi; }
};

std::vector<FeatureVector> feature_vectors(const Learnt& learnt) {
  const auto& all = learnt.experiment.model->parameters().all();
  const auto table = std::ranges::find(all, &model_sites::kFeatureWeight, &Parameter::site);
  std::vector<FeatureVector> vectors;
  for (Index i = 0; i < table->shape[0]; ++i) {
    const Real* row = learnt.trainer->weights().data() + table->offset + 2 * i;
    vectors.push_back({static_cast<double>(row[0]), static_cast<double>(row[1])});
  }
  return vectors;
}

/// The angles between neighbours around the middle, which add up to 360°.
std::vector<double> gaps(const std::vector<FeatureVector>& vectors) {
  std::vector<double> angles;
  for (const FeatureVector& v : vectors) angles.push_back(v.degrees());
  std::ranges::sort(angles);
  angles.push_back(angles.front() + 360);
  std::vector<double> between;
  for (std::size_t i = 1; i < angles.size(); ++i) between.push_back(angles[i] - angles[i - 1]);
  return between;
}

void print(const char* what, int seed, const std::vector<FeatureVector>& vectors) {
  std::printf("superposition, %s, seed %d:", what, seed);
  for (const FeatureVector& v : vectors) std::printf(" %.2f at %.0f°", v.length(), v.degrees());
  std::printf("\n");
}

class FeaturesInTwoDimensions : public ::testing::TestWithParam<int> {
 protected:
  std::vector<FeatureVector> vectors(const char* sparsity) const {
    const std::vector<FeatureVector> found =
        feature_vectors(learn("superposition", {"training.seed=" + std::to_string(GetParam()),
                                                std::string("sparsity=") + sparsity}));
    print(sparsity, GetParam(), found);
    return found;
  }
};

TEST_P(FeaturesInTwoDimensions, StandInAPentagonWhereTheyAreSparse) {
  const std::vector<FeatureVector> found = vectors("0.95");
  for (const FeatureVector& v : found) EXPECT_GT(v.length(), 0.7);
  for (const double gap : gaps(found)) EXPECT_NEAR(gap, 72, 8);
}

TEST_P(FeaturesInTwoDimensions, AreTheTwoOfMostImportanceWhereAllAreThere) {
  const std::vector<FeatureVector> found = vectors("0");
  EXPECT_GT(found[0].length(), 0.9);
  EXPECT_GT(found[1].length(), 0.9);
  EXPECT_NEAR(found[0].x * found[1].x + found[0].y * found[1].y, 0, 0.05) << "at right angles";
  for (std::size_t i = 2; i < found.size(); ++i) EXPECT_LT(found[i].length(), 0.2);
}

INSTANTIATE_TEST_SUITE_P(Chosen, FeaturesInTwoDimensions, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace attnlab::testing
