// The map marks the part of every tensor, gradient and weight.
#include "app/views/map/block_of.h"

#include <gtest/gtest.h>

#include "tests/app/traced.h"
#include "tests/trace/preset_traces.h"

namespace attnlab {
namespace {

std::string block_name_of(const Trace& trace, const std::string& tensor) {
  static ModelMap map;
  map = layout_architecture(trace.config());
  const MapBlock* block = block_of(map, trace, trace.at(tensor));
  return block ? block_name(*block) : "";
}

TEST(BlockOf, IsTheBlockThatMakesTheTensorOrThatOfItsPart) {
  const std::pair<const char*, const char*> expected[] = {
      {"source.embedding", "source.embedding"},
      {"source.embedding.weight", "source.embedding"},
      {"source.positions", "source.positions"},
      {"decoder.layers.1.cross_attention.scores", "cross.1"},
      {"decoder.layers.1.cross_attention.concat", "cross.1"},
      {"decoder.layers.1.cross_attention.query.weight", "cross.1"},
      {"encoder.layers.0.self_attention.value", "encoder_self.0"},
      {"encoder.layers.0.attention_norm.mean", "encoder.layers.0.attention_norm.output"},
      {"encoder.layers.0.attention_norm.gamma", "encoder.layers.0.attention_norm.output"},
      {"encoder.layers.0.feed_forward.hidden", "encoder.layers.0.feed_forward.activated"},
      {"encoder.layers.0.feed_forward.contract.bias", "encoder.layers.0.feed_forward.activated"},
      {"output.weight", "output.logits"},
      {"output.log_probabilities", "output.probabilities"},
      {"loss.per_token", ""},
  };
  for (const auto& [tensor, block] : expected)
    EXPECT_EQ(block_name_of(translation(), tensor), block) << tensor;
}

TEST(BlockOf, ASumBelongsToTheNormThatTakesItIn) {
  EXPECT_EQ(block_name_of(translation(), "decoder.layers.0.attention_residual"),
            "decoder.layers.0.attention_norm.output");
  EXPECT_EQ(block_name_of(translation(), "decoder.layers.0.feed_forward_residual"),
            "decoder.layers.0.feed_forward_norm.output");
  const TracePtr pre = traced("characters", "", "It was");
  EXPECT_EQ(block_name_of(*pre, "decoder.layers.0.attention_residual"),
            "decoder.layers.0.attention_residual");
}

TEST(BlockOf, AWeightBelongsToWhatReadsItFirst) {
  const TracePtr trace = traced("characters", "", "It was");
  EXPECT_EQ(block_name_of(*trace, "target.positions.weight"), "target.positions");
  EXPECT_EQ(block_name_of(*trace, "target.embedding.weight"), "target.embedding");
}

TEST(BlockOf, TheChosenOneIsThatOfTheValueOrItsGradient) {
  const ModelMap map = layout_architecture(translation().config());
  ViewModel model;
  model.trace = traced("translate", "the black cat", "le chat noir");
  model.state.selection.attention = AttentionKind::Cross;
  model.state.selection.layer = 1;
  const MapBlock* chosen = chosen_block(map, model);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(block_name(*chosen), "cross.1");
  model.state.chosen.shown = CellName{"encoder.layers.1.feed_forward.hidden.grad", {0, 0, 0}};
  chosen = chosen_block(map, model);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(block_name(*chosen), "encoder.layers.1.feed_forward.activated");
  model.state.chosen.shown = CellName{"no.such", {0}};
  EXPECT_FALSE(chosen_block(map, model));
}

class BlockInPreset : public ::testing::TestWithParam<std::string> {};

TEST_P(BlockInPreset, EveryTensorButTheLossHasOneInItsLayer) {
  const TracePtr trace = testing::first_trace(find_preset(GetParam()));
  const ModelMap map = layout_architecture(trace->config());
  const auto check = [&](const TraceTensor& tensor) {
    const MapBlock* block = block_of(map, *trace, tensor);
    if (tensor.place.kind() == PartKind::Loss) return;
    ASSERT_TRUE(block) << tensor.name;
    EXPECT_EQ(layer_number(block->place), layer_number(tensor.place)) << tensor.name << ": " << block->tensor;
  };
  for (const TraceTensor& tensor : trace->tensors()) check(tensor);
  for (const TraceTensor& weight : trace->parameters()) check(weight);
}

INSTANTIATE_TEST_SUITE_P(Chosen, BlockInPreset, ::testing::ValuesIn(testing::chosen_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });
INSTANTIATE_TEST_SUITE_P(Every, BlockInPreset, ::testing::ValuesIn(testing::other_presets()),
                         [](const auto& preset) { return testing::test_name(preset.param); });

}  // namespace
}  // namespace attnlab
