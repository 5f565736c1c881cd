// Gradients of attention's switches: shared keys, windows, biases of distances and rotary positions, fused
// and in steps.
#include <gtest/gtest.h>

#include "core/ops/attention/attention.h"
#include "core/ops/attention/bucket_bias.h"
#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/rotary.h"
#include "core/ops/basic/add.h"
#include "tests/gradients/check.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

/// H = 4, Hk heads of keys and values, D = 2: query, key and value side by side in [B,T,(4 + 2·Hk)·2].
Function packed_switches(Index key_heads, const AttentionMask& mask, std::span<const Real> slopes = {},
                         double dropout = 0) {
  return [=](Tape& t, const Inputs& in) {
    const Index key = 4 * 2, value = key + key_heads * 2;
    return attention(t, {in[0], 0}, {in[0], key}, {in[0], value},
                     {.heads = 4,
                      .key_value_heads = key_heads,
                      .head_size = 2,
                      .divisor = Real(1.3),
                      .mask = mask,
                      .dropout = dropout,
                      .slopes = slopes});
  };
}

TEST(AttentionSwitchGradients, SharedKeys) {
  const std::vector<Index> lengths = {5, 2};
  for (Index heads : {1, 2, 4}) {
    EXPECT_TRUE(gradients_agree(packed_switches(heads, {}), {{{2, 5, (4 + 2 * heads) * 2}}}));
    EXPECT_TRUE(gradients_agree(packed_switches(heads, {.causal = true, .key_lengths = lengths}, {}, 0.3),
                                {{{2, 5, (4 + 2 * heads) * 2}}}, stochastic()));
  }
}

TEST(AttentionSwitchGradients, Window) {
  const std::vector<Index> lengths = {7, 3};
  for (bool causal : {false, true}) {
    for (const MaskRule rule :
         {MaskRule{1}, MaskRule{2}, MaskRule{3}, MaskRule{9}, MaskRule{2, 1}, MaskRule{1, 4}}) {
      EXPECT_TRUE(gradients_agree(
          packed_switches(2, {.causal = causal, .key_lengths = lengths, .rule = rule}), {{{2, 7, 16}}}))
          << rule.text();
    }
  }
}

/// More than one block of queries, of which later ones begin with a key that is not the first.
TEST(AttentionSwitchGradients, WindowOverManyPositions) {
  for (bool causal : {false, true}) {
    for (double dropout : {0.0, 0.25}) {
      EXPECT_TRUE(gradients_agree(
          [&](Tape& t, const Inputs& in) {
            const AttentionMask mask{.causal = causal, .rule = {.window = 5, .sinks = dropout > 0 ? 2 : 0}};
            return attention(t, {in[0], 0}, {in[0], 2}, {in[0], 4},
                             {.head_size = 2, .divisor = Real(1.4), .mask = mask, .dropout = dropout});
          },
          {{{1, 70, 6}}}, stochastic()));
    }
  }
}

TEST(AttentionSwitchGradients, DistanceBias) {
  const std::vector<Real> slopes = {Real(0.5), Real(0.25), Real(0.7), Real(0.1)};
  for (bool causal : {false, true}) {
    const AttentionMask mask{.causal = causal, .key_lengths = {}};
    EXPECT_TRUE(gradients_agree(packed_switches(4, mask, slopes), {{{2, 5, 24}}}));
    EXPECT_TRUE(gradients_agree(
        packed_switches(2, {.causal = causal, .key_lengths = {}, .rule = {.window = 2}}, slopes, 0.3),
        {{{2, 5, 16}}}, stochastic()));
  }
}

TEST(AttentionSwitchGradients, QueriesThatStartLater) {
  const std::vector<Real> slopes = {Real(0.5), Real(0.25)};
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        const AttentionMask mask{.causal = true, .key_lengths = {}, .rule = {.window = 4}, .start = 3};
        return attention(t, {in[0], 0}, {in[1], 0}, {in[1], 4},
                         {.heads = 2, .key_value_heads = 2, .head_size = 2, .mask = mask, .slopes = slopes});
      },
      {{{2, 2, 4}}, {{2, 5, 8}}}));
}

TEST(AttentionSwitchGradients, DistanceBiasAsASummand) {
  const std::vector<Real> slopes = distance_slopes(3);
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) { return add(t, in[0], distance_bias(t, slopes, 4, 5)); },
      {{{2, 3, 4, 5}}}));
}

TEST(AttentionSwitchGradients, BucketBias) {
  for (const BucketSides sides : {BucketSides::Before, BucketSides::Both})
    for (const DistanceBuckets& buckets : {DistanceBuckets{sides}, DistanceBuckets{sides, 8, 20}})
      for (const Index start : {0, 30}) {
        const auto bias = [&](Tape& t, const Inputs& in) {
          return bucket_bias(t, in[0], buckets, 4, 40, start);
        };
        EXPECT_TRUE(gradients_agree(bias, {{{buckets.count, 3}}}));
      }
}

TEST(AttentionSwitchGradients, BucketBiasAsASummand) {
  EXPECT_TRUE(gradients_agree(
      [&](Tape& t, const Inputs& in) {
        return add(t, in[0], bucket_bias(t, in[1], {BucketSides::Both, 6}, 4, 5));
      },
      {{{2, 3, 4, 5}}, {{6, 3}}}));
}

TEST(AttentionSwitchGradients, Rotate) {
  const RotaryTable table = rotary_table(8, RotaryTurns::whole(4));
  EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return rotate(t, in[0], table, 4); },
                              {{{2, 3, 5, 4}}}))
      << "split heads";
  EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return rotate(t, in[0], table, 8, 3); },
                              {{{2, 5, 13}}}))
      << "the first columns of a packed tensor";
}

}  // namespace
}  // namespace attnlab::testing
