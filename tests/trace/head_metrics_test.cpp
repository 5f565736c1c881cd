// Head metrics of weights whose numbers are known.
#include "core/analysis/heads/head_metrics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

TEST(HeadMetrics, OfAnEvenCausalHead) {
  const std::vector<Real> weights = {1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F};
  const HeadMetrics m = measure_head(weights.data(), 3, 3, {}, true);
  EXPECT_NEAR(m.entropy, (0 + 1 + 1.5) / 3, 1e-12);
  EXPECT_NEAR(m.distance, (0 + 0.5 + 0.25 * 2 + 0.25) / 3, 1e-12);
  EXPECT_NEAR(m.first, (1 + 0.5 + 0.25) / 3, 1e-12);
  EXPECT_NEAR(m.previous, (0.5 + 0.25) / 2, 1e-12);
  EXPECT_NEAR(m.same, (1 + 0.5 + 0.5) / 3, 1e-12);
  EXPECT_TRUE(std::isnan(m.induction));
}

TEST(HeadMetrics, InductionIsTheWeightAfterEarlierOccurrences) {
  const std::vector<TokenId> tokens = {7, 8, 7, 9, 7};
  std::vector<Real> weights(25, 0);
  const auto look = [&](std::size_t q, std::size_t k, double w) {
    weights[q * 5 + k] = static_cast<Real>(w);
  };
  look(0, 0, 1);
  look(1, 0, 1);
  look(2, 1, 1);     // 7 came at 0, so 1 follows it
  look(3, 3, 1);     // 9 is new
  look(4, 1, 0.25);  // 7 came at 0 and 2: after them come 1 and 3
  look(4, 3, 0.5);
  look(4, 4, 0.25);
  EXPECT_NEAR(measure_head(weights.data(), 5, 5, tokens, true).induction, (1 + 0.75) / 2, 1e-12);
}

TEST(HeadMetrics, CrossAttentionHasNoSamePosition) {
  const std::vector<Real> weights = {0.5F, 0.5F, 0, 0, 0, 0};  // the second query sees nothing
  const HeadMetrics m = measure_head(weights.data(), 2, 3, {}, false);
  EXPECT_NEAR(m.entropy, 1, 1e-12);
  EXPECT_TRUE(std::isnan(m.same));
  EXPECT_TRUE(std::isnan(m.previous));
}

TEST(HeadMetrics, EveryHeadOfATranslatorHasALine) {
  const TracedPreset model("translate", {"width=16", "heads=2", "feed_forward=24", "layers=2"});
  const std::vector<HeadMetrics> all =
      head_metrics(*model.trace({.source = "the black cat eats", .target = "le chat noir"}));
  ASSERT_EQ(all.size(), 2u * 2 * 3);
  EXPECT_EQ(all[0].attention, "encoder.layers.0.self_attention");
  EXPECT_EQ(all.back().attention, "decoder.layers.1.cross_attention");
  EXPECT_EQ(all.back().head, 1);
  for (const HeadMetrics& m : all) {
    EXPECT_GT(m.entropy, 0) << m.attention;
    EXPECT_LE(m.entropy, std::log2(5.0) + 1e-6) << m.attention;
  }
}

}  // namespace
}  // namespace attnlab::testing
