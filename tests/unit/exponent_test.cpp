// exp of arrays, on every processor.
#include "core/tensor/exponent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ops/attention/softmax.h"
#include "core/tensor/eigen_maps.h"
#include "core/tensor/vector_exponent.h"

namespace attnlab::testing {
namespace {

constexpr Real kEndless = std::numeric_limits<Real>::infinity();

/// Enough cells for the widest vectors and a remainder.
constexpr Index kCells = 37;

TEST(Exponent, IsNothingWhereNothingIsLeft) {
  for (const Real x : {-kEndless, Real(-1e30), Real(-1000), Real(-90)}) {
    Eigen::Array<Real, Eigen::Dynamic, 1> cells = Eigen::Array<Real, Eigen::Dynamic, 1>::Constant(kCells, x);
    exp_or_zero(cells.data(), kCells);
    for (const Real y : cells) EXPECT_EQ(y, Real(0)) << x;
  }
}

TEST(Exponent, IsTheStandardLibrarysElsewhere) {
  for (int i = -87; i <= 88; ++i) {
    Eigen::Array<Real, Eigen::Dynamic, 1> cells =
        Eigen::Array<Real, Eigen::Dynamic, 1>::Constant(kCells, static_cast<Real>(i));
    exp_or_zero(cells.data(), kCells);
    for (const Real y : cells)
      EXPECT_NEAR(static_cast<double>(y) / std::exp(static_cast<double>(i)), 1, 1e-6);
  }
}

TEST(Exponent, NaNStays) {
  Eigen::Array<Real, Eigen::Dynamic, 1> cells = Eigen::Array<Real, Eigen::Dynamic, 1>::Constant(kCells, -1);
  cells[3] = cells[36] = std::numeric_limits<Real>::quiet_NaN();
  exp_or_zero(cells.data(), kCells);
  for (Index i = 0; i < kCells; ++i) EXPECT_EQ(std::isnan(cells[i]), i == 3 || i == 36) << i;
}

/// exp_at_most_0() of one number, in each lane.
Real vector_exponent(Real x) {
  Real cells[simd::kLanes];
  simd::store(cells, simd::exp_at_most_0(simd::broadcast(x)));
  for (const Real cell : cells) EXPECT_TRUE(same_number(cell, cells[0]));
  return cells[0];
}

TEST(VectorExponent, IsTheStandardLibrarysToTheLastDigits) {
  const double digits = 3 * static_cast<double>(std::numeric_limits<Real>::epsilon());
  const double least = sizeof(Real) == 4 ? -87.33 : -708.39;
  for (int i = 0; i <= 20000; ++i) {
    const Real x = static_cast<Real>(least * i / 20000);
    ASSERT_NEAR(static_cast<double>(vector_exponent(x)) / std::exp(static_cast<double>(x)), 1, digits) << x;
  }
  EXPECT_EQ(vector_exponent(0), Real(1));
}

TEST(VectorExponent, IsNothingWhereNothingIsLeftAndKeepsNaN) {
  for (const Real x : {-kEndless, Real(-1e30), Real(-1000), Real(sizeof(Real) == 4 ? -87.34 : -708.4)})
    EXPECT_EQ(vector_exponent(x), Real(0)) << x;
  EXPECT_TRUE(std::isnan(vector_exponent(std::numeric_limits<Real>::quiet_NaN())));
}

TEST(Exponent, ASoftmaxIsOfItsRangesAlone) {
  for (Index first : {1, 5, 16, 31}) {
    for (Index second : {1, 15, 17, 40}) {
      const Index begin = first + 3, end = begin + second;
      KeyRanges keys({0, first});
      keys.add({begin, end});
      std::vector<Real> row(static_cast<std::size_t>(end + 2));
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<Real>(i % 7) - Real(20);
      const std::vector<Real> expected = row;
      double total = 0;
      for (Index i = 0; i < end; ++i)
        if (keys.contains(i)) total += std::exp(static_cast<double>(row[static_cast<std::size_t>(i)]));
      softmax_row(row.data(), keys);
      for (Index i = 0; i < end + 2; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double before = static_cast<double>(expected[at]);
        const double now = keys.contains(i) ? std::exp(before) / total : before;
        EXPECT_NEAR(static_cast<double>(row[at]), now, 1e-6) << first << " and " << second << ": " << i;
      }
    }
  }
}

TEST(Exponent, HiddenKeysOfALongRowHaveNoWeight) {
  std::vector<Real> row(static_cast<std::size_t>(kCells), -kEndless);
  row[0] = 1, row[1] = 2;
  softmax_row(row.data(), kCells);
  for (std::size_t i = 2; i < row.size(); ++i) EXPECT_EQ(row[i], Real(0)) << i;
}

}  // namespace
}  // namespace attnlab::testing
