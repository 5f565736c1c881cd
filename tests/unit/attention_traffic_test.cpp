// Bytes of attention, against sums computed by hand.
#include "core/analysis/heads/attention_traffic.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

TEST(AttentionTraffic, OfASmallHead) {
  // 4 queries, 6 keys, D 2: 24 scores; Q 8, K 12, V 12 and context 8 cells.
  const AttentionTraffic whole = whole_matrix_traffic(4, 6, 2);
  EXPECT_EQ(whole.stored, 4 * (24 + 24));
  EXPECT_EQ(whole.moved, 4 * (24 + 24 + 24 + 24 + 8 + 12 + 12 + 8));
  // Two tiles of 2 queries, each reads 6 keys and values.
  EXPECT_EQ(all_key_rows(4, 6, 2), 12);
  EXPECT_EQ(all_key_rows(5, 6, 2), 18);
  const AttentionTraffic tiled = tiled_traffic(4, 12, 2);
  EXPECT_EQ(tiled.stored, 4 * 8);
  EXPECT_EQ(tiled.moved, 4 * (8 + 24 + 24 + 8 + 8));
}

TEST(AttentionTraffic, OneGrowsWithTheSquareTheOtherWithTheLength) {
  EXPECT_EQ(whole_matrix_traffic(2048, 2048, 64).stored / whole_matrix_traffic(1024, 1024, 64).stored, 4);
  EXPECT_EQ(tiled_traffic(2048, 0, 64).stored / tiled_traffic(1024, 0, 64).stored, 2);
}

TEST(AttentionTraffic, TilesOf64MoveASixtyFourthOfTheSquare) {
  // 16 tiles, each reads 1024 keys and values; 32 tiles of 2048: four times as many rows.
  EXPECT_EQ(all_key_rows(1024, 1024, 64), 16 * 1024);
  EXPECT_EQ(all_key_rows(2048, 2048, 64), 4 * 16 * 1024);
  EXPECT_EQ(tiled_traffic(1024, 16 * 1024, 16).moved, 4 * (2 * 1024 * 16 + 2 * 16 * 1024 * 16 + 2 * 1024));
}

}  // namespace
}  // namespace attnlab
