// The overview of heads: thumbnails, patterns, means and differences of known numbers.
#include "core/analysis/heads/head_overview.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/analysis/heads/head_matrices.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

TEST(BlockMaxima, KeepTheLargestOfEachBlock) {
  std::vector<Real> matrix(5 * 6, 0);
  matrix[0 * 6 + 1] = Real(0.25);
  matrix[1 * 6 + 0] = Real(0.75);
  matrix[4 * 6 + 5] = 1;
  const SmallMatrix small = block_maxima(matrix.data(), 5, 6, 3);
  EXPECT_EQ(small.rows, 3);
  EXPECT_EQ(small.columns, 3);
  // Rows 0–1, 2–3 and 4; columns 0–1, 2–3 and 4–5.
  EXPECT_EQ(small.cells, (std::vector<float>{0.75F, 0, 0, 0, 0, 0, 0, 0, 1}));
}

TEST(BlockMaxima, LeaveSmallMatricesAlone) {
  const std::vector<Real> matrix(4, 1);
  EXPECT_TRUE(block_maxima(matrix.data(), 2, 2, 2).cells.empty());
  EXPECT_EQ(block_maxima(matrix.data(), 1, 4, 2).cells, (std::vector<float>{1, 1}));
}

HeadMetrics shares(double entropy, double previous, double first, double same) {
  HeadMetrics metrics;
  metrics.entropy = entropy;
  metrics.previous = previous;
  metrics.first = first;
  metrics.same = same;
  metrics.induction = std::numeric_limits<double>::quiet_NaN();
  return metrics;
}

TEST(HeadPatterns, AreThoseWithHalfOfTheWeight) {
  EXPECT_STREQ(strongest_pattern(shares(1, 0.6, 0.7, 0.1)).name, "first");
  EXPECT_EQ(strongest_pattern(shares(1, 0.6, 0.7, 0.1)).value, 0.7);
  EXPECT_STREQ(strongest_pattern(shares(1, 0.1, 0.2, 0.5)).name, "same");
  EXPECT_STREQ(strongest_pattern(shares(2.25, 0.4, 0.3, 0.3)).name, "spread");
  EXPECT_EQ(strongest_pattern(shares(2.25, 0.4, 0.3, 0.3)).value, 2.25);
  EXPECT_FALSE(strongest_pattern(shares(2.25, 0.4, 0.3, 0.3)).is_share);
  EXPECT_STREQ(strongest_pattern(shares(0.75, 0.4, 0.3, 0.3)).name, "focused");
}

TEST(HeadOverview, HasEveryHeadOfATrace) {
  const TracedPreset model("characters", {"width=8", "heads=2", "layers=2", "feed_forward=12"});
  const TracePtr trace = model.trace({.target = "the owl"});
  const HeadOverview overview = head_overview(*trace, 3);
  ASSERT_EQ(overview.metrics.size(), 4u);
  EXPECT_EQ(overview.find("decoder.layers.1.self_attention", 0), 2);
  EXPECT_EQ(overview.find("decoder.layers.1.self_attention", 2), -1);
  EXPECT_EQ(overview.small[2].cells.size(), 9u);
  EXPECT_EQ(overview.small[2].cells[0], 1);  // the first query sees itself alone
  EXPECT_TRUE(head_overview(*trace, 7).small[0].cells.empty());
}

TEST(HeadMatrices, MeansAndDifferences) {
  const std::vector<Real> weights = {1, 0, Real(0.5), Real(0.5), 0, 1, Real(0.25), Real(0.75)};
  TraceTensor tensor;
  tensor.shape = Shape{1, 2, 2, 2};
  tensor.value = weights;
  EXPECT_EQ(mean_over_heads(tensor), (std::vector<float>{0.5F, 0.5F, 0.375F, 0.625F}));
  const float infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(difference(std::vector<float>{-infinite, 2}, std::vector<float>{-infinite, 3}),
            (std::vector<float>{0, -1}))
      << "what is hidden in both does not differ";
  EXPECT_EQ(difference(std::vector<float>{1, 0.25F}, std::vector<float>{0.5F, 1}),
            (std::vector<float>{0.5F, -0.75F}));
}

}  // namespace
}  // namespace attnlab::testing
