// Expert counts: shares, entropy and balance, counted by hand.
#include "core/ops/experts/expert_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/ops/experts/routing.h"
#include "tests/support/error_text.h"
#include "tests/support/given_values.h"

namespace attnlab::testing {
namespace {

void add(ExpertCounts& counts, std::vector<Real> probabilities, std::vector<Real> selected) {
  counts.add(probabilities.data(), selected.data(), static_cast<Index>(selected.size()));
}

TEST(ExpertCounts, AreCountedByHand) {
  ExpertCounts counts(4);
  add(counts, {.5f, .25f, .125f, .125f}, {0, 1});
  add(counts, {.5f, .125f, .25f, .125f}, {0, 2});
  add(counts, {.75f, 0, .25f, 0}, {0, 2});
  EXPECT_EQ(counts.tokens(), 3);
  EXPECT_EQ(counts.chosen(0), 3);
  EXPECT_EQ(counts.chosen(3), 0);
  const std::vector<double> shares = counts.shares(), means = counts.mean_probabilities();
  EXPECT_EQ(shares, (std::vector<double>{3.0 / 6, 1.0 / 6, 2.0 / 6, 0}));
  EXPECT_DOUBLE_EQ(std::accumulate(shares.begin(), shares.end(), 0.0), 1);
  EXPECT_DOUBLE_EQ(means[0], 1.75 / 3);
  EXPECT_DOUBLE_EQ(means[3], 0.25 / 3);
  EXPECT_NEAR(counts.entropy(), 0.5 * 1 + std::log2(6.0) / 6 + std::log2(3.0) / 3, 1e-12);
  EXPECT_NEAR(counts.balance(), 4 * (0.5 * 1.75 / 3 + 0.375 / 3 / 6 + 0.625 / 3 / 3), 1e-12);
}

TEST(ExpertCounts, OfExpertsThatAreUsedAlike) {
  ExpertCounts counts(4);
  for (Index e = 0; e < 4; ++e) {
    std::vector<Real> probabilities(4, Real(0.125));
    probabilities[static_cast<std::size_t>(e)] = Real(0.625);
    add(counts, probabilities, {static_cast<Real>(e)});
  }
  EXPECT_EQ(counts.shares(), std::vector<double>(4, 0.25));
  EXPECT_DOUBLE_EQ(counts.entropy(), 2);
  EXPECT_DOUBLE_EQ(counts.balance(), 1);
}

TEST(ExpertCounts, OfOneThatTakesAll) {
  ExpertCounts counts(4);
  for (int t = 0; t < 3; ++t) add(counts, {0, 0, 1, 0}, {2});
  EXPECT_EQ(counts.shares(), (std::vector<double>{0, 0, 1, 0}));
  EXPECT_EQ(counts.entropy(), 0);
  EXPECT_EQ(counts.balance(), 4);
}

/// Among equal probabilities the lower numbers are chosen, so that their shares are the larger ones.
TEST(ExpertCounts, OfATie) {
  Tape tape(Mode::Record);
  const Variable p = constant(tape, {1, 1, 4}, {0.25f, 0.25f, 0.25f, 0.25f});
  const Variable selected = top_experts(tape, p, 2);
  ExpertCounts counts(4);
  counts.add(p.data(), selected.data(), 2);
  EXPECT_EQ(counts.shares(), (std::vector<double>{0.5, 0.5, 0, 0}));
}

TEST(ExpertCounts, OfNothingAreNoNumbers) {
  const ExpertCounts counts(2);
  EXPECT_EQ(counts.tokens(), 0);
  for (const double share : counts.shares()) EXPECT_TRUE(std::isnan(share));
  EXPECT_TRUE(std::isnan(counts.entropy()));
  EXPECT_TRUE(std::isnan(counts.balance()));
}

TEST(ExpertCounts, RefuseAnExpertThatIsNotThere) {
  ExpertCounts counts(2);
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              add(counts, {.5f, .5f}, {0, 2});
            }),
            "a token is sent to an expert that does not exist: experts are 0 to 1");
  EXPECT_EQ(counts.tokens(), 0);
  EXPECT_EQ(counts.chosen(0), 0) << "half a token was counted";
}

}  // namespace
}  // namespace attnlab::testing
