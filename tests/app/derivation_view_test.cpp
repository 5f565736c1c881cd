// The terms that the inspector shows add up to the number.
#include "app/views/inspector/derivation_view.h"

#include <gtest/gtest.h>

#include "app/widgets/formula/formula_layout.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

TEST(DerivationView, ScoresAreASumOfProducts) {
  const Derivation d = translation().explain(kCross + "scores", std::vector<Index>{0, 2, 1, 3});
  const auto sum = operand_sum(d.root);
  ASSERT_TRUE(sum);
  ASSERT_EQ(sum->terms.size(), 16u);
  EXPECT_EQ(sum->terms[5].left->cell.text(), kCross + "query[0,2,1,5]");
  EXPECT_EQ(sum->terms[5].right->cell.text(), kCross + "key[0,2,3,5]");
  EXPECT_TRUE(sum->others.empty());
  EXPECT_NEAR(sum->total(), d.value, 1e-5);
}

TEST(DerivationView, TheBiasOfAProjectionStandsApart) {
  const Derivation d = translation().explain(kCross + "query", std::vector<Index>{0, 2, 1, 3});
  const auto sum = operand_sum(d.root);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->terms.size(), 64u);
  ASSERT_EQ(sum->others.size(), 1u);
  EXPECT_EQ(sum->others[0]->cell.text(), kCross + "query.bias[35]");
  EXPECT_NEAR(sum->total() + sum->others[0]->value, d.value, 1e-5);
}

TEST(DerivationView, AMeanIsASumWithADivisor) {
  const Derivation d =
      translation().explain("encoder.layers.0.attention_norm.mean", std::vector<Index>{0, 1, 0});
  const auto sum = operand_sum(d.root);
  ASSERT_TRUE(sum && sum->divisor);
  EXPECT_EQ(sum->terms[0].right, nullptr);
  EXPECT_NEAR(sum->total() / sum->divisor->value, d.value, 1e-5);
}

TEST(DerivationView, OtherShapesAreTrees) {
  const Trace& trace = translation();
  for (const char* name : {"scaled", "masked", "weights"}) {
    const Derivation d = trace.explain(kCross + name, std::vector<Index>{0, 0, 1, 1});
    EXPECT_FALSE(operand_sum(d.root)) << name;
  }
  const Derivation d = trace.explain(kCross + "scaled", std::vector<Index>{0, 0, 1, 1});
  const std::vector<DerivationLine> lines = derivation_lines(d.root);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].words, "quotient");
  EXPECT_EQ(lines[1].words, "Attention score");
  EXPECT_EQ(lines[1].depth, 1);
  EXPECT_EQ(lines[1].links, 1);
  EXPECT_EQ(lines[2].words, "√D");
  EXPECT_EQ(lines[2].links, 1);
}

TEST(DerivationView, SoftmaxGivesItsScoresInOrder) {
  const Trace& trace = translation();
  const Derivation d = trace.explain(kCross + "weights", std::vector<Index>{0, 1, 2, 0});
  const auto scores = softmax_scores(d.root);
  ASSERT_EQ(scores.size(), 4u);
  for (std::size_t k = 0; k < scores.size(); ++k) {
    EXPECT_EQ(scores[k]->cell.text(), kCross + "masked[0,1,2," + std::to_string(k) + "]");
  }
  EXPECT_TRUE(softmax_scores(trace.explain(kCross + "scaled", std::vector<Index>{0, 0, 1, 1}).root).empty());
}

TEST(DerivationView, LargestProductsComeFirst) {
  DerivationPart a, b, c;
  a.value = 1;
  b.value = -3;
  c.value = 2;
  EXPECT_EQ(by_size({{&a, nullptr}, {&b, nullptr}, {&c, nullptr}}), (std::vector<std::size_t>{1, 2, 0}));
}

/// All letters of a formula in reading order.
std::string letters(const Formula& f) {
  if (!f) return "";
  std::string out = f->text;
  for (const Formula& child : f->children) out += letters(child);
  return out;
}

DerivationPart cell_of(double value) {
  DerivationPart part;
  part.kind = Expression::Kind::Cell;
  part.value = value;
  return part;
}

TEST(DerivationView, NumbersAreWrittenOut) {
  Derivation d;
  d.root.kind = Expression::Kind::Sum;
  for (const auto& [l, r] : {std::pair{0.5, 0.7}, {-0.3, -0.2}, {0.1, 0.001}}) {
    DerivationPart product;
    product.kind = Expression::Kind::Product;
    product.parts = {cell_of(l), cell_of(r)};
    product.value = product.evaluate();
    d.root.parts.push_back(product);
  }
  d.value = 0.4101;
  EXPECT_EQ(letters(written_out(d, 2, 4)), "0.50×0.70+−0.30×−0.20+0.10×0.0010=0.41");
  EXPECT_EQ(letters(written_out(d, 2, 1)), "0.50×0.70+(2 more: 0.060)=0.41");
}

/// An embedding times √C: 8 × (−0.20) would be −1.60.
TEST(DerivationView, WrittenEquationsAreTrueAsTheyAreWritten) {
  Derivation d;
  DerivationPart factor;
  factor.value = 8;
  d.root.kind = Expression::Kind::Product;
  d.root.parts = {factor, cell_of(-0.2035)};
  d.value = -1.628;
  EXPECT_EQ(letters(written_out(d, 2, 4)), "8×−0.2035=−1.63") << "digits enough";
  d.root.parts[1] = cell_of(-0.2035499);
  d.value = -1.635;  // of a pass in single precision, say
  EXPECT_EQ(letters(written_out(d, 2, 4)), "8×−0.20≈−1.64") << "no digits are enough";
}

}  // namespace
}  // namespace attnlab
