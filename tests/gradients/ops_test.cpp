// Gradients of the simple operations.
#include <gtest/gtest.h>

#include "core/ops/attention/heads.h"
#include "core/ops/attention/mask.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/activation.h"
#include "core/ops/basic/add.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/embedding.h"
#include "core/ops/basic/linear.h"
#include "core/ops/basic/scale.h"
#include "core/ops/loss/cross_entropy.h"
#include "core/ops/norms/layer_norm.h"
#include "tests/gradients/check.h"

namespace attnlab::testing {
namespace {

static_assert(sizeof(Real) == sizeof(double), "gradients are checked in double");

using Inputs = std::vector<Variable>;

TEST(Gradients, Linear) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return linear(t, in[0], in[1], in[2]); },
                              {{{2, 3, 5}}, {{4, 5}}, {{4}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return linear(t, in[0], in[1]); },
                              {{{2, 3, 5}}, {{4, 5}}}));
}

TEST(Gradients, LinearOfLargeSizes) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return linear(t, in[0], in[1], in[2]); },
                              {{{1, 19, 13}}, {{23, 13}}, {{23}}}));
}

TEST(Gradients, LinearWithSharedWeight) {
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return linear(t, linear(t, in[0], in[1]), in[1]); },
                      {{{3, 4}}, {{4, 4}}}));
}

TEST(Gradients, EmbeddingWithRepeatedAndUnknownIds) {
  const std::vector<TokenId> ids = {2, 0, 2, -1, 4, 2};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        return embedding(t, in[0], ids, {2, 3}, Real(1.7));
      },
      {{{5, 3}}}));
}

TEST(Gradients, Add) {
  const Function function = [](Tape& t, const Inputs& in) { return add(t, in[0], in[1]); };
  EXPECT_TRUE(gradients_agree(function, {{{2, 3, 4}}, {{2, 3, 4}}}));
  EXPECT_TRUE(gradients_agree(function, {{{2, 3, 4}}, {{3, 4}}})) << "repeated over the batch";
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return add(t, in[0], in[0]); }, {{{2, 3}}}))
      << "of a value with itself";
}

TEST(Gradients, ChainOfResiduals) {
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) {
        const Variable first = add(t, in[0], linear(t, in[0], in[1]));
        return add(t, first, linear(t, first, in[1]));
      },
      {{{2, 3, 4}}, {{4, 4}}}));
}

TEST(Gradients, Divide) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return divide(t, in[0], Real(1.3), "s"); },
                              {{{2, 3}}}));
}

TEST(Gradients, Activations) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return relu(t, in[0]); }, {{{4, 5}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return gelu(t, in[0]); }, {{{4, 5}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return gelu_tanh(t, in[0]); }, {{{4, 5}}}));
}

TEST(Gradients, ActivationsOfMoreThanOnePiece) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return gelu(t, in[0]); }, {{{3, 700}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return gelu_tanh(t, in[0]); }, {{{3, 700}}}));
}

TEST(Gradients, ActivationsFarFromZero) {
  const std::vector<Real> values = {-30, -9, -5, -3, 3, 5, 9, 30};
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return gelu(t, in[0]); }, {{{8}, values}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return gelu_tanh(t, in[0]); }, {{{8}, values}}));
}

TEST(Gradients, Dropout) {
  CheckOptions options;
  options.stochastic = true;
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return dropout(t, dropout(t, in[0], 0.4), 0.3); },
                      {{{5, 6}}}, options));
}

TEST(Gradients, Softmax) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return softmax(t, in[0]); }, {{{2, 3, 5}}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return log_softmax(t, in[0]); }, {{{2, 3, 5}}}));
}

TEST(Gradients, LayerNorm) {
  const Function with_beta = [](Tape& t, const Inputs& in) {
    return layer_norm(t, in[0], in[1], in[2], Real(1e-5));
  };
  EXPECT_TRUE(gradients_agree(with_beta, {{{2, 3, 7}}, {{7}}, {{7}}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return layer_norm(t, in[0], in[1], {}, Real(1e-5)); },
                      {{{2, 3, 7}}, {{7}}}));
}

TEST(Gradients, LayerNormWithLargeEpsilon) {
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return layer_norm(t, in[0], in[1], in[2], Real(0.5)); },
                      {{{3, 4}}, {{4}}, {{4}}}));
}

TEST(Gradients, StepsOfLayerNorm) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return row_mean(t, in[0]); }, {{{2, 3, 5}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return row_variance(t, in[0], in[1]); },
                              {{{2, 3, 5}}, {{2, 3, 1}}}));
  const std::vector<Real> variance = {0.7, 1.9, 0.2, 1.1, 3.0, 0.5};
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return normalize(t, in[0], in[1], in[2], Real(0.01)); },
                      {{{2, 3, 5}}, {{2, 3, 1}}, {{2, 3, 1}, variance}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return scale_and_shift(t, in[0], in[1], in[2]); },
                      {{{2, 3, 5}}, {{5}}, {{5}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return scale_and_shift(t, in[0], in[1], {}); },
                              {{{2, 3, 5}}, {{5}}}));
}

TEST(Gradients, Heads) {
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return split_heads(t, in[0], 3); }, {{{2, 4, 6}}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return merge_heads(t, in[0]); }, {{{2, 3, 4, 2}}}));
}

TEST(Gradients, ApplyMask) {
  // A finite mask: −∞ would make the sum infinite.
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) {
        Variable mask = t.constant({2, 3, 4});
        for (Index i = 0; i < mask.size(); ++i) mask.data()[i] = static_cast<Real>(i % 5);
        return apply_mask(t, in[0], mask);
      },
      {{{2, 2, 3, 4}}}));
}

TEST(Gradients, CrossEntropy) {
  const std::vector<TokenId> targets = {3, kIgnoredTarget, 0, 4, 4, kIgnoredTarget};
  for (double smoothing : {0.0, 0.1}) {
    const CrossEntropyOptions how{targets, smoothing, Real(4)};
    EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return cross_entropy(t, in[0], how); },
                                {{{2, 3, 5}}}))
        << "fused, smoothing " << smoothing;
    EXPECT_TRUE(gradients_agree(
        [&](Tape& t, const Inputs& in) { return cross_entropy_per_token(t, in[0], how); }, {{{2, 3, 5}}}))
        << "per token, smoothing " << smoothing;
  }
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return mean_loss(t, in[0], Real(4)); }, {{{2, 3}}}));
}

}  // namespace
}  // namespace attnlab::testing
