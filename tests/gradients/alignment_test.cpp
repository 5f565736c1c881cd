// Gradients of alignment: additive scores, cosines, masked softmax, and GeneralAttention as a whole.
#include "core/ops/attention/alignment.h"

#include <gtest/gtest.h>

#include "core/layers/alignment_sites.h"
#include "core/layers/general_attention.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/scale.h"
#include "tests/gradients/parameter_check.h"
#include "tests/support/sites.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

TEST(AlignmentGradients, AdditiveScores) {
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return additive_scores(t, in[0], in[1], in[2]); },
                      {{{2, 3, 4}}, {{2, 5, 4}}, {{1, 4}}}));
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return additive_scores(t, in[0], in[0], in[1]); },
                      {{{2, 3, 4}}, {{4}}}))
      << "of a value with itself";
}

TEST(AlignmentGradients, AdditiveSteps) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return additive_hidden(t, in[0], in[1]); },
                              {{{2, 3, 4}}, {{2, 5, 4}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return additive_sum(t, in[0], in[1]); },
                              {{{2, 3, 2, 4}}, {{4}}}));
}

TEST(AlignmentGradients, UnitLength) {
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return unit_length(t, in[0]); }, {{{2, 3, 4}}}));
}

TEST(AlignmentGradients, Multiply) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return multiply(t, in[0], Real(1.3), "β"); },
                              {{{2, 3}}}));
}

TEST(AlignmentGradients, ScoresAndContextWithoutHeads) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return attention_scores(t, in[0], in[1]); },
                              {{{2, 3, 4}}, {{2, 5, 4}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return attention_context(t, in[0], in[1]); },
                              {{{2, 3, 5}}, {{2, 5, 4}}}));
}

TEST(AlignmentGradients, ScoresAndContextOfSharedHeads) {
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return attention_scores(t, in[0], in[1]); },
                              {{{2, 6, 3, 4}}, {{2, 2, 5, 4}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return attention_context(t, in[0], in[1]); },
                              {{{2, 6, 3, 5}}, {{2, 2, 5, 4}}}));
}

TEST(AlignmentGradients, MaskedSoftmax) {
  const std::vector<Index> lengths = {5, 2};
  const AttentionMask masks[] = {{.causal = false, .key_lengths = lengths},
                                 {.causal = true, .key_lengths = lengths},
                                 {.causal = true, .key_lengths = {}, .rule = {.window = 2}},
                                 {.causal = false, .key_lengths = lengths, .rule = {.window = 2}},
                                 {.causal = true, .key_lengths = {}, .rule = {.window = 3}, .start = 2}};
  for (const AttentionMask& mask : masks) {
    EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return masked_softmax(t, in[0], mask); },
                                {{{2, 4, 5}}}));
  }
}

struct ScoreCase {
  const char* name;
  Index key_width;
};

class GeneralAttentionGradients : public ::testing::TestWithParam<ScoreCase> {};

TEST_P(GeneralAttentionGradients, AgreeWithDifferences) {
  const auto& [name, key_width] = GetParam();
  ParameterLayout layout;
  const GeneralAttention layer(ParameterScope(layout), {.score = GeneralAttention::score_from(name),
                                                        .query_width = 4,
                                                        .key_width = key_width,
                                                        .hidden = 3,
                                                        .sharpness = 2.5});
  const ParameterId queries = add_parameter(layout, "(queries)", {2, 3, 4}, Initializer::zeros());
  const ParameterId keys = add_parameter(layout, "(keys)", {2, 5, key_width}, Initializer::zeros());
  const ParameterId values = add_parameter(layout, "(values)", {2, 5, 2}, Initializer::zeros());
  const std::vector<Real> upstream = random_values(2 * 3 * 2, 8);
  const std::vector<Index> lengths = {5, 3};
  for (const AttentionMask& mask :
       {AttentionMask{}, AttentionMask{.causal = false, .key_lengths = lengths}}) {
    EXPECT_TRUE(parameter_gradients_agree({layout,
                                           [&](Tape& t) {
                                             const Variable context = layer(
                                                 t, t.parameter(queries), t.parameter(keys),
                                                 t.parameter(values), mask, alignment_sites::kAlignment);
                                             return weighted_sum(t, context, upstream);
                                           }},
                                          random_values(layout.size(), 4)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, GeneralAttentionGradients,
                         ::testing::Values(ScoreCase{"dot", 4}, ScoreCase{"scaled_dot", 4},
                                           ScoreCase{"cosine", 4}, ScoreCase{"general", 6},
                                           ScoreCase{"additive", 6}),
                         [](const auto& given) { return std::string(given.param.name); });

}  // namespace
}  // namespace attnlab::testing
