// Saturation: the variance of a dot product is the number of its features.
#include "core/analysis/saturation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnlab {
namespace {

constexpr int kSeeds = 24;

/// Means over many seeds, point by point.
std::vector<SaturationPoint> mean_points() {
  std::vector<SaturationPoint> mean;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto points = saturation({.most_features = 128, .seed = static_cast<std::uint64_t>(seed)});
    mean.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      mean[i].features = points[i].features;
      for (const auto kind : {&SaturationPoint::plain, &SaturationPoint::scaled})
        for (const auto measure : {&ScoreSpread::variance, &ScoreSpread::entropy, &ScoreSpread::largest}) {
          double& sum = mean[i].*kind.*measure;
          sum = (seed > 1 ? sum : 0) + points[i].*kind.*measure / kSeeds;
        }
    }
  }
  return mean;
}

TEST(Saturation, TheVarianceIsTheNumberOfFeatures) {
  for (const SaturationPoint& point : mean_points()) {
    const auto features = static_cast<double>(point.features);
    EXPECT_NEAR(point.plain.variance / features, 1, 0.15) << point.features;
    EXPECT_NEAR(point.scaled.variance, 1, 0.15) << point.features;
  }
}

TEST(Saturation, OneSoftmaxSaturatesTheOtherDoesNot) {
  const std::vector<SaturationPoint> points = mean_points();
  for (std::size_t i = 1; i < points.size(); ++i) {
    EXPECT_LT(points[i].plain.entropy, points[i - 1].plain.entropy) << points[i].features;
    EXPECT_GT(points[i].plain.largest, points[i - 1].plain.largest) << points[i].features;
    EXPECT_NEAR(points[i].scaled.entropy, points.back().scaled.entropy, 0.2) << points[i].features;
  }
  EXPECT_LT(points.back().plain.entropy, 1);
  EXPECT_GT(points.back().scaled.entropy, 5);
  EXPECT_LE(points.front().scaled.entropy, std::log2(64.0));
}

TEST(Saturation, PlainAndScaledAreOneWithOneFeature) {
  const SaturationPoint point = saturation({.most_features = 1}).front();
  EXPECT_EQ(point.plain.variance, point.scaled.variance);
  EXPECT_EQ(point.plain.entropy, point.scaled.entropy);
}

TEST(Saturation, GoesFromOneFeatureToTheMost) {
  std::vector<Index> counts;
  for (const SaturationPoint& point : saturation({.queries = 2, .keys = 2, .most_features = 13}))
    counts.push_back(point.features);
  EXPECT_EQ(counts, (std::vector<Index>{1, 2, 3, 4, 6, 8, 12, 13}));
  EXPECT_EQ(saturation({}).back().features, 512);
  EXPECT_THROW(saturation({.keys = 1}), std::invalid_argument);
  EXPECT_THROW(saturation({.queries = 0}), std::invalid_argument);
}

TEST(Saturation, ASeedGivesTheSamePoints) {
  const auto variance = [](std::uint64_t seed) {
    return saturation({.most_features = 4, .seed = seed}).back().plain.variance;
  };
  EXPECT_EQ(variance(7), variance(7));
  EXPECT_NE(variance(7), variance(8));
}

}  // namespace
}  // namespace attnlab
