// Numbers look as people write them.
#include "app/base/format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attnlab {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Format, PrecisionFollowsMagnitude) {
  EXPECT_EQ(format_number(0.5, 2), "0.50");
  EXPECT_EQ(format_number(0.76, 3), "0.760");
  EXPECT_EQ(format_number(3.14159, 3), "3.14");
  EXPECT_EQ(format_number(12.345, 4), "12.35");
  EXPECT_EQ(format_number(123.4, 2), "123");
  EXPECT_EQ(format_number(0.5, 7), "0.5000000");
}

TEST(Format, SmallNumbersKeepTheirDigits) {
  EXPECT_EQ(format_small(0.000491234, 3), "0.000491");
  EXPECT_EQ(format_small(-0.0123, 4), "\u22120.01230");
  EXPECT_EQ(format_small(0.5, 4), format_number(0.5, 4));
  EXPECT_EQ(format_small(2e-9, 4), format_number(2e-9, 4));
  EXPECT_EQ(format_small(0, 3), "0.000");
  EXPECT_EQ(format_small(std::nan(""), 3), "NaN");
}

TEST(Format, PrecisionIsClampedToWhatIsOffered) {
  EXPECT_EQ(format_number(0.123456789, 1), "0.12");
  EXPECT_EQ(format_number(0.123456789, 12), "0.1234568");
}

TEST(Format, MinusIsTheTrueSign) {
  EXPECT_EQ(format_number(-0.3, 2), "\u22120.30");
  EXPECT_EQ(format_fixed(-12.5, 1), "\u221212.5");
  EXPECT_EQ(format_exact(-0.25f), "\u22120.25");
}

TEST(Format, ZeroHasNoSign) {
  EXPECT_EQ(format_number(-0.0, 2), "0.00");
  EXPECT_EQ(format_fixed(-0.001, 2), "0.00");
  EXPECT_EQ(format_fixed(-0.006, 2), "\u22120.01");
}

TEST(Format, VerySmallAndVeryLargeUseAnExponent) {
  EXPECT_EQ(format_number(0.000012, 3), "1.2e\u22125");
  EXPECT_EQ(format_number(-3e-9, 2), "\u22123e\u22129");
  EXPECT_EQ(format_number(1234567.0, 3), "1.2e6");
  EXPECT_EQ(format_number(12345.0, 3), "12345");
}

TEST(Format, NonFinite) {
  EXPECT_EQ(format_number(kInf, 3), "∞");
  EXPECT_EQ(format_fixed(-kInf, 3), "−∞");
  EXPECT_EQ(format_exact(-std::numeric_limits<float>::infinity()), "−∞");
  EXPECT_EQ(format_number(std::nan(""), 3), "NaN");
  EXPECT_EQ(format_compact(kInf), "∞");
}

TEST(Format, ExactReadsBack) {
  EXPECT_EQ(format_exact(0.1f), "0.1");
  EXPECT_EQ(format_exact(1e-7f), "1e\u22127");
  for (float v : {0.333333343f, 123456.789f, 3.40282347e+38f}) EXPECT_EQ(std::stof(format_exact(v)), v);
}

TEST(Format, FactorsAreBracketedWhenNegative) {
  EXPECT_EQ(format_factor(-0.3, 2), "(\u22120.30)");
  EXPECT_EQ(format_factor(0.5, 2), "0.50");
  EXPECT_EQ(format_factor(-0.001, 2), "0.00");
}

TEST(Format, Counts) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(12345), "12,345");
  EXPECT_EQ(format_count(-1234567), "\u22121,234,567");
  EXPECT_EQ(format_compact(12345), "12.3k");
  EXPECT_EQ(format_compact(999.9), "999.9");
  EXPECT_EQ(format_compact(999.96), "1.0k");
  EXPECT_EQ(format_compact(999999), "1.0M");
  EXPECT_EQ(format_compact(999400), "999k");
  EXPECT_EQ(format_compact(4.2e6), "4.2M");
  EXPECT_EQ(format_compact(9.996e11), "1.0T");
  EXPECT_EQ(format_compact(3.62e14), "362T");
  EXPECT_EQ(format_compact(2e15), "2.0P");
  EXPECT_EQ(format_compact(123456), "123k");
}

TEST(Format, WholeNumbersOfAnySize) {
  EXPECT_EQ(format_whole(0.4), "0");
  EXPECT_EQ(format_whole(-0.2), "0");
  EXPECT_EQ(format_whole(999.6), "1,000");
  EXPECT_EQ(format_whole(-1234567), "\u22121,234,567");
  EXPECT_EQ(format_whole(362456744460288), "362,456,744,460,288");
  EXPECT_EQ(format_whole(1e20), "100,000,000,000,000,000,000");
  EXPECT_EQ(format_whole(kInf), "∞");
}

TEST(Format, BytesInDecimalUnits) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(999.6), "1 kB");
  EXPECT_EQ(format_bytes(37748736), "37.7 MB");
  EXPECT_EQ(format_bytes(9663676416), "9.66 GB");
  EXPECT_EQ(format_bytes(5e15), "5 PB");
}

TEST(Format, PercentAndDuration) {
  EXPECT_EQ(format_percent(0.1234), "12.3 %");
  EXPECT_EQ(format_entropy(1.584, 4), "1.58 of 2.00 bits");
  EXPECT_EQ(format_entropy(0, 1), "0.00 of 0.00 bits");
  EXPECT_EQ(format_duration(0.0042), "4.2 ms");
  EXPECT_EQ(format_duration(0.85), "850 ms");
  EXPECT_EQ(format_duration(4.21), "4.2 s");
  EXPECT_EQ(format_duration(187), "3:07 min");
}

}  // namespace
}  // namespace attnlab
