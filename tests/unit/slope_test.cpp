// Slopes of operations, against the derivative of their explanations, cell by cell.
#include <gtest/gtest.h>

#include "core/autograd/derivative.h"
#include "core/autograd/operation.h"
#include "core/autograd/tape.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/bucket_bias.h"
#include "core/ops/basic/linear.h"
#include "core/tensor/random.h"

namespace attnlab::testing {
namespace {

/// The derivative of cell `to` by cell `from` of input `i`, from the whole explanation.
double derived(const Operation& operation, int i, Index from, Index to) {
  const Expression made = operation.explain(to).expression;
  return derivative(made, operation.input(i).node(), from).evaluate();
}

bool among(const CellSpan& span, Index cell) {
  for (Index i = 0; i < span.count; ++i)
    if (span.start + i * span.step == cell) return true;
  return false;
}

/// An operation over random inputs of the given shapes.
class SlopeTest : public ::testing::Test {
 protected:
  Variable input(const Shape& shape) {
    Variable x = tape_.make(shape);
    for (Index i = 0; i < shape.size(); ++i) x.data()[i] = static_cast<Real>(random_.normal());
    return x;
  }

  /// Expects the slope of every cell of the output by every cell of every input.
  static void expect_slopes(Variable y, int inputs) {
    const Operation& operation = *y.node()->producer;
    for (int i = 0; i < inputs; ++i)
      for (Index from = 0; from < operation.input(i).size(); ++from)
        for (Index to = 0; to < y.size(); ++to) {
          const std::optional<Expression> slope = operation.slope(i, from, to);
          ASSERT_TRUE(slope);
          EXPECT_EQ(slope->evaluate(), derived(operation, i, from, to)) << i << ": " << from << " to " << to;
          if (!is_zero(*slope)) {
            EXPECT_TRUE(among(operation.affected(i, from), to));
          }
        }
  }

  Tape tape_{Mode::Record};

 private:
  RandomStream random_{3};
};

TEST_F(SlopeTest, OfALinearLayerIsTheDerivativeOfItsExplanation) {
  const Variable x = input({2, 3, 4}), weight = input({5, 4}), bias = input({5});
  expect_slopes(linear(tape_, x, weight, bias), 3);
}

TEST_F(SlopeTest, OfScoresWhoseKeysSeveralHeadsShare) {
  const Variable query = input({2, 4, 3, 2}), key = input({2, 2, 5, 2});
  expect_slopes(attention_scores(tape_, query, key), 2);
}

TEST_F(SlopeTest, OfBiasesThatShareABucket) {
  const Variable table = input({32, 2});
  for (const BucketSides sides : {BucketSides::Before, BucketSides::Both})
    expect_slopes(bucket_bias(tape_, table, {sides, 32}, 2, 4, 1), 1);
}

TEST_F(SlopeTest, OfContextsWhoseValuesSeveralHeadsShare) {
  const Variable weights = input({2, 4, 3, 5}), value = input({2, 2, 5, 2});
  expect_slopes(attention_context(tape_, weights, value), 2);
}

}  // namespace
}  // namespace attnlab::testing
