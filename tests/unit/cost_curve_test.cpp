// Cost curves: geometric steps, the text that asks for them, and attention variants along them.
#include "core/models/sizes/cost_curve.h"

#include <gtest/gtest.h>

#include "core/models/attention_variant.h"
#include "core/models/sizes/known_models.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

using Values = std::vector<Index>;

TEST(CostCurve, StepsDouble) {
  EXPECT_EQ(geometric_steps(64, 1024), (Values{64, 128, 256, 512, 1024}));
  EXPECT_EQ(geometric_steps(3, 20), (Values{3, 6, 12, 20})) << "the last is among them";
  EXPECT_EQ(geometric_steps(7, 7), Values{7});
  EXPECT_EQ(geometric_steps(1, 4, 4), (Values{1, 2, 3, 4})) << "none twice";
  const Values fine = geometric_steps(100, 200, 4);
  EXPECT_EQ(fine, (Values{100, 119, 141, 168, 200}));
}

TEST(CostCurve, TextsAreRead) {
  const CostCurve curve = parse_cost_curve("d=64:256");
  EXPECT_EQ(curve.along, &layer_size_kind("d"));
  EXPECT_EQ(curve.values, (Values{64, 128, 256}));
  EXPECT_EQ(parse_cost_curve("n=100:200:4").values.size(), 5u);
  LayerSizes sizes;
  set_layer_size(sizes, "k=7");
  EXPECT_EQ(sizes, (LayerSizes{.k = 7}));
}

TEST(CostCurve, WhatIsWrongIsSaid) {
  const auto refusal = [](const std::string& text) {
    return error_text<std::invalid_argument>([&] { parse_cost_curve(text); });
  };
  for (const char* text : {"n", "n=", "n=64", "n=64:", "n=a:b", "n=64:128:x", "n=64:128:2:3", "n=6.4:9"})
    expect_has(refusal(text), std::string("the curve ") + text + " is not AXIS=FIRST:LAST[:A_DOUBLING]");
  for (const char* text : {"n=128:64", "n=0:8", "k=1:8", "n=1:2000000"})
    expect_has(refusal(text), "must increase");
  expect_has(refusal("n=1:8:0"), "1 to 64 values per doubling");
  expect_has(refusal("m=1:8"), "there is no size m");
  LayerSizes sizes;
  for (const char* text : {"k=1", "n", "n=", "d=-1", "r=x"})
    EXPECT_THROW(set_layer_size(sizes, text), std::invalid_argument) << text;
  EXPECT_EQ(sizes, LayerSizes{}) << "nothing has changed";
}

TEST(CostCurve, AttentionMeetsRecurrenceAlongEitherSize) {
  const auto order = &LayerComplexity::order;
  EXPECT_EQ(attention_meets_recurrence(layer_size_kind("n"), {.d = 300}, order), 300);
  EXPECT_EQ(attention_meets_recurrence(layer_size_kind("d"), {.n = 300}, order), 300);
  EXPECT_EQ(attention_meets_recurrence(layer_size_kind("r"), {}, order), std::nullopt);
}

TEST(AttentionVariants, SaveWhatTheySay) {
  const ModelConfig config = known_model("gpt3").config();
  const Values lengths{128, 2048};
  const auto costs = variant_costs(config, {.window = 128, .key_value_heads = 8}, lengths);
  ASSERT_EQ(costs.size(), attention_variants().size());
  const VariantCost &full = costs[0][1], &windowed = costs[1][1], &grouped = costs[2][1], &both = costs[3][1];
  EXPECT_EQ(full.positions, 2048);
  EXPECT_EQ(full.cache_values, 4'831'838'208);
  EXPECT_EQ(full.multiplications, count_cost(config).multiplications());
  EXPECT_EQ(windowed.cache_values, full.cache_values / 16) << "128 of 2048 positions";
  EXPECT_EQ(grouped.cache_values, full.cache_values / 12) << "8 of 96 heads";
  EXPECT_EQ(both.cache_values, full.cache_values / 16 / 12);
  EXPECT_LT(windowed.multiplications, full.multiplications);
  EXPECT_EQ(full.multiplications - grouped.multiplications, 96.0 * 2048 * 2 * 12288 * 88 * 128)
      << "keys and values of 88 heads of 128 features are not projected";
  EXPECT_EQ(costs[1][0].multiplications, costs[0][0].multiplications) << "a text within the window";
}

TEST(AttentionVariants, ReplaceTheModelsOwn) {
  ModelConfig config = known_model("gpt2-small").config();
  config.mask = {.window = 7, .sinks = 2};
  config.key_value_heads = 3;
  const VariantSizes sizes{.window = 9, .key_value_heads = 5};
  const ModelConfig full = attention_variants()[0].of(config, sizes),
                    both = attention_variants()[3].of(config, sizes);
  EXPECT_EQ(full.mask, MaskRule{});
  EXPECT_EQ(full.key_value_heads, 0);
  EXPECT_EQ(both.mask, (MaskRule{.window = 9}));
  EXPECT_EQ(both.key_value_heads, 4) << "the next lower divisor of 12";
}

}  // namespace
}  // namespace attnlab::testing
