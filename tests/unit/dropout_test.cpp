// Dropout's factors against their definition by a uniform number.
#include "core/ops/basic/dropout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnlab::testing {
namespace {

constexpr std::uint64_t kKey = 99;

double uniform(Index cell) { return RandomStream(kKey, static_cast<std::uint64_t>(cell)).uniform(); }

TEST(Dropout, DropsWhatLiesBelowTheRate) {
  for (double rate : {0.0, 0.1, 0.25, 1.0 / 3, 0.5, 0.999}) {
    const DropoutFactors factors(kKey, rate);
    for (Index cell = 0; cell < 5000; ++cell) {
      const Real expected = uniform(cell) < rate ? Real(0) : static_cast<Real>(1 / (1 - rate));
      ASSERT_EQ(factors[cell], expected) << "rate " << rate << ", cell " << cell;
    }
  }
}

/// A number that is the rate itself is not below it.
TEST(Dropout, KeepsACellWhoseNumberIsTheRate) {
  for (Index cell = 0; cell < 100; ++cell) {
    const double rate = uniform(cell);
    EXPECT_NE(dropout_factor(kKey, cell, rate), Real(0));
    EXPECT_EQ(dropout_factor(kKey, cell, std::nextafter(rate, 1.0)), Real(0));
  }
}

}  // namespace
}  // namespace attnlab::testing
