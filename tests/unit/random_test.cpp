// Random numbers: known values, ranges, moments, and streams that do not disturb each other.
#include "core/tensor/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace attnlab::testing {
namespace {

TEST(Random, Mix64IsSplitMix64) {
  // First outputs of the published generator from state 0.
  EXPECT_EQ(mix64(0), 0xE220A8397B1DCDAFull);
  EXPECT_EQ(mix64(0x9E3779B97F4A7C15ull), 0x6E789E6AA1B965F4ull);
  EXPECT_EQ(mix64(2 * 0x9E3779B97F4A7C15ull), 0x06C45D188009454Full);
}

TEST(Random, IsGivenByKeyAndPosition) {
  RandomStream stream(5);
  std::vector<std::uint64_t> drawn;
  for (int i = 0; i < 20; ++i) drawn.push_back(stream.bits());
  RandomStream later(5, 10);
  for (std::size_t i = 10; i < 20; ++i) EXPECT_EQ(later.bits(), drawn[i]);
  EXPECT_EQ(later.position(), 20u);
  EXPECT_NE(RandomStream(6).bits(), drawn[0]);
  EXPECT_NE(join_keys(1, 2), join_keys(2, 1));
}

TEST(Random, UniformFillsTheUnitInterval) {
  RandomStream stream(1);
  double sum = 0, low = 1, high = 0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    const double x = stream.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  EXPECT_NEAR(sum / kCount, 0.5, 0.005);
  EXPECT_LT(low, 0.001);
  EXPECT_GT(high, 0.999);
}

TEST(Random, NormalHasItsMoments) {
  RandomStream stream(2);
  double first = 0, second = 0, third = 0, fourth = 0;
  constexpr int kCount = 200000;
  for (int i = 0; i < kCount; ++i) {
    const double x = stream.normal();
    ASSERT_TRUE(std::isfinite(x));
    first += x;
    second += x * x;
    third += x * x * x;
    fourth += x * x * x * x;
  }
  EXPECT_NEAR(first / kCount, 0, 0.01);
  EXPECT_NEAR(second / kCount, 1, 0.02);
  EXPECT_NEAR(third / kCount, 0, 0.05);
  EXPECT_NEAR(fourth / kCount, 3, 0.1);
}

TEST(Random, BelowIsEven) {
  RandomStream stream(3);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts[static_cast<std::size_t>(stream.below(7))];
  for (int count : counts) EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(stream.below(1), 0);
}

TEST(Random, UpperProductNeedsNoWideNumbers) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  EXPECT_EQ(upper_product_of_halves(most, most), most - 1);
  EXPECT_EQ(upper_product_of_halves(std::uint64_t{1} << 63, 6), 3);
  RandomStream stream(5);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t a = stream.bits(), b = stream.bits() >> (i % 64);
    EXPECT_EQ(upper_product_of_halves(a, b), upper_product(a, b)) << a << " * " << b;
  }
}

}  // namespace
}  // namespace attnlab::testing
