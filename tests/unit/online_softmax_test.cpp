// The online softmax: its result equals the plain softmax, and every step equals the plain softmax of the
// keys so far.
#include "core/ops/attention/online_softmax.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/tensor/random.h"

namespace attnlab::testing {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

struct Inputs {
  Index queries, keys, size;
  std::vector<float> masked, values;
};

Inputs random_inputs(Index queries, Index keys, Index size, std::uint64_t seed, bool causal) {
  RandomStream random(mix64(seed));
  Inputs in{queries, keys, size, {}, {}};
  for (Index i = 0; i < queries * keys; ++i)
    in.masked.push_back(causal && i % keys > i / keys ? kHidden : static_cast<float>(5 * random.normal()));
  for (Index i = 0; i < keys * size; ++i) in.values.push_back(static_cast<float>(random.normal()));
  return in;
}

/// m, l and l-weighted outputs of the first `keys` keys of a query, by their definitions.
struct Plain {
  double m = -INFINITY, l = 0;
  std::vector<double> o;

  Plain(const Inputs& in, Index q, Index keys) : o(static_cast<std::size_t>(in.size)) {
    const auto score = [&](Index k) {
      return static_cast<double>(in.masked[static_cast<std::size_t>(q * in.keys + k)]);
    };
    for (Index k = 0; k < keys; ++k) m = std::max(m, score(k));
    for (Index k = 0; k < keys && m > -INFINITY; ++k) {
      const double weight = std::exp(score(k) - m);
      l += weight;
      for (std::size_t d = 0; d < o.size(); ++d)
        o[d] += weight * static_cast<double>(in.values[static_cast<std::size_t>(k) * o.size() + d]);
    }
  }
};

void expect_steps(const Inputs& in, Index block_keys) {
  const OnlineSoftmaxWalk walk = online_softmax(in.masked, in.values, in.queries, 4, block_keys);
  ASSERT_EQ(walk.blocks(), (in.keys + block_keys - 1) / block_keys);
  for (Index i = 0; i < walk.blocks(); ++i) {
    for (Index q = 0; q < in.queries; ++q) {
      const Plain before(in, q, i * block_keys), after(in, q, std::min(in.keys, (i + 1) * block_keys));
      EXPECT_EQ(static_cast<double>(walk.maximum_at(i, q)), after.m);
      EXPECT_NEAR(static_cast<double>(walk.sum_at(i, q)), after.l, 1e-6 * (1 + after.l));
      const double rescale = after.m == -INFINITY ? 1 : std::exp(before.m - after.m);
      EXPECT_NEAR(static_cast<double>(walk.rescale_at(i, q)), rescale, 1e-6);
      for (Index d = 0; d < in.size; ++d)
        EXPECT_NEAR(static_cast<double>(walk.output_at(i, q, d)), after.o[static_cast<std::size_t>(d)], 1e-5);
    }
  }
}

TEST(OnlineSoftmax, IsThePlainOneOfTheKeysSoFarAfterEachBlock) {
  for (const bool causal : {false, true})
    for (const Index block : {1, 2, 5, 12, 40}) expect_steps(random_inputs(12, 12, 3, 7, causal), block);
  expect_steps(random_inputs(5, 17, 8, 8, false), 4);
}

TEST(OnlineSoftmax, StaysAtNothingWhereAQuerySeesNothing) {
  Inputs in = random_inputs(2, 6, 2, 9, false);
  for (std::size_t k = 0; k < 6; ++k) in.masked[k] = kHidden;
  const OnlineSoftmaxWalk walk = online_softmax(in.masked, in.values, 2, 1, 2);
  EXPECT_EQ(walk.maximum_at(2, 0), kHidden);
  EXPECT_EQ(walk.sum_at(2, 0), 0);
  EXPECT_EQ(walk.rescale_at(2, 0), 1);
  EXPECT_EQ(walk.output_at(2, 0, 0), 0);
}

TEST(OnlineSoftmax, TheValueOfAHiddenKeyIsNotRead) {
  Inputs in = random_inputs(1, 4, 2, 13, false);
  in.masked[1] = kHidden;
  const OnlineSoftmaxWalk whole = online_softmax(in.masked, in.values, 1, 1, 2);
  in.values[2] = NAN;
  EXPECT_EQ(online_softmax(in.masked, in.values, 1, 1, 2).output, whole.output);
}

TEST(OnlineSoftmax, ItsEndIsThatOfTheWalk) {
  Inputs in = random_inputs(9, 7, 3, 14, true);
  for (std::size_t k = 0; k < 7; ++k) in.masked[4 * 7 + k] = kHidden;
  for (const Index block : {1, 2, 7, 20}) {
    const OnlineSoftmaxWalk walk = online_softmax(in.masked, in.values, in.queries, 4, block);
    const SoftmaxEnd end = online_softmax_end(in.masked, in.values, in.queries, block);
    for (Index q = 0; q < in.queries; ++q) {
      const auto at = static_cast<std::size_t>(q);
      EXPECT_EQ(end.maximum[at], walk.maximum_at(walk.blocks() - 1, q));
      EXPECT_EQ(end.sum[at], walk.sum_at(walk.blocks() - 1, q));
      for (Index d = 0; d < in.size; ++d)
        EXPECT_EQ(end.output[static_cast<std::size_t>(q * in.size + d)],
                  walk.output_at(walk.blocks() - 1, q, d));
    }
  }
  EXPECT_THROW(online_softmax_end(in.masked, in.values, in.queries, 0), std::invalid_argument);
  EXPECT_THROW(online_softmax_end(in.masked, in.values, in.queries + 1, 2), std::invalid_argument);
}

TEST(OnlineSoftmax, SkipsBlocksThatNoQueryOfATileSees) {
  const Inputs in = random_inputs(8, 8, 2, 10, true);
  const OnlineSoftmaxWalk walk = online_softmax(in.masked, in.values, 8, 4, 2);
  for (Index block = 0; block < 4; ++block)
    for (Index tile = 0; tile < 2; ++tile) EXPECT_EQ(walk.skips(block, tile), tile == 0 && block >= 2);
}

TEST(OnlineSoftmax, ThePlainOneInTheSamePartsIsItsDefinition) {
  Inputs in = random_inputs(9, 7, 3, 11, true);
  for (std::size_t k = 0; k < 7; ++k) in.masked[4 * 7 + k] = kHidden;
  const SoftmaxEnd plain = plain_softmax(in.masked, in.values, in.queries);
  for (Index q = 0; q < in.queries; ++q) {
    const Plain expected(in, q, in.keys);
    const auto at = static_cast<std::size_t>(q);
    EXPECT_EQ(static_cast<double>(plain.maximum[at]), expected.m);
    EXPECT_NEAR(static_cast<double>(plain.sum[at]), expected.l, 1e-5);
    for (std::size_t d = 0; d < 3; ++d)
      EXPECT_NEAR(static_cast<double>(plain.output[at * 3 + d]), expected.o[d], 1e-5);
  }
}

TEST(OnlineSoftmax, WhatIsNotANumberIsPassedOnByBothAndOnlyInItsRow) {
  for (const std::size_t place : {0u, 3u, 5u}) {
    Inputs in = random_inputs(2, 6, 2, 12, false);
    in.masked[place] = NAN;
    const OnlineSoftmaxWalk walk = online_softmax(in.masked, in.values, 2, 1, 2);
    const SoftmaxEnd plain = plain_softmax(in.masked, in.values, 2);
    EXPECT_TRUE(std::isnan(walk.sum_at(2, 0)) && std::isnan(walk.output_at(2, 0, 1))) << place;
    EXPECT_TRUE(std::isnan(plain.sum[0]) && std::isnan(plain.output[1])) << place;
    EXPECT_TRUE(std::isfinite(walk.sum_at(2, 1)) && std::isfinite(plain.output[3])) << place;
  }
}

TEST(OnlineSoftmax, RefusesSizesThatDoNotFit) {
  const std::vector<float> six(6), four(4);
  EXPECT_THROW(online_softmax(six, four, 4, 1, 1), std::invalid_argument);
  EXPECT_THROW(online_softmax(six, four, 2, 1, 1), std::invalid_argument);
  EXPECT_THROW(online_softmax(six, six, 2, 1, 0), std::invalid_argument);
}

/// The ranges of keys seen where each text is a query: '1' seen, '0' hidden.
std::vector<std::pair<Index, Index>> seen_in(const std::vector<std::string>& queries) {
  std::vector<float> masked;
  for (const std::string& query : queries)
    for (const char key : query) masked.push_back(key == '1' ? 2.0f : kHidden);
  std::vector<std::pair<Index, Index>> ranges;
  for (const KeyRange& range : seen_keys(masked, static_cast<Index>(queries.size())))
    ranges.emplace_back(range.first, range.end);
  return ranges;
}

TEST(SeenKeys, AreThoseOfAnyQueryAsTheScoresSay) {
  using Ranges = std::vector<std::pair<Index, Index>>;
  EXPECT_EQ(seen_in({"000", "000"}), Ranges{});
  EXPECT_EQ(seen_in({}), Ranges{});
  EXPECT_EQ(seen_in({"11000", "01100"}), (Ranges{{0, 3}}));
  EXPECT_EQ(seen_in({"1000110", "1000011"}), (Ranges{{0, 1}, {4, 7}}));
  EXPECT_EQ(seen_in({"1000100101"}), (Ranges{{0, 1}, {4, 10}})) << "joined where least is hidden";
  EXPECT_EQ(seen_in({"1010001"}), (Ranges{{0, 3}, {6, 7}}));
}

TEST(SeenKeys, WhatIsNotANumberIsSeen) {
  const float masked[] = {kHidden, std::numeric_limits<float>::quiet_NaN(), kHidden};
  const KeyRanges seen = seen_keys(masked, 1);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen.begin()->first, 1);
  EXPECT_EQ(seen.count(), 1);
}

}  // namespace
}  // namespace attnlab::testing
