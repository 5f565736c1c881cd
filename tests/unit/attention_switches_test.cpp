// Properties of attention's switches for any weights: rotary and biased positions, shared keys, windows.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/autograd/cells.h"
#include "core/layers/alibi.h"
#include "core/layers/attention_layer.h"
#include "core/layers/block_sites.h"
#include "core/models/generation/next_token.h"
#include "core/ops/attention/attention_steps.h"
#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/rotary.h"
#include "tests/support/error_text.h"
#include "tests/support/given_values.h"
#include "tests/support/switches.h"

namespace attnlab::testing {
namespace {

double at(Variable x, Index cell) { return static_cast<double>(x.data()[cell]); }

TEST(Rotary, TurnsEachPairByItsAngle) {
  Tape tape(Mode::Infer);
  const RotaryTable table = rotary_table(4, RotaryTurns::whole(4));
  const Variable x = tape.constant({1, 1, 3, 4});
  x.cells() << 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1;
  const Variable y = rotate(tape, x, table, 4);
  EXPECT_EQ(at(y, 0), 1) << "position 0 stays";
  EXPECT_NEAR(at(y, 4), std::cos(1.0), 1e-6);
  EXPECT_NEAR(at(y, 5), std::sin(1.0), 1e-6);
  EXPECT_NEAR(at(y, 6), std::cos(0.01), 1e-6) << "10000^(2/4) = 100";
  EXPECT_NEAR(at(y, 8), -std::sin(2.0), 1e-6);
  EXPECT_NEAR(at(y, 9), std::cos(2.0), 1e-6);
}

/// ⟨turned query at p, turned key at r⟩ depends on p − r alone.
TEST(Rotary, ScoresDependOnDistanceAlone) {
  Tape tape(Mode::Infer);
  const RotaryTable table = rotary_table(20, RotaryTurns::whole(8));
  const Variable q = given(tape, {1, 1, 1, 8}, 1), k = given(tape, {1, 1, 1, 8}, 2);
  const auto score = [&](Index p, Index r) {
    return at(attention_scores(tape, rotate(tape, q, table, 8, p), rotate(tape, k, table, 8, r)), 0);
  };
  EXPECT_NEAR(score(3, 1), score(17, 15), 1e-5);
  EXPECT_NEAR(score(2, 7), score(11, 16), 1e-5);
  EXPECT_GT(std::abs(score(3, 1) - score(3, 2)), 1e-3);
}

/// Waves are 2π, 2π·10 and 2π·100 positions long, and the original length is 128.
TEST(Rotary, ScaledAnglesAreSmallerWhereTheirWavesAreLong) {
  RotaryTurns turns{.head_size = 6, .turned = 6, .base = 1000};
  turns.scaling = {.kind = &rotary_scaling_kind(kLinearAngles), .factor = 4};
  for (const Index pair : {0, 1, 2})
    EXPECT_NEAR(rotary_angle(8, pair, turns), 2 / std::pow(10.0, static_cast<double>(pair)), 1e-12);
  turns.scaling = {
      .kind = &rotary_scaling_kind(kLlama3Angles), .factor = 4, .low = 1, .high = 4, .original = 128};
  EXPECT_NEAR(rotary_angle(8, 0, turns), 8, 1e-12) << "shorter than 32";
  const double kept = (128 / (20 * std::numbers::pi) - 1) / 3;
  EXPECT_NEAR(rotary_angle(8, 1, turns), 0.8 * ((1 - kept) / 4 + kept), 1e-12) << "between 32 and 128";
  EXPECT_NEAR(rotary_angle(8, 2, turns), 0.02, 1e-12) << "longer than 128";
}

/// Pairs 0 to 3 have waves 2π·10^i positions long. In 64 positions, pair 1 turns once (nearly): between pair
/// 0, which would need to turn 32 times, and pair 2.
TEST(Rotary, YarnsAnglesAreSmallerFromPairToPair) {
  RotaryTurns turns{.head_size = 10, .turned = 8, .base = 10000};
  turns.scaling = {.kind = &rotary_scaling_kind(kYarnAngles),
                   .factor = 4,
                   .low = 1,
                   .high = 32,
                   .original = 64,
                   .gain = 1.5};
  EXPECT_NEAR(rotary_angle(8, 0, turns), 8, 1e-12);
  EXPECT_NEAR(rotary_angle(8, 1, turns), 0.8 * (0.5 / 4 + 0.5), 1e-12) << "in the middle";
  EXPECT_NEAR(rotary_angle(8, 2, turns), 0.08 / 4, 1e-12);
  EXPECT_NEAR(rotary_angle(8, 3, turns), 0.008 / 4, 1e-12);
  const RotaryTable table = rotary_table(9, turns);
  EXPECT_NEAR(static_cast<double>(table.cells.data[8 * 10 + 2]), 1.5 * std::cos(0.5), 1e-6);
  EXPECT_EQ(static_cast<double>(table.cells.data[8 * 10 + 8]), 1) << "no gain where nothing is turned";
  EXPECT_NEAR(RotaryScaling::usual_gain(4), 1.1386294361119891, 1e-15);
}

TEST(Rotary, RefusesWhatItCannotTurn) {
  EXPECT_EQ(
      error_text<std::invalid_argument>([] { rotary_table(4, RotaryTurns::whole(3)); }),
      "rotary positions: the remainder of the head size divided by 2 is 1, but the required value is 0");
  Tape tape(Mode::Infer);
  const RotaryTable table = rotary_table(4, RotaryTurns::whole(2));
  const Variable x = given(tape, {1, 1, 3, 2}, 1);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { rotate(tape, x, table, 2, 2); }),
            "rotary positions: the table has 4 positions, but the pass needs 5");
}

TEST(DistanceBias, SlopesAreThoseOfThePaper) {
  const std::vector<Real> eight = distance_slopes(8);
  for (int h = 0; h < 8; ++h)
    EXPECT_EQ(static_cast<double>(eight[static_cast<std::size_t>(h)]), std::exp2(-(h + 1)));
  const std::vector<Real> six = distance_slopes(6);
  const double expected[] = {0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125};
  ASSERT_EQ(six.size(), 6u);
  for (std::size_t h = 0; h < 6; ++h) EXPECT_EQ(static_cast<double>(six[h]), expected[h]);
}

TEST(DistanceBias, GrowsWithDistance) {
  Tape tape(Mode::Infer);
  const std::vector<Real> slopes = {Real(0.5), Real(0.25)};
  const Variable bias = distance_bias(tape, slopes, 2, 4, 1);
  EXPECT_EQ(bias.shape(), (Shape{2, 2, 4}));
  EXPECT_EQ(at(bias, 0), -0.5);
  EXPECT_EQ(at(bias, 1), 0) << "the query's own position";
  EXPECT_EQ(at(bias, 3), -1);
  EXPECT_EQ(at(bias, 8 + 4), -0.5) << "head 1, query at 2, key at 0";
}

/// ALiBi's values, unknown to fused attention.
class ValuesAlone final : public ScoreBias {
 public:
  explicit ValuesAlone(std::shared_ptr<const ScoreBias> of) : of_(std::move(of)) {}
  Variable values(Tape& tape, Index queries, Index keys, Index start) const override {
    return of_->values(tape, queries, keys, start);
  }
  const Site& site() const override { return of_->site(); }

 private:
  std::shared_ptr<const ScoreBias> of_;
};

/// What a layer of two heads with this bias makes of five positions: all at once, or one after the other with
/// cached keys.
std::vector<Real> biased_output(const std::shared_ptr<const ScoreBias>& bias, Mode mode, bool cached,
                                const MaskRule& rule = {.window = 4}) {
  const Initializer spread = Initializer::normal(0.5);
  AttentionLayer::Options options{.spec = {.heads = 2, .key_value_heads = 2, .head_size = 4},
                                  .width = 8,
                                  .bias = true,
                                  .projection_bias = true,
                                  .projection = spread,
                                  .output = spread};
  options.score_bias = bias;
  ParameterLayout layout;
  const AttentionLayer layer(ParameterScope(layout), options);
  const std::vector<Real> weights = random_values(layout.size(), 4);
  DecodingCache cache(5);
  Tape tape(mode);
  tape.bind(layout, weights.data(), nullptr);
  if (cached) tape.use(&cache);
  const Variable all = given(tape, {1, 5, 8}, 9);
  std::vector<Real> output;
  const Index step = cached ? 1 : 5;
  for (Index first = 0; first < 5; first += step) {
    const Variable x = tape.constant({1, step, 8});
    std::copy_n(all.data() + first * 8, step * 8, x.data());
    cache.begin_pass();
    const Variable y =
        layer(tape, x, x, {.causal = true, .key_lengths = {}, .rule = rule}, block_sites::kSelfAttention);
    cache.end_pass(step);
    output.insert(output.end(), y.data(), y.data() + y.size());
  }
  return output;
}

TEST(ScoreBias, CountsWhetherFusedAttentionKnowsItsSlopesOrNot) {
  ParameterLayout none;
  const auto slopes = alibi(ParameterScope(none), 2);
  const auto values = std::make_shared<const ValuesAlone>(slopes);
  const std::vector<Real> expected = biased_output(slopes, Mode::Infer, false);
  for (const bool cached : {false, true}) {
    for (const Mode mode : {Mode::Train, Mode::Infer}) {
      if (cached && mode == Mode::Train) continue;
      const std::vector<Real> got = biased_output(values, mode, cached);
      ASSERT_EQ(got.size(), expected.size());
      for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_NEAR(static_cast<double>(got[i]), static_cast<double>(expected[i]), 1e-5)
            << cached << " " << i;
    }
  }
}

TEST(Sinks, AreSeenByCachedQueriesToo) {
  for (const MaskRule rule : {MaskRule{1, 1}, MaskRule{2, 2}}) {
    const std::vector<Real> all = biased_output(nullptr, Mode::Infer, false, rule);
    const std::vector<Real> one_by_one = biased_output(nullptr, Mode::Infer, true, rule);
    const std::vector<Real> without = biased_output(nullptr, Mode::Infer, false, {rule.window});
    ASSERT_EQ(all.size(), one_by_one.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_NEAR(static_cast<double>(all[i]), static_cast<double>(one_by_one[i]), 1e-5) << i;
    EXPECT_NE(all, without);
  }
}

TEST(Window, ItsMaskShowsIt) {
  Tape tape(Mode::Infer);
  const auto seen = [&](const AttentionMask& mask) {
    const Variable values = mask_values(tape, mask, 1, 4, 4);
    std::string text;
    for (Index i = 0; i < values.size(); ++i) text += std::isinf(values.data()[i]) ? '.' : 'x';
    return text;
  };
  EXPECT_EQ(seen({.causal = true, .key_lengths = {}, .rule = {.window = 2}}), "x...xx...xx...xx");
  EXPECT_EQ(seen({.causal = false, .key_lengths = {}, .rule = {.window = 2}}), "xx..xxx..xxx..xx");
  EXPECT_EQ(seen({.causal = true, .key_lengths = {}, .rule = {.window = 9}}), "x...xx..xxx.xxxx");
  EXPECT_EQ(seen({.causal = true, .key_lengths = {}, .rule = {.window = 1}, .start = 0}), "x....x....x....x");
  EXPECT_EQ(seen({.causal = true, .rule = {.window = 1, .sinks = 1}}), "x...xx..x.x.x..x");
  EXPECT_EQ(seen({.rule = {.window = 1, .sinks = 2}}), "xx..xx..xxx.xx.x");
  const std::vector<Index> short_of_sinks = {1};
  EXPECT_EQ(seen({.key_lengths = short_of_sinks, .rule = {.window = 1, .sinks = 2}}), "x...x...x...x...");
  const AttentionMask mask{.causal = true, .key_lengths = {}, .rule = {.window = 2}, .start = 2};
  EXPECT_TRUE(mask.allows(0, 0, 1));
  EXPECT_FALSE(mask.allows(0, 0, 0));
  EXPECT_FALSE(mask.allows(0, 0, 3));
}

TEST(SharedKeys, AHeadOfThemServesNeighbours) {
  const AttentionSpec spec{
      .batch = 2, .heads = 6, .key_value_heads = 2, .queries = 5, .keys = 7, .head_size = 4};
  EXPECT_EQ(spec.shared_heads(), 3);
  std::vector<Index> served;
  for (Index h = 0; h < spec.heads; ++h) served.push_back(spec.key_head(h));
  EXPECT_EQ(served, (std::vector<Index>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(spec.width(), 24);
  EXPECT_EQ(spec.key_width(), 8);
  EXPECT_EQ(spec.score_cells(), 2 * 6 * 5 * 7);
}

/// One layer with random weights, all of whose heads of keys are copies of one.
TEST(SharedKeys, AreThoseOfEqualHeads) {
  const Initializer spread = Initializer::normal(0.5);
  AttentionLayer::Options options{.spec = {.heads = 4, .key_value_heads = 4, .head_size = 2},
                                  .width = 8,
                                  .bias = true,
                                  .projection_bias = true,
                                  .projection = spread,
                                  .output = spread};
  ParameterLayout full, shared;
  const AttentionLayer many(ParameterScope(full), options);
  options.spec.key_value_heads = 2;
  const AttentionLayer few(ParameterScope(shared), options);
  std::vector<Real> few_values = random_values(shared.size(), 4),
                    many_values(static_cast<std::size_t>(full.size()));
  for (const Parameter& p : full.all()) {
    const Parameter& from = shared[*shared.find(p.name)];
    const Index head = p.shape.size() / 4, ratio = p.shape.size() / from.shape.size();
    for (Index i = 0; i < p.shape.size(); ++i) {
      const Index source = ratio == 1 ? i : i / head / ratio * head + i % head;
      many_values[static_cast<std::size_t>(p.offset + i)] =
          few_values[static_cast<std::size_t>(from.offset + source)];
    }
  }
  const auto output = [](const AttentionLayer& layer, const ParameterLayout& layout,
                         std::vector<Real>& values) {
    Tape tape(Mode::Infer);
    tape.bind(layout, values.data(), nullptr);
    const Variable x = given(tape, {2, 5, 8}, 9), y = layer(tape, x, x, {}, block_sites::kSelfAttention);
    return std::vector<Real>(y.data(), y.data() + y.size());
  };
  const std::vector<Real> a = output(many, full, many_values), b = output(few, shared, few_values);
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(static_cast<double>(a[i]), static_cast<double>(b[i]), 1e-5);
}

/// Generation with cached keys gives the logits of recomputation, for every switch.
class CachedSwitches : public ::testing::TestWithParam<std::string> {};

TEST_P(CachedSwitches, LogitsAreThoseOfRecomputation) {
  for (const Switch& option : transformer_switches()) {
    for (const std::string& value : option.values) {
      ModelConfig config = switch_base(GetParam());
      config.context = 8;
      set_switch(config, option.name, value);
      if (!refusal(config).empty()) continue;
      const auto model = make_model(config);
      const std::vector<Real> weights = random_values(model->parameters().size(), 7, 0.5);
      NextToken cached(*model, weights), again(*model, weights, Reuse::Recompute);
      Batch batch = switch_batch(config);
      batch.input_lengths = {3, 3};
      cached.begin(batch);
      again.begin(batch);
      for (TokenId step = 0; step < 5; ++step) {
        for (Index row = 0; row < 2; ++row) {
          for (std::size_t id = 0; id < 5; ++id)
            ASSERT_NEAR(cached.logits(row)[id], again.logits(row)[id], 1e-5)
                << option.name << "=" << value << ", step " << step;
        }
        const std::vector<TokenId> next = {step, static_cast<TokenId>(4 - step)};
        cached.append(next);
        again.append(next);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CachedSwitches, ::testing::Values("gpt", "encoder_decoder"),
                         [](const auto& given) { return std::string(given.param); });

TEST(SharedKeys, MakeTheCacheSmaller) {
  ModelConfig config = switch_base("gpt");
  const auto bytes = [&](const char* heads) {
    set_switch(config, "key_value_heads", heads);
    const auto model = make_model(config);
    const std::vector<Real> weights = random_values(model->parameters().size(), 7, 0.5);
    NextToken next(*model, weights);
    next.begin(switch_batch(config));
    return next.cache_bytes();
  };
  const Index all = bytes("0");
  EXPECT_EQ(all, 2 * bytes("2"));
  EXPECT_EQ(all, 4 * bytes("1"));
}

}  // namespace
}  // namespace attnlab::testing
