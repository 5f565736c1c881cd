// Positions, against formulas computed here.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/analysis/positions.h"
#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/positions.h"
#include "core/ops/attention/rotary.h"
#include "core/tensor/random.h"

namespace attnlab {
namespace {

constexpr Index kWidth = 64, kPositions = 40;

std::vector<Real> sinusoids() {
  const Tensor table = sinusoid_table(kPositions, kWidth);
  return {table.data.begin(), table.data.end()};
}

std::vector<Real> random_rows(Index rows, Index width) {
  RandomStream random(5);
  std::vector<Real> cells(static_cast<std::size_t>(rows * width));
  for (Real& cell : cells) cell = static_cast<Real>(random.normal());
  return cells;
}

TEST(PositionWaves, BeginWithZeroAndOne) {
  for (Index c = 0; c < kWidth; ++c) EXPECT_EQ(sinusoidal_wave(0, c, kWidth), c % 2);
}

TEST(PositionWaves, AreWhatTheModelAdds) {
  for (Index t = 0; t < kPositions; ++t)
    for (Index c = 0; c < kWidth; ++c)
      EXPECT_NEAR(sinusoidal_wave(static_cast<double>(t), c, kWidth), sinusoid(t, c, kWidth), 1e-12);
}

TEST(PositionWaves, LengthsGrowFromTwoPiTowardsTenThousandTimesThat) {
  EXPECT_NEAR(wavelength(0, 512), 2 * std::numbers::pi, 1e-12);
  EXPECT_EQ(wavelength(6, 512), wavelength(7, 512)) << "sin and cos of a pair";
  for (Index c = 2; c < 512; c += 2) EXPECT_GT(wavelength(c, 512), wavelength(c - 2, 512));
  const double ratio = wavelength(2, 512) / wavelength(0, 512);
  EXPECT_NEAR(wavelength(510, 512) * ratio, 10000 * 2 * std::numbers::pi, 1e-6) << "one pair before 10000";
  for (Index c : {0, 9, 20, 63})
    EXPECT_NEAR(sinusoidal_wave(3.25 + wavelength(c, kWidth), c, kWidth), sinusoidal_wave(3.25, c, kWidth),
                1e-9);
}

TEST(PositionWaves, KStepsFurtherArePairsTurned) {
  for (Index k : {1, 5, 17})
    for (Index p : {0, 3, 20})
      for (Index i = 0; i < kWidth / 2; ++i) {
        const double turn = static_cast<double>(k) / std::pow(10000.0, 2.0 * static_cast<double>(i) / kWidth);
        const double s = sinusoidal_wave(static_cast<double>(p), 2 * i, kWidth),
                     c = sinusoidal_wave(static_cast<double>(p), 2 * i + 1, kWidth);
        const auto later = static_cast<double>(p + k);
        EXPECT_NEAR(sinusoidal_wave(later, 2 * i, kWidth), s * std::cos(turn) + c * std::sin(turn), 1e-12);
        EXPECT_NEAR(sinusoidal_wave(later, 2 * i + 1, kWidth), c * std::cos(turn) - s * std::sin(turn),
                    1e-12);
      }
}

TEST(PositionSimilarity, OfSinusoidsIsASumOfCosinesOfTheDistance) {
  for (Index position : {0, 7, 39}) {
    const Similarity s = similarity(sinusoids(), kWidth, position, SimilarityMeasure::DotProduct);
    ASSERT_EQ(s.value.size(), static_cast<std::size_t>(kPositions));
    EXPECT_LT(s.spread, 1e-4) << "only the distance counts";
    for (Index k = 0; k < kPositions; ++k) {
      double sum = 0;
      for (Index i = 0; i < kWidth / 2; ++i)
        sum += std::cos(static_cast<double>(k - position) /
                        std::pow(10000.0, 2.0 * static_cast<double>(i) / kWidth));
      const auto at = static_cast<std::size_t>(k);
      EXPECT_EQ(s.distance[at], static_cast<double>(k - position));
      EXPECT_NEAR(s.value[at], sum, 1e-4);
      EXPECT_NEAR(s.mean[at], sum, 1e-4);
    }
    EXPECT_NEAR(s.value[static_cast<std::size_t>(position)], kWidth / 2, 1e-4) << "with itself C/2";
    const Similarity cosine = similarity(sinusoids(), kWidth, position, SimilarityMeasure::Cosine);
    EXPECT_NEAR(cosine.value[3] * kWidth / 2, s.value[3], 1e-4);
  }
}

TEST(PositionSimilarity, OfAnyTableHasMeansAndSpread) {
  const std::vector<Real> table = random_rows(3, 2);
  const auto dot = [&](std::size_t a, std::size_t b) {
    return static_cast<double>(table[2 * a]) * static_cast<double>(table[2 * b]) +
           static_cast<double>(table[2 * a + 1]) * static_cast<double>(table[2 * b + 1]);
  };
  const Similarity s = similarity(table, 2, 1, SimilarityMeasure::DotProduct);
  EXPECT_NEAR(s.value[0], dot(1, 0), 1e-6);
  EXPECT_NEAR(s.mean[0], (dot(0, 1) + dot(1, 2)) / 2, 1e-6);
  EXPECT_NEAR(s.mean[1], (dot(0, 0) + dot(1, 1) + dot(2, 2)) / 3, 1e-6);
  double spread = 0;
  for (std::size_t i : {0u, 1u, 2u}) spread = std::max(spread, std::abs(dot(i, i) - s.mean[1]));
  spread = std::max(spread, std::abs(dot(0, 1) - s.mean[0]));
  EXPECT_NEAR(s.spread, spread, 1e-6);
  EXPECT_EQ(similarity(std::vector<Real>(6, 0), 2, 1, SimilarityMeasure::Cosine).value[0], 0)
      << "nothing has no direction";
}

TEST(RotaryProducts, DependOnTheDistanceAlone) {
  constexpr Index kSize = 8;
  const std::vector<Real> rows = random_rows(2, kSize);
  const std::span<const Real> q = std::span(rows).first(kSize), k = std::span(rows).last(kSize);
  const auto turned = [](std::span<const Real> x, Index position) {
    std::vector<double> y(kSize);
    for (std::size_t i = 0; i < kSize; i += 2) {
      const double a = static_cast<double>(position) / std::pow(10000.0, static_cast<double>(i) / kSize);
      y[i] = static_cast<double>(x[i]) * std::cos(a) - static_cast<double>(x[i + 1]) * std::sin(a);
      y[i + 1] = static_cast<double>(x[i]) * std::sin(a) + static_cast<double>(x[i + 1]) * std::cos(a);
    }
    return y;
  };
  for (Index at_query : {0, 3, 11})
    for (Index distance : {-3, 0, 2, 9}) {
      const std::vector<double> a = turned(q, at_query), b = turned(k, at_query + distance);
      double product = 0;
      for (std::size_t i = 0; i < kSize; ++i) product += a[i] * b[i];
      EXPECT_NEAR(turned_product(q, k, static_cast<double>(distance), RotaryTurns::whole(kSize)), product,
                  1e-9);
    }
}

TEST(DistanceBiases, FallByEachHeadsSlope) {
  const std::vector<Real> slopes = distance_slopes(8);
  for (Index h = 0; h < 8; ++h)
    EXPECT_EQ(slopes[static_cast<std::size_t>(h)],
              static_cast<Real>(std::exp2(-1.0 - static_cast<double>(h))));
  const std::vector<Real> bias = distance_biases(8, 4, 6);
  for (Index h = 0; h < 8; ++h)
    for (Index k = 0; k < 6; ++k)
      EXPECT_NEAR(bias[static_cast<std::size_t>(h * 6 + k)],
                  -std::exp2(-1.0 - static_cast<double>(h)) * static_cast<double>(std::abs(k - 4)), 1e-7);
}

}  // namespace
}  // namespace attnlab
