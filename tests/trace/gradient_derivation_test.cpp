// Every gradient of a trace is recomputed in double from its derivation's own operands.
#include <gtest/gtest.h>

#include "tests/support/activations.h"
#include "tests/trace/recompute.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

TEST(GradientDerivations, EveryCellOfAnEncoderDecoder) {
  expect_all_recomputed(*preset_trace("translate", {"width=8", "heads=2", "feed_forward=12", "layers=1"},
                                      {.source = "the cat", .target = "le chat"}));
}

TEST(GradientDerivations, EveryCellOfAGpt) {
  for (const std::string& activation : plain_activations()) {
    expect_all_recomputed(*preset_trace(
        "characters", {"width=8", "heads=2", "layers=1", "feed_forward=12", "activation=" + activation},
        {.target = "the owl"}));
  }
}

TEST(GradientDerivations, AScoreIsFollowedToItsWeight) {
  const TracePtr trace = preset_trace("characters", {"width=8", "heads=2", "layers=1"}, {.target = "an owl"});
  const Derivation query =
      trace->explain("decoder.layers.0.self_attention.query.grad", std::vector<Index>{0, 1, 2, 3});
  EXPECT_EQ(query.formula, "∂L/∂query[q,d] = Σ_k ∂L/∂scores[q,k]·key[k,d]");
  const std::vector<CellName> operands = query.operands();
  ASSERT_EQ(operands.size(), 12u);  // six scores and six keys, though three are hidden
  EXPECT_EQ(operands[0].tensor, "decoder.layers.0.self_attention.scores.grad");
  EXPECT_EQ(operands[1].tensor, "decoder.layers.0.self_attention.key");
}

TEST(GradientDerivations, TheLossHasNone) {
  const TracePtr trace = preset_trace("characters", {"width=8", "heads=2", "layers=1"}, {.target = "owl"});
  EXPECT_TRUE(trace->explain("loss.mean.grad", {}).is_leaf);
  EXPECT_EQ(trace->explain("loss.mean.grad", {}).value, 1);
}

TEST(GradientDerivations, AreRefusedWhereThereIsNone) {
  const TracePtr trace =
      preset_trace("characters", {"width=8", "heads=2", "layers=1"}, {.target = "owl", .gradients = false});
  EXPECT_THROW(trace->explain("target.input.grad", std::vector<Index>{0, 0, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
