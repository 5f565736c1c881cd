// Expression: evaluation in double of every kind.
#include "core/autograd/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/autograd/variable.h"

namespace attnlab::testing {
namespace {

using Kind = Expression::Kind;

TEST(Expression, ReadsCells) {
  Real cells[] = {Real(1.5), Real(-2)};
  Node node;
  node.shape = {2};
  node.value = cells;
  EXPECT_EQ(cell(&node, 1).evaluate(), -2);
  cells[1] = 4;
  EXPECT_EQ(cell(&node, 1).evaluate(), 4) << "the value is read when it is asked for";
}

TEST(Expression, Folds) {
  EXPECT_EQ(sum({number(1), number(2), number(4)}).evaluate(), 7);
  EXPECT_EQ(product({number(3), number(2), number(4)}).evaluate(), 24);
  EXPECT_EQ(maximum({number(-3), number(-2), number(-4)}).evaluate(), -2);
  EXPECT_EQ(sum({}).evaluate(), 0);
  EXPECT_EQ(product({}).evaluate(), 1);
}

TEST(Expression, TheLargestOfWhatIsNoNumberIsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(maximum({number(0), number(nan)}).evaluate()));
  EXPECT_TRUE(std::isnan(maximum({number(nan), number(0)}).evaluate()));
  EXPECT_EQ(maximum({number(-2), number(-3)}).evaluate(), -2);
}

TEST(Expression, TakesOrderIntoAccount) {
  EXPECT_EQ(difference(number(5), number(3)).evaluate(), 2);
  EXPECT_EQ(quotient(number(6), number(4)).evaluate(), 1.5);
}

TEST(Expression, Functions) {
  const auto at = [](Kind kind, double x) { return apply(kind, number(x)).evaluate(); };
  EXPECT_EQ(at(Kind::Negative, 2), -2);
  EXPECT_EQ(at(Kind::Exp, 0.3), std::exp(0.3));
  EXPECT_EQ(at(Kind::Log, 0.3), std::log(0.3));
  EXPECT_EQ(at(Kind::Sqrt, 0.3), std::sqrt(0.3));
  EXPECT_EQ(at(Kind::Square, -3), 9);
  EXPECT_EQ(at(Kind::Tanh, 0.3), std::tanh(0.3));
  EXPECT_EQ(at(Kind::Erf, 0.3), std::erf(0.3));
  EXPECT_EQ(at(Kind::Sine, 0.3), std::sin(0.3));
  EXPECT_EQ(at(Kind::Cosine, 0.3), std::cos(0.3));
}

TEST(Expression, Nests) {
  // (1 + 2)·exp(0) − 8/4
  const Expression e = difference(product({sum({number(1), number(2)}), apply(Kind::Exp, number(0))}),
                                  quotient(number(8), number(4)));
  EXPECT_EQ(e.evaluate(), 1);
  EXPECT_EQ(number(3, "C").labelled("width").label, "width");
}

}  // namespace
}  // namespace attnlab::testing
