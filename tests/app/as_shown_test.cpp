// Equations of rounded numbers: read back, and whether they are true as they are shown.
#include "app/base/as_shown.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "app/base/format.h"

namespace attnlab {
namespace {

TEST(AsShown, NumbersAreReadBack) {
  EXPECT_EQ(shown_number("0.50"), 0.5);
  EXPECT_EQ(shown_number("(−0.20)"), -0.2);
  EXPECT_EQ(shown_number("1.2e−5"), 1.2e-5);
  EXPECT_EQ(shown_number("−∞"), -INFINITY);
  EXPECT_EQ(shown_number("12,345"), 12345);
  EXPECT_TRUE(std::isnan(shown_number("NaN")));
  EXPECT_TRUE(std::isnan(shown_number("3 more")));
  EXPECT_TRUE(std::isnan(shown_number("")));
  for (const double value : {0.0, 0.000491, -12.3, 1e-7, 123456.0})
    EXPECT_NEAR(shown_number(format_number(value, 7)), value, std::abs(value) * 1e-6);
}

TEST(AsShown, AnEquationIsTrueToItsLastDigit) {
  EXPECT_STREQ(relation(8 * -0.20, "−1.63"), "≈");
  EXPECT_STREQ(relation(8 * -0.2035, "−1.63"), "=");
  EXPECT_STREQ(relation(0.5 * 0.3, "0.15"), "=");
  EXPECT_STREQ(relation(0.125, "0.13"), "=") << "half a place rounds either way";
  EXPECT_STREQ(relation(0.125, "0.12"), "=");
  EXPECT_STREQ(relation(1.26e-5, "1.2e−5"), "≈");
  EXPECT_STREQ(relation(INFINITY, "∞"), "=");
  EXPECT_STREQ(relation(NAN, "NaN"), "=");
  EXPECT_STREQ(relation(NAN, "0.5"), "≈");
}

}  // namespace
}  // namespace attnlab
