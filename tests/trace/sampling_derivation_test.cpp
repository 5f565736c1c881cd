// The derived probabilities equal those used to draw tokens.
#include "core/trace/sampling_derivation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

namespace attnlab {
namespace {

constexpr std::array<Real, 6> kLogits{0.5F, 2.0F, -1.0F, 1.5F, 2.0F, -3.0F};

double probability(const SamplingOptions& options, TokenId token) {
  const Derivation d = derive_probability(kLogits, options, token, {"logits", {0, 4}});
  EXPECT_EQ(d.root.evaluate(), d.value);
  return d.value;
}

std::vector<double> probabilities(const SamplingOptions& options) {
  std::vector<double> p;
  for (TokenId token = 0; token < static_cast<TokenId>(kLogits.size()); ++token)
    p.push_back(probability(options, token));
  return p;
}

TEST(SamplingDerivation, IsTheSoftmaxWithoutOptions) {
  double total = 0;
  for (Real z : kLogits) total += std::exp(static_cast<double>(z));
  for (std::size_t i = 0; i < kLogits.size(); ++i)
    EXPECT_NEAR(probabilities({})[i], std::exp(static_cast<double>(kLogits[i])) / total, 1e-12);
}

TEST(SamplingDerivation, TemperatureDividesLogits) {
  const std::vector<double> p = probabilities({.temperature = 0.5});
  EXPECT_NEAR(p[1] / p[3], std::exp((2.0 - 1.5) / 0.5), 1e-9);
  EXPECT_EQ(probabilities({.temperature = 0}), (std::vector<double>{0, 1, 0, 0, 0, 0}));
}

TEST(SamplingDerivation, WhatIsCutOffSaysWhy) {
  EXPECT_EQ(derive_probability(kLogits, {.top_k = 2}, 3, {"logits", {}}).formula,
            "p = 0: not among the k most probable");
  const Derivation d = derive_probability(kLogits, {.top_p = 0.5}, 3, {"logits", {}});
  EXPECT_EQ(d.formula, "p = 0: more probable tokens already reach top-p");
  EXPECT_EQ(d.value, 0);
  EXPECT_EQ(derive_probability(kLogits, {.min_p = 0.7}, 3, {"logits", {}}).formula,
            "p = 0: less than min-p of the largest probability");
}

/// exp(1.5 − 2) is 0.61 of the largest, exp(0.5 − 2) 0.22.
TEST(SamplingDerivation, MinPIsAPartOfTheLargestProbability) {
  const std::vector<double> p = probabilities({.min_p = 0.6});
  const double total = 2 + std::exp(-0.5);
  const std::vector<double> wanted{0, 1 / total, 0, std::exp(-0.5) / total, 1 / total, 0};
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(p[i], wanted[i], 1e-9) << i;
  EXPECT_EQ(probabilities({.min_p = 0}), probabilities({}));
}

TEST(SamplingDerivation, OperandsAreTheCompetitorsLogits) {
  const std::vector<CellName> operands =
      derive_probability(kLogits, {.top_k = 3}, 4, {"logits", {0, 7}}).operands();
  ASSERT_EQ(operands.size(), 3u);
  EXPECT_EQ(operands[0].text(), "logits[0,7,4]");
}

TEST(SamplingDerivation, DrawsFollowTheProbabilities) {
  constexpr int kDraws = 40000;
  for (const SamplingOptions& options :
       {SamplingOptions{}, SamplingOptions{.temperature = 2}, SamplingOptions{.top_k = 3},
        SamplingOptions{.top_p = 0.8}, SamplingOptions{.min_p = 0.2},
        SamplingOptions{.temperature = 1.5, .top_k = 4, .top_p = 0.9}}) {
    RandomStream random(7, 0);
    std::array<int, kLogits.size()> drawn{};
    for (int i = 0; i < kDraws; ++i)
      ++drawn[static_cast<std::size_t>(sample_token(kLogits, options, random))];
    const std::vector<double> p = probabilities(options);
    EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
    for (std::size_t i = 0; i < p.size(); ++i)
      EXPECT_NEAR(drawn[i] / double(kDraws), p[i], 4 * std::sqrt(p[i] * (1 - p[i]) / kDraws)) << i;
  }
}

TEST(SamplingDerivation, RefusesWhatIsOutside) {
  EXPECT_THROW(derive_probability(kLogits, {}, 6, {"logits", {}}), std::out_of_range);
  EXPECT_THROW(derive_probability(kLogits, {.top_p = 0}, 1, {"logits", {}}), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab
