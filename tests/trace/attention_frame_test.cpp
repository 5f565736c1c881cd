// Attention frames: metrics and thumbnails of one attention's heads, against the trace itself.
#include "core/analysis/heads/attention_frame.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

TEST(AttentionFrame, HoldsTheHeadsOfOneAttention) {
  const TracedPreset traced("translate", {"model.heads=2", "model.layers=2"});
  const TracePtr trace = traced.trace({.source = "the cow sleeps", .generate_target = true});
  const std::string attention = "decoder.layers.1.cross_attention";
  const std::vector<HeadFrame> heads = attention_frame(*trace, attention, 40);
  ASSERT_EQ(heads.size(), 2u);
  const TraceTensor& weights = trace->at(attention + ".weights");
  const Index queries = weights.shape[2], keys = weights.shape[3];
  for (std::size_t h = 0; h < heads.size(); ++h) {
    EXPECT_EQ(heads[h].metrics.attention, attention);
    EXPECT_EQ(heads[h].metrics.head, static_cast<Index>(h));
    ASSERT_EQ(heads[h].weights.rows, queries);
    ASSERT_EQ(heads[h].weights.columns, keys);
    double entropy = 0;
    for (Index i = 0; i < queries * keys; ++i) {
      const auto cell = static_cast<std::size_t>(i);
      const auto weight =
          static_cast<double>(weights.value[h * static_cast<std::size_t>(queries * keys) + cell]);
      EXPECT_EQ(heads[h].weights.cells[cell], static_cast<float>(weight));
      if (weight > 0) entropy -= weight * std::log2(weight) / static_cast<double>(queries);
    }
    EXPECT_NEAR(heads[h].metrics.entropy, entropy, 1e-5);
  }
}

TEST(AttentionFrame, MakesLargeMatricesSmall) {
  const TracedPreset traced("characters", {"model.heads=2", "model.layers=1", "model.width=16"});
  const TracePtr trace = traced.trace({.target = "the farmer sees the cow in the field"});
  const auto heads = attention_frame(*trace, "decoder.layers.0.self_attention", 8);
  ASSERT_EQ(heads.size(), 2u);
  EXPECT_EQ(heads[0].weights.rows, 8);
  EXPECT_EQ(heads[0].weights.cells.size(), 64u);
  EXPECT_EQ(heads[0].weights.cells[0], 1.0f);  // the first token sees only itself
}

TEST(AttentionFrame, KnowsNoOtherAttention) {
  const TracedPreset traced("characters", {"model.heads=2", "model.layers=1", "model.width=16"});
  const TracePtr trace = traced.trace({.target = "the cow"});
  EXPECT_THROW(attention_frame(*trace, "encoder.layers.0.self_attention", 8), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
