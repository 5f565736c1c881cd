// Linear probe: minima that are known in closed form, and what a probe must tell apart.
#include "core/analysis/probes/linear_probe.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnlab::testing {
namespace {

/// Rows at +1 of class 0 and at −1 of class 1: by symmetry the logits are ±w, and w solves
/// λ·w·(1 + e^(2w)) = 1.
TEST(LinearProbe, OfTwoPointsHasTheWeightThatSolvesItsEquation) {
  const std::vector<Real> cells{1, -1, 1, -1};
  const std::vector<Index> classes{0, 1, 0, 1};
  const double penalty = 0.01;
  const LinearProbe probe =
      fit_linear_probe({1, cells, classes}, 2, {.penalty = penalty, .tolerance = 1e-10});
  double low = 0, high = 10;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (penalty * middle * (1 + std::exp(2 * middle)) < 1 ? low : high) = middle;
  }
  ASSERT_EQ(probe.weights.size(), 2u);
  EXPECT_NEAR(probe.weights[0], low, 1e-7);
  EXPECT_NEAR(probe.weights[1], -low, 1e-7);
  EXPECT_NEAR(probe.bias[0], 0, 1e-7);
  EXPECT_NEAR(probe.objective, std::log1p(std::exp(-2 * low)) + penalty * low * low, 1e-9);
}

/// Where no feature ever changes nothing is left but how frequent the classes are.
TEST(LinearProbe, OfConstantsSaysTheSharesOfTheClasses) {
  const std::vector<Real> cells(10, Real(3));
  const std::vector<Index> classes{0, 0, 0, 0, 0, 0, 1, 1, 1, 2};
  const LinearProbe probe = fit_linear_probe({1, cells, classes}, 3, {.tolerance = 1e-10});
  const std::vector<double> shares = probe.probabilities(std::span(cells).first(1));
  EXPECT_EQ(probe.scale[0], 0);
  EXPECT_NEAR(shares[0], 0.6, 1e-8);
  EXPECT_NEAR(shares[1], 0.3, 1e-8);
  EXPECT_NEAR(shares[2], 0.1, 1e-8);
  EXPECT_NEAR(probe.objective, -0.6 * std::log(0.6) - 0.3 * std::log(0.3) - 0.1 * std::log(0.1), 1e-9);
}

/// Numbers along one line: a regression to one-hot rows would never say the one in the middle.
TEST(LinearProbe, FindsTheMiddleOfALine) {
  std::vector<Real> cells;
  std::vector<Index> classes;
  for (int i = 0; i < 50; ++i) {
    classes.push_back(i % 5);
    cells.push_back(static_cast<Real>(i % 5) + Real(0.001) * static_cast<Real>(i));
  }
  const LinearProbe probe = fit_linear_probe({1, cells, classes}, 5, {.penalty = 1e-5, .steps = 2000});
  EXPECT_EQ(predicted_classes(probe, {1, cells, classes}), classes);
}

TEST(LinearProbe, IsDecidedByItsRowsAlone) {
  std::vector<Real> cells;
  std::vector<Index> classes;
  for (int i = 0; i < 120; ++i) {
    cells.push_back(static_cast<Real>(std::sin(i * 1.7)));
    classes.push_back(i % 3);
  }
  const ProbeRows rows{2, cells, std::span(classes).first(60)};
  const LinearProbe one = fit_linear_probe(rows, 3), other = fit_linear_probe(rows, 3);
  EXPECT_EQ(one.weights, other.weights);
  EXPECT_EQ(one.bias, other.bias);
}

TEST(LinearProbe, StopsWhereItIsAskedTo) {
  const std::vector<Real> cells{1, -1, 2, -2};
  const std::vector<Index> classes{0, 1, 0, 1};
  const LinearProbe probe = fit_linear_probe({1, cells, classes}, 2, {.goes_on = [] { return false; }});
  EXPECT_EQ(probe.steps, 0);
  EXPECT_NEAR(probe.objective, std::log(2.0), 1e-12);
}

}  // namespace
}  // namespace attnlab::testing
