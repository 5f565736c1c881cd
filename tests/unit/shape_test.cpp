// Shape: sizes, addressing and errors.
#include "core/tensor/shape.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

TEST(Shape, CountsCellsAndRows) {
  const Shape shape{2, 3, 4};
  EXPECT_EQ(shape.rank(), 3);
  EXPECT_EQ(shape.size(), 24);
  EXPECT_EQ(shape.rows(), 6);
  EXPECT_EQ(shape.last(), 4);
  EXPECT_EQ(shape.last(1), 3);
  EXPECT_EQ(shape.text(), "[2,3,4]");
}

TEST(Shape, ScalarHasOneCell) {
  const Shape scalar;
  EXPECT_EQ(scalar.rank(), 0);
  EXPECT_EQ(scalar.size(), 1);
  EXPECT_EQ(scalar.rows(), 1);
  EXPECT_EQ(scalar.text(), "[]");
  EXPECT_EQ(scalar.offset({}), 0);
}

TEST(Shape, EmptyAxisMeansNoCells) {
  const Shape shape{3, 0};
  EXPECT_EQ(shape.size(), 0);
  EXPECT_EQ(shape.rows(), 0);
}

TEST(Shape, OffsetAndIndexAreInverse) {
  const Shape shape{2, 3, 4, 5};
  for (Index offset = 0; offset < shape.size(); ++offset) {
    EXPECT_EQ(shape.offset(shape.index_of(offset)), offset);
  }
  const Index index[] = {1, 2, 3, 4};
  EXPECT_EQ(shape.offset(index), shape.size() - 1);
}

TEST(Shape, EqualityNeedsTheSameAxes) {
  EXPECT_EQ((Shape{2, 3}), (Shape{2, 3}));
  EXPECT_FALSE((Shape{2, 3} == Shape{3, 2}));
  EXPECT_FALSE((Shape{2, 3} == Shape{2, 3, 1}));
}

TEST(Shape, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(error_text<std::invalid_argument>([] {
              Shape{1, 2, 3, 4, 5};
            }),
            "a tensor has at most 4 axes, not 5");
  EXPECT_EQ(error_text<std::invalid_argument>([] { Shape{2, -1}; }), "negative axis size in shape [2,-1]");
  const Index outside[] = {1, 3}, short_index[] = {1}, negative[] = {-1, 0};
  const auto offset_error = [](std::span<const Index> index) {
    return error_text<std::out_of_range>([=] { (void)Shape{2, 3}.offset(index); });
  };
  EXPECT_EQ(offset_error(outside), "cell [1,3] is outside shape [2,3]");
  EXPECT_EQ(offset_error(short_index), "cell [1] is outside shape [2,3]");
  EXPECT_EQ(offset_error(negative), "cell [-1,0] is outside shape [2,3]");
}

}  // namespace
}  // namespace attnlab::testing
