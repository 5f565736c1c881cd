// Buckets of distances against the rule of Raffel et al. 2020, worked out by hand; and what is looked up by
// them.
#include "core/ops/attention/bucket_bias.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/error_text.h"
#include "tests/support/given_values.h"

namespace attnlab::testing {
namespace {

/// From which length on a bucket begins.
struct Begin {
  Index bucket, length;
};

/// 16 lengths of their own, then 16·8^(i/16), rounded up.
constexpr Begin kBefore[] = {{16, 16}, {17, 19}, {18, 21}, {19, 24}, {20, 27}, {21, 31}, {22, 35}, {23, 40},
                             {24, 46}, {25, 52}, {26, 59}, {27, 67}, {28, 77}, {29, 87}, {30, 99}, {31, 113}};
/// 8 lengths of their own, then 8·16^(i/8), rounded up.
constexpr Begin kOneOfBoth[] = {{8, 8}, {9, 12}, {10, 16}, {11, 23}, {12, 32}, {13, 46}, {14, 64}, {15, 91}};

constexpr DistanceBuckets kBeforeAlone{.sides = BucketSides::Before}, kBothSides{.sides = BucketSides::Both};

TEST(DistanceBuckets, ShortDistancesBeforeTheQueryHaveOneEach) {
  for (Index length = 0; length < 16; ++length) EXPECT_EQ(kBeforeAlone.of(-length), length);
  for (Index length = 0; length < 8; ++length) EXPECT_EQ(kBothSides.of(-length), length);
}

TEST(DistanceBuckets, LongOnesShareTheirsUpToTheLargest) {
  for (const auto& [bucket, length] : kBefore) {
    EXPECT_EQ(kBeforeAlone.of(-length), bucket) << length;
    EXPECT_EQ(kBeforeAlone.of(1 - length), bucket - 1) << length;
  }
  for (const auto& [bucket, length] : kOneOfBoth) {
    EXPECT_EQ(kBothSides.of(-length), bucket) << length;
    EXPECT_EQ(kBothSides.of(1 - length), bucket - 1) << length;
  }
  for (const Index length : {Index{127}, Index{128}, Index{129}, Index{100'000}}) {
    EXPECT_EQ(kBeforeAlone.of(-length), 31);
    EXPECT_EQ(kBothSides.of(-length), 15);
  }
}

TEST(DistanceBuckets, KeysAfterTheQuery) {
  for (const Index length : {1, 2, 7, 8, 20, 64, 500}) {
    EXPECT_EQ(kBeforeAlone.of(length), 0) << "cannot be seen, or has no bucket of its own";
    EXPECT_EQ(kBothSides.of(length), 16 + kBothSides.of(-length));
  }
}

/// 4 lengths of their own, then 4·5^(i/4), rounded up; on a side of both 2, then 2·10^(i/2).
TEST(DistanceBuckets, TheirNumberAndTheLargestDistanceAreGiven) {
  const DistanceBuckets before{.sides = BucketSides::Before, .count = 8, .largest = 20};
  constexpr Index kFirst[] = {0, 1, 2, 3, 4, 6, 9, 14};
  for (Index bucket = 0; bucket < 8; ++bucket) {
    EXPECT_EQ(before.of(-kFirst[bucket]), bucket);
    if (bucket == 0) continue;
    EXPECT_EQ(before.of(1 - kFirst[bucket]), bucket - 1);
  }
  EXPECT_EQ(before.of(-1000), 7);
  const DistanceBuckets both{.sides = BucketSides::Both, .count = 8, .largest = 20};
  constexpr Index kOfBoth[] = {0, 1, 2, 7};
  for (Index bucket = 0; bucket < 4; ++bucket) {
    EXPECT_EQ(both.of(-kOfBoth[bucket]), bucket);
    if (bucket == 0) continue;
    EXPECT_EQ(both.of(1 - kOfBoth[bucket]), bucket - 1);
    EXPECT_EQ(both.of(kOfBoth[bucket]), 4 + bucket);
  }
}

/// A table whose cell [bucket,head] is 100·head + bucket.
Variable counted_table(Tape& tape, Index heads) {
  const Variable table = tape.constant({kBothSides.count, heads});
  for (Index i = 0; i < table.size(); ++i) table.data()[i] = static_cast<Real>(i % heads * 100 + i / heads);
  return table;
}

std::vector<double> looked_up(Variable x) { return {x.data(), x.data() + x.size()}; }

TEST(BucketBias, IsLookedUpForEachQueryAndKey) {
  Tape tape(Mode::Infer);
  const Variable table = counted_table(tape, 2);
  const Variable both = bucket_bias(tape, table, kBothSides, 2, 3);
  EXPECT_EQ(both.shape(), (Shape{2, 2, 3}));
  EXPECT_EQ(looked_up(both), (std::vector<double>{0, 17, 18, 1, 0, 17, 100, 117, 118, 101, 100, 117}));
  EXPECT_EQ(looked_up(bucket_bias(tape, table, kBeforeAlone, 2, 3)),
            (std::vector<double>{0, 0, 0, 1, 0, 0, 100, 100, 100, 101, 100, 100}));
}

TEST(BucketBias, QueriesMayStartLater) {
  Tape tape(Mode::Infer);
  const Variable table = counted_table(tape, 1);
  for (const DistanceBuckets& buckets : {kBeforeAlone, kBothSides}) {
    const std::vector<double> all = looked_up(bucket_bias(tape, table, buckets, 60, 60));
    for (const Index start : {1, 20, 59}) {
      const Index queries = std::min<Index>(60 - start, 3), keys = start + queries;
      const std::vector<double> later = looked_up(bucket_bias(tape, table, buckets, queries, keys, start));
      for (Index q = 0; q < queries; ++q)
        for (Index k = 0; k < keys; ++k)
          EXPECT_EQ(later[static_cast<std::size_t>(q * keys + k)],
                    all[static_cast<std::size_t>((start + q) * 60 + k)]);
    }
  }
}

TEST(BucketBias, RefusesAnotherTable) {
  Tape tape(Mode::Infer);
  const Variable table = given(tape, {31, 2}, 1);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { bucket_bias(tape, table, kBothSides, 2, 2); }),
            "bucket bias: rows of the table is 31, but buckets is 32");
}

}  // namespace
}  // namespace attnlab::testing
