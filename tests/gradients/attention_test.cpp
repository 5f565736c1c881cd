// Gradients of attention, fused and in steps.
#include "core/ops/attention/attention.h"

#include <gtest/gtest.h>

#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/softmax.h"
#include "tests/gradients/check.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

constexpr Index kHeads = 2, kSize = 3, kWidth = kHeads * kSize;
const Real kDivisor = std::sqrt(Real(kSize));

AttentionSpec spec(const AttentionMask& mask = {}, double dropout = 0) {
  return {.heads = kHeads,
          .key_value_heads = kHeads,
          .head_size = kSize,
          .divisor = kDivisor,
          .mask = mask,
          .dropout = dropout};
}

/// One head of two cells.
AttentionSpec narrow(const AttentionMask& mask = {}, double dropout = 0) {
  return {.head_size = 2, .divisor = Real(1.4), .mask = mask, .dropout = dropout};
}

/// Self-attention from one tensor [B,T,3C].
Function packed(const AttentionMask& mask, double dropout = 0) {
  return [mask, dropout](Tape& t, const Inputs& in) {
    return attention(t, {in[0], 0}, {in[0], kWidth}, {in[0], 2 * kWidth}, spec(mask, dropout));
  };
}

/// Queries from one tensor [B,Tq,C], keys and values side by side in another [B,Tk,2C].
Function cross(const AttentionMask& mask, double dropout = 0) {
  return [mask, dropout](Tape& t, const Inputs& in) {
    return attention(t, {in[0], 0}, {in[1], 0}, {in[1], kWidth}, spec(mask, dropout));
  };
}

TEST(AttentionGradients, SelfPacked) { EXPECT_TRUE(gradients_agree(packed({}), {{{2, 4, 3 * kWidth}}})); }

TEST(AttentionGradients, SelfSeparate) {
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) {
        return attention(t, {in[0], 0}, {in[1], 0}, {in[2], 0}, spec());
      },
      {{{2, 4, kWidth}}, {{2, 5, kWidth}}, {{2, 5, kWidth}}}));
}

TEST(AttentionGradients, OneTensorAsQueryKeyAndValue) {
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) {
        return attention(t, {in[0], 0}, {in[0], 0}, {in[0], 0}, spec());
      },
      {{{2, 4, kWidth}}}));
}

TEST(AttentionGradients, Causal) {
  EXPECT_TRUE(gradients_agree(packed({.causal = true, .key_lengths = {}}), {{{2, 5, 3 * kWidth}}}));
}

TEST(AttentionGradients, Cross) {
  EXPECT_TRUE(gradients_agree(cross({}), {{{2, 3, kWidth}}, {{2, 5, 2 * kWidth}}}));
  EXPECT_TRUE(gradients_agree(cross({}), {{{2, 5, kWidth}}, {{2, 3, 2 * kWidth}}}));
}

TEST(AttentionGradients, Padding) {
  const std::vector<Index> lengths = {5, 2};
  EXPECT_TRUE(gradients_agree(packed({.causal = false, .key_lengths = lengths}), {{{2, 5, 3 * kWidth}}}));
  EXPECT_TRUE(gradients_agree(packed({.causal = true, .key_lengths = lengths}), {{{2, 5, 3 * kWidth}}}));
  EXPECT_TRUE(gradients_agree(cross({.causal = false, .key_lengths = lengths}),
                              {{{2, 3, kWidth}}, {{2, 5, 2 * kWidth}}}));
}

TEST(AttentionGradients, RowsThatSeeNothing) {
  const std::vector<Index> lengths = {0, 3};
  EXPECT_TRUE(gradients_agree(packed({.causal = false, .key_lengths = lengths}), {{{2, 3, 3 * kWidth}}}));
  EXPECT_TRUE(gradients_agree(cross({.causal = false, .key_lengths = lengths}),
                              {{{2, 2, kWidth}}, {{2, 3, 2 * kWidth}}}));
}

TEST(AttentionGradients, Dropout) {
  const std::vector<Index> lengths = {4, 2};
  EXPECT_TRUE(gradients_agree(packed({}, 0.3), {{{2, 4, 3 * kWidth}}}, stochastic()));
  EXPECT_TRUE(gradients_agree(packed({.causal = true, .key_lengths = lengths}, 0.3), {{{2, 4, 3 * kWidth}}},
                              stochastic()));
  EXPECT_TRUE(gradients_agree(cross({.causal = false, .key_lengths = lengths}, 0.3),
                              {{{2, 3, kWidth}}, {{2, 4, 2 * kWidth}}}, stochastic()));
}

/// More than one block of queries, the last of them not full: T = 70, one head.
class LongAttention : public ::testing::TestWithParam<std::tuple<bool, bool, double>> {};

TEST_P(LongAttention, AgreesWithDifferences) {
  const auto [causal, padded, dropout] = GetParam();
  const std::vector<Index> lengths = {66};
  const AttentionMask mask{causal, padded ? std::span<const Index>(lengths) : std::span<const Index>()};
  EXPECT_TRUE(gradients_agree(
      [&, rate = dropout](Tape& t, const Inputs& in) {
        return attention(t, {in[0], 0}, {in[0], 2}, {in[0], 4}, narrow(mask, rate));
      },
      {{{1, 70, 6}}}, stochastic()));
}

INSTANTIATE_TEST_SUITE_P(All, LongAttention,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool(),
                                            ::testing::Values(0.0, 0.25)));

TEST(AttentionGradients, LongCross) {
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) {
        return attention(t, {in[0], 0}, {in[1], 0}, {in[1], 2}, narrow());
      },
      {{{1, 67, 2}}, {{1, 9, 4}}}));
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) {
        return attention(t, {in[0], 0}, {in[1], 0}, {in[1], 2}, narrow());
      },
      {{{1, 5, 2}}, {{1, 131, 4}}}));
}

TEST(AttentionGradients, Steps) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return attention_scores(t, in[0], in[1]); },
                              {{{2, 2, 3, 4}}, {{2, 2, 5, 4}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return attention_context(t, in[0], in[1]); },
                              {{{2, 2, 3, 5}}, {{2, 2, 5, 4}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return attention_scores(t, in[0], in[0]); },
                              {{{2, 2, 3, 4}}}))
      << "of a value with itself";
}

TEST(AttentionGradients, StepsThroughAMask) {
  const std::vector<Index> lengths = {3, 0};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const Variable scores = attention_scores(t, in[0], in[1]);
        const Variable mask = mask_values(t, {.causal = true, .key_lengths = lengths}, 2, 4, 4);
        return attention_context(t, softmax(t, apply_mask(t, scores, mask)), in[2]);
      },
      {{{2, 2, 4, 3}}, {{2, 2, 4, 3}}, {{2, 2, 4, 3}}}));
}

}  // namespace
}  // namespace attnlab::testing
