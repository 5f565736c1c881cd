// Ticks, smoothing and histograms.
#include "app/widgets/plots/ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/widgets/plots/column_chart.h"
#include "app/widgets/plots/line_plot.h"
#include "app/widgets/product/softmax_table.h"

namespace attnlab {
namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> out;
  for (const Tick& t : ticks) out.push_back(t.label);
  return out;
}

TEST(Ticks, LinearAreRound) {
  EXPECT_EQ(labels(linear_ticks(0, 1, 5)),
            (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(linear_ticks(0, 100, 4)), (std::vector<std::string>{"0", "50", "100"}));
  EXPECT_EQ(labels(linear_ticks(-1, 1, 4)),
            (std::vector<std::string>{"\u22121.0", "\u22120.5", "0", "0.5", "1.0"}));
  EXPECT_EQ(labels(linear_ticks(0, 20000, 4)), (std::vector<std::string>{"0", "5000", "10k", "15k", "20k"}));
}

TEST(Ticks, BetweenCountedThingsThereAreNone) {
  EXPECT_EQ(labels(linear_ticks(0, 1, 5, AxisValues::Whole)), (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(labels(linear_ticks(-0.5, 2.5, 8, AxisValues::Whole)), (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_EQ(linear_ticks(0, 1500, 4, AxisValues::Whole).size(), linear_ticks(0, 1500, 4).size());
}

TEST(Ticks, StayInsideAndFew) {
  for (double span : {1e-9, 0.37, 5.0, 1234.5, 1e12}) {
    const std::vector<Tick> ticks = linear_ticks(0.1 * span, 1.1 * span, 7);
    EXPECT_GE(ticks.size(), 2u) << span;
    EXPECT_LE(ticks.size(), 8u) << span;
    for (const Tick& t : ticks)
      EXPECT_TRUE(t.value >= 0.1 * span * (1 - 1e-6) && t.value <= 1.1 * span * (1 + 1e-6));
  }
}

TEST(Ticks, ImpossibleIntervalsGiveNone) {
  EXPECT_TRUE(linear_ticks(1, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(2, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(0, std::nan(""), 5).empty());
  EXPECT_TRUE(log_ticks(0, 10, 5).empty());
  EXPECT_TRUE(log_ticks(-1, 10, 5).empty());
}

TEST(Ticks, LogarithmicArePowersOfTen) {
  EXPECT_EQ(labels(log_ticks(1, 1000, 4)), (std::vector<std::string>{"1", "10", "100", "1k"}));
  EXPECT_EQ(labels(log_ticks(0.01, 1, 3)), (std::vector<std::string>{"0.01", "0.1", "1"}));
  EXPECT_EQ(log_ticks(1, 10, 12).size(), 4u);  // 1, 2, 5, 10
  for (const int most : {2, 3, 5, 9}) EXPECT_GE(log_ticks(1.2, 1.9, most).size(), 2u) << "within one decade";
}

TEST(Ticks, NiceInterval) {
  EXPECT_DOUBLE_EQ(nice_interval(0.13, 3.87).lo, 0);
  EXPECT_DOUBLE_EQ(nice_interval(0.13, 3.87).hi, 4);
  EXPECT_LT(nice_interval(2, 2).lo, 2);
  EXPECT_GT(nice_interval(2, 2).hi, 2);
  EXPECT_LT(nice_interval(0, 0).lo, nice_interval(0, 0).hi);
}

TEST(Smoothing, IsAMeanWithoutBiasAndSkipsGaps) {
  const double nan = std::nan("");
  const std::vector<double> flat = smoothed(std::vector<double>{2, 2, nan, 2}, 0.9f);
  EXPECT_DOUBLE_EQ(flat[0], 2);
  EXPECT_DOUBLE_EQ(flat[1], 2);
  EXPECT_TRUE(std::isnan(flat[2]));
  EXPECT_DOUBLE_EQ(flat[3], 2);
  const std::vector<double> step = smoothed(std::vector<double>{0, 1}, 0.5f);
  EXPECT_NEAR(step[1], 2.0 / 3, 1e-12);
}

TEST(Histogram, CountsInsideOnly) {
  const float values[] = {-1, 0, 0.1f, 0.5f, 1, 2, std::numeric_limits<float>::quiet_NaN()};
  EXPECT_EQ(histogram(values, 0, 1, 2), (std::vector<double>{2, 2}));
}

TEST(Softmax, StepsMatchTheFormula) {
  const float inf = std::numeric_limits<float>::infinity();
  const float scores[] = {1, 3, -inf};
  const SoftmaxSteps s = softmax_steps(scores);
  EXPECT_EQ(s.largest, 3);
  EXPECT_EQ(s.shifted[0], -2);
  EXPECT_EQ(s.exponentials[2], 0);
  EXPECT_NEAR(s.sum, 1 + std::exp(-2.0), 1e-12);
  EXPECT_NEAR(s.probabilities[1], 1 / (1 + std::exp(-2.0)), 1e-12);
  const float even[] = {5, 5, 5, 5};
  EXPECT_NEAR(softmax_steps(even).entropy, 2.0, 1e-12);
}

TEST(Softmax, AllMaskedIsNotANumber) {
  const float inf = std::numeric_limits<float>::infinity();
  const float scores[] = {-inf, -inf};
  EXPECT_TRUE(std::isnan(softmax_steps(scores).probabilities[0]));
}

}  // namespace
}  // namespace attnlab
