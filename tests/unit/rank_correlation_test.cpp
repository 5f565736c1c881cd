// Rank correlation, counted by hand.
#include "core/analysis/attribution/rank_correlation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnlab::testing {
namespace {

using Values = std::vector<double>;

TEST(RankCorrelation, EqualValuesShareTheirRanks) {
  EXPECT_EQ(ranks_of(Values{3, 1, 3, 2}), (Values{3.5, 1, 3.5, 2}));
  EXPECT_TRUE(ranks_of(Values{}).empty());
}

TEST(RankCorrelation, IsOneForTheSameOrder) {
  EXPECT_DOUBLE_EQ(rank_correlation(Values{1, 2, 3}, Values{10, 200, 201}), 1);
  EXPECT_DOUBLE_EQ(rank_correlation(Values{1, 2, 3}, Values{0, -1, -7}), -1);
  EXPECT_DOUBLE_EQ(rank_correlation(Values{1, 2, 3, 4}, Values{1, 2, 4, 3}), 0.8);
}

TEST(RankCorrelation, IsNothingWhereNothingIsRanked) {
  EXPECT_TRUE(std::isnan(rank_correlation(Values{1}, Values{2})));
  EXPECT_TRUE(std::isnan(rank_correlation(Values{1, 2}, Values{3, 3})));
  EXPECT_THROW(rank_correlation(Values{1, 2}, Values{3}), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
