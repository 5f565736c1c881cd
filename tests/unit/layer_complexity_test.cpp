// Kinds of layers: the orders of the 2017 table, exact counts against loops, and where they cross.
#include "core/models/sizes/layer_complexity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/cost.h"
#include "core/models/model.h"
#include "core/models/model_sizes.h"

namespace attnlab::testing {
namespace {

const LayerComplexity& attention() { return layer_complexity("self-attention"); }
const LayerComplexity& recurrence() { return layer_complexity("recurrent"); }
const LayerComplexity& convolution() { return layer_complexity("convolution"); }
const LayerComplexity& restricted() { return layer_complexity("restricted"); }

constexpr LayerSizes kSizes{.n = 100, .d = 64, .k = 5, .r = 8};

TEST(LayerComplexity, OrdersAreThoseOfThePaper) {
  EXPECT_EQ(attention().order(kSizes), 100.0 * 100 * 64);
  EXPECT_EQ(recurrence().order(kSizes), 100.0 * 64 * 64);
  EXPECT_EQ(convolution().order(kSizes), 5.0 * 100 * 64 * 64);
  EXPECT_EQ(restricted().order(kSizes), 8.0 * 100 * 64);
  for (const LayerComplexity& kind : layer_complexities())
    EXPECT_EQ(kind.sequential_steps(kSizes), &kind == &recurrence() ? 100 : 1) << kind.name;
  EXPECT_EQ(attention().longest_path(kSizes), 1);
  EXPECT_EQ(recurrence().longest_path(kSizes), 100);
  EXPECT_EQ(convolution().longest_path(kSizes), 3) << "5² < 100 ≤ 5³";
  EXPECT_EQ(restricted().longest_path(kSizes), 13) << "100/8, rounded up";
}

TEST(LayerComplexity, APathHasAtLeastOneLayer) {
  const LayerSizes one{.n = 1, .d = 4, .k = 2, .r = 8};
  for (const LayerComplexity& kind : layer_complexities()) EXPECT_EQ(kind.longest_path(one), 1) << kind.name;
  EXPECT_EQ(convolution().longest_path({.n = 1024, .k = 2}), 10) << "log₂ 1024, and no more";
  EXPECT_EQ(convolution().longest_path({.n = 1025, .k = 2}), 11);
}

/// Pairs of a query and a neighbour, counted one by one.
double counted_pairs(const LayerSizes& s) {
  double pairs = 0;
  for (Index q = 0; q < s.n; ++q)
    for (Index k = 0; k < s.n; ++k) pairs += q - k <= (s.r - 1) / 2 && k - q <= s.r / 2;
  return pairs;
}

TEST(LayerComplexity, RestrictedAttentionSeesItsNeighbours) {
  for (const Index n : {1, 2, 7, 20})
    for (const Index r : {1, 2, 5, 8, 19, 40, 100}) {
      const LayerSizes s{.n = n, .d = 3, .k = 3, .r = r};
      EXPECT_EQ(restricted().multiplications(s), 4.0 * 9 * static_cast<double>(n) + 2 * 3 * counted_pairs(s))
          << n << " " << r;
    }
}

TEST(LayerComplexity, AttentionIsCountedAsAModelsLayer) {
  ModelConfig config = sized_model({.context = 24,
                                    .width = 16,
                                    .layers = 1,
                                    .heads = 2,
                                    .key_value_heads = 2,
                                    .feed_forward = 0,
                                    .vocabulary = 5,
                                    .window = 0});
  config.causal = false;
  double counted = 0;
  for (const PartCost& part : count_cost(config).parts)
    if (part.name == "attention" || part.name == "between positions") counted += part.multiplications();
  EXPECT_EQ(attention().multiplications({.n = 24, .d = 16}), counted);
}

TEST(LayerComplexity, RecurrenceIsCountedAsAModelsLayer) {
  ModelConfig config;
  config.architecture = "recurrent";
  config.cell = "rnn_tanh";
  config.layers = 1;
  config.width = 16;
  config.context = 24;
  config.target_vocabulary = 5;
  for (const PartCost& part : count_cost(config).parts)
    if (part.name == "recurrent cells") {
      EXPECT_EQ(recurrence().multiplications({.n = 24, .d = 16}), part.multiplications());
    }
}

TEST(LayerComplexity, AttentionAndRecurrenceCrossWherePositionsAreAsManyAsFeatures) {
  const auto order = &LayerComplexity::order, exact = &LayerComplexity::multiplications;
  const LayerSizeKind &n = layer_size_kind("n"), &d = layer_size_kind("d"), &k = layer_size_kind("k");
  for (const Index width : {2, 64, 512, 12288}) {
    LayerSizes sizes{.d = width};
    EXPECT_EQ(crossing(attention(), recurrence(), n, sizes, order), width);
    sizes.n = width;
    EXPECT_EQ(attention().order(sizes), recurrence().order(sizes));
    EXPECT_EQ(crossing(recurrence(), attention(), d, sizes, order), width);
  }
  EXPECT_EQ(crossing(attention(), recurrence(), n, kSizes, exact), std::nullopt)
      << "the projections alone are twice as much";
  EXPECT_EQ(crossing(attention(), recurrence(), k, kSizes, order), std::nullopt) << "neither depends on k";
}

TEST(LayerComplexity, ProductsBetweenPositionsOvertakeTheProjectionsAtTwiceTheWidth) {
  const LayerSizes at{.n = 2 * 64, .d = 64};
  const double projections = 4.0 * 128 * 64 * 64;
  EXPECT_EQ(attention().multiplications(at), 2 * projections);
  EXPECT_EQ(projections, 2 * recurrence().multiplications(at));
}

TEST(LayerComplexity, NamesAreFound) {
  for (const LayerComplexity& kind : layer_complexities()) {
    EXPECT_EQ(&layer_complexity(kind.name), &kind);
    for (const std::string_view words :
         {kind.title, kind.work, kind.exact, kind.counted, kind.steps, kind.path})
      EXPECT_FALSE(words.empty()) << kind.name;
  }
  EXPECT_THROW(layer_complexity("attention"), std::invalid_argument);
  EXPECT_THROW(layer_size_kind("m"), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
