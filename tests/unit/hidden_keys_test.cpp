// Hidden keys do not touch a row, whatever their numbers are: forward and backward, in every way of
// attention.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "core/ops/attention/attention.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/cached_attention.h"
#include "core/ops/attention/heads.h"
#include "core/ops/attention/mask.h"
#include "core/ops/attention/online_softmax.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/scale.h"
#include "core/tensor/weighing.h"
#include "tests/support/given_values.h"
#include "tests/support/sites.h"

namespace attnlab::testing::hidden_keys {
namespace {

constexpr Index kPositions = 40, kWidth = 8;  // more than a block of queries
constexpr Index kOddPosition = 35;
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
constexpr Real kOdd[] = {Real(1e38), kInfinity, -kInfinity, kNan};

/// A window of two: the odd key is seen by its own query and by the next one alone.
const AttentionSpec kSpec{.heads = 2,
                          .key_value_heads = 2,
                          .head_size = 4,
                          .divisor = 2,
                          .mask = {.causal = true, .rule = {.window = 2}}};

/// Attention of three parameters [1,T,C].
using Way = std::function<Variable(Tape&, Variable query, Variable key, Variable value)>;

Variable fused(Tape& tape, Variable query, Variable key, Variable value) {
  return attention(tape, {query, 0}, {key, 0}, {value, 0}, kSpec);
}

Variable in_steps(Tape& tape, Variable query, Variable key, Variable value) {
  const Variable q = split_heads(tape, query, 2), k = split_heads(tape, key, 2),
                 v = split_heads(tape, value, 2);
  const Variable scaled = divide(tape, attention_scores(tape, q, k), kSpec.divisor, "√D");
  const Variable mask = mask_values(tape, kSpec.mask, 1, kPositions, kPositions);
  const Variable weights = attention_softmax(tape, apply_mask(tape, scaled, mask));
  return merge_heads(tape, attention_context(tape, weights, v));
}

struct Pass {
  std::vector<Real> context;
  AlignedBuffer gradient;  ///< of query, key and value, one after the other
};

constexpr Index kCells = kPositions * kWidth;

/// The pass where query, key, value and the context's gradient have `odd` in all cells of one position.
Pass pass_with(const Way& way, std::optional<Real> odd) {
  ParameterLayout layout;
  const ParameterId ids[] = {add_parameter(layout, "query", {1, kPositions, kWidth}, Initializer::normal(1)),
                             add_parameter(layout, "key", {1, kPositions, kWidth}, Initializer::normal(1)),
                             add_parameter(layout, "value", {1, kPositions, kWidth}, Initializer::normal(1))};
  AlignedBuffer weights(3 * kCells);
  layout.initialize(weights, 5);
  std::vector<Real> wanted = random_values(kCells, 3);
  for (Index d = 0; odd && d < kWidth; ++d) {
    const auto at = static_cast<std::size_t>(kOddPosition * kWidth + d);
    for (std::size_t which = 0; which < 3; ++which) weights[which * kCells + at] = *odd;
    wanted[at] = *odd;
  }
  Pass pass{{}, AlignedBuffer(3 * kCells, Real(0))};
  Tape tape(Mode::Train);
  tape.bind(layout, weights.data(), pass.gradient.data());
  const Variable y = way(tape, tape.parameter(ids[0]), tape.parameter(ids[1]), tape.parameter(ids[2]));
  pass.context = cells_of(y);
  tape.backward(weighted_sum(tape, y, wanted));
  return pass;
}

void expect_row(std::span<const Real> a, std::span<const Real> b, Index row, const char* what, Real odd) {
  for (Index d = 0; d < kWidth; ++d) {
    const auto at = static_cast<std::size_t>(row * kWidth + d);
    ASSERT_NEAR(a[at], b[at], 1e-5) << what << " of row " << row << " beside " << odd;
  }
}

class HiddenKeys : public ::testing::TestWithParam<std::pair<const char*, Way>> {};

TEST_P(HiddenKeys, TouchNoRow) {
  const Way& way = GetParam().second;
  const Pass plain = pass_with(way, {});
  for (const Real odd : kOdd) {
    const Pass pass = pass_with(way, odd);
    const auto part = [](const Pass& of, std::size_t which) {
      return std::span<const Real>(of.gradient).subspan(which * kCells, kCells);
    };
    for (Index row = 0; row < kPositions; ++row) {
      const bool sees = row == kOddPosition || row == kOddPosition + 1;
      const bool is_seen = sees || row == kOddPosition - 1;
      if (!sees) expect_row(pass.context, plain.context, row, "context", odd);
      if (!sees) expect_row(part(pass, 0), part(plain, 0), row, "query's gradient", odd);
      if (!is_seen) expect_row(part(pass, 1), part(plain, 1), row, "key's gradient", odd);
      if (!is_seen) expect_row(part(pass, 2), part(plain, 2), row, "value's gradient", odd);
    }
    if (std::isnan(odd)) {
      EXPECT_TRUE(std::isnan(pass.context[kOddPosition * kWidth])) << "its own row";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, HiddenKeys,
                         ::testing::Values(std::pair<const char*, Way>{"fused", fused},
                                           std::pair<const char*, Way>{"in_steps", in_steps}),
                         [](const auto& test) { return test.param.first; });

TEST(HiddenKeysOfTheCache, TouchNoRow) {
  const std::vector<Real> cells = random_values(3 * kCells, 8);
  const auto context = [&](std::optional<Real> odd) {
    Tape tape(Mode::Infer);
    std::vector<Real> own = cells;
    for (Index d = 0; odd && d < kWidth; ++d)
      for (std::size_t which = 1; which < 3; ++which)
        own[which * kCells + static_cast<std::size_t>(kOddPosition * kWidth + d)] = *odd;
    const CachedKeys cache{own.data() + kCells, own.data() + 2 * kCells, kPositions, kPositions};
    const Variable query = constant(tape, {1, kPositions, kWidth}, {own.begin(), own.begin() + kCells});
    return cells_of(cached_attention(tape, {query, 0}, cache, kSpec));
  };
  const std::vector<Real> plain = context({});
  for (const Real odd : kOdd) {
    const std::vector<Real> beside = context(odd);
    for (Index row = 0; row < kPositions; ++row)
      if (row != kOddPosition && row != kOddPosition + 1) expect_row(beside, plain, row, "context", odd);
  }
}

/// A score of −∞ is a key's that is not seen, even beside NaN.
TEST(HiddenKeysOfSoftmax, KeepTheWeightZero) {
  Tape tape(Mode::Infer);
  for (const Real odd : {kNan, kInfinity}) {
    const std::vector<Real> weights =
        cells_of(softmax(tape, constant(tape, {1, 4}, {odd, -kInfinity, 1, -kInfinity})));
    EXPECT_TRUE(std::isnan(weights[0])) << odd;
    EXPECT_EQ(weights[1], 0) << odd;
    EXPECT_EQ(weights[3], 0) << odd;
  }
}

TEST(Weighing, AWeightOfZeroAddsNothing) {
  const std::vector<Real> weights = {0, 2, 0, 3}, values = {kNan, kInfinity, 5, 7};
  std::vector<Real> made(4, Real(1));
  weigh(2, 2, 2, {weights.data(), 2}, {values.data(), 2}, made.data(), 2);
  EXPECT_EQ(made, (std::vector<Real>{10, 14, 15, 21}));
  weigh(2, 2, 2, {weights.data(), 2}, {values.data(), 2}, made.data(), 2, WriteMode::Add);
  EXPECT_EQ(made, (std::vector<Real>{20, 28, 30, 42}));
  const std::vector<Real> seen = {1, 0, 0, 1};
  weigh(2, 2, 2, {seen.data(), 2, true}, {values.data(), 2}, made.data(), 2);
  EXPECT_TRUE(std::isnan(made[0])) << "a key that is seen";
  EXPECT_EQ(made[3], 7);
}

/// All ways through the blocks, and by whole matrices.
TEST(HiddenKeysOfTheOnlineSoftmax, TouchNoQuery) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> masked = {1, -infinity, 2, 3}, values = {5, NAN};
  const SoftmaxEnd plain = plain_softmax(masked, values, 2),
                   online = online_softmax_end(masked, values, 2, 1);
  EXPECT_EQ(plain.output[0], 5);
  EXPECT_EQ(online.output[0], 5);
  EXPECT_TRUE(std::isnan(plain.output[1]));
  EXPECT_TRUE(std::isnan(online.output[1]));
}

}  // namespace
}  // namespace attnlab::testing::hidden_keys
