// exp of arrays, on every processor.
#include "core/tensor/exponent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ops/attention/softmax.h"
#include "core/tensor/eigen_maps.h"

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

TEST(Exponent, HiddenKeysOfALongRowHaveNoWeight) {
  std::vector<Real> row(static_cast<std::size_t>(kCells), -kEndless);
  row[0] = 1, row[1] = 2;
  softmax_row(row.data(), kCells);
  for (std::size_t i = 2; i < row.size(); ++i) EXPECT_EQ(row[i], Real(0)) << i;
}

}  // namespace
}  // namespace attnlab::testing
