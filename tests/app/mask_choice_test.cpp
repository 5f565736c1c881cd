// Masks of the selected attention as edits: which edits they replace, and how they are read back.
#include "app/state/mask_choice.h"

#include <gtest/gtest.h>

#include "app/state/commands/dispatcher.h"
#include "tests/app/recorded_actions.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

struct MaskChoices : ::testing::Test {
  RecordedActions actions;
  Dispatcher dispatcher{actions.all()};
  Limits limits;

  MaskChoices() {
    limits.has_encoder = true;
    limits.layers = 2;
    limits.heads = 4;
    limits.source_tokens = limits.target_tokens = 4;
    limits.trace = &translation();
  }
  void apply(const std::string& command) { dispatcher.apply(parse_command(command), limits); }
  std::vector<std::string> edits() const { return dispatcher.state().edits; }
};

TEST_F(MaskChoices, AreForTheHeadItsLayerOrAllLayers) {
  apply("select.attention decoder_self 1 2");
  apply("attention.mask window 3");
  EXPECT_EQ(edits(), std::vector<std::string>{"mask decoder.layers.1.self_attention window 3"});
  apply("attention.mask causal head");
  EXPECT_EQ(edits(), std::vector<std::string>{"mask decoder.layers.1.self_attention#2 causal"});
  apply("attention.mask none layers");
  EXPECT_EQ(edits(), std::vector<std::string>{"no mask decoder.layers.*.self_attention"});
  EXPECT_EQ(chosen_mask(dispatcher.state()).kind, "none");
  EXPECT_EQ(chosen_mask(dispatcher.state()).scope, "layers");
  apply("attention.mask model");
  EXPECT_TRUE(edits().empty());
  EXPECT_EQ(chosen_mask(dispatcher.state()).kind, "model");
}

TEST_F(MaskChoices, LeaveOtherEditsAlone) {
  apply("edit zero encoder.layers.0.self_attention#1");
  apply("edit mask encoder.layers.1.self_attention causal");
  apply("select.attention encoder_self 0 1");
  apply("attention.mask padding 1 layer");
  EXPECT_EQ(edits().size(), 3u);
  apply("attention.mask padding 2 layer");
  EXPECT_EQ(edits().back(), "mask encoder.layers.0.self_attention padding 2");
  EXPECT_EQ(edits().size(), 3u);
  EXPECT_EQ(chosen_mask(dispatcher.state()).numbers[0], 2);
  apply("attention.mask model layers");
  EXPECT_EQ(edits(), std::vector<std::string>{"zero encoder.layers.0.self_attention#1"});
}

TEST_F(MaskChoices, OneCellIsPaintedOverTheMaskThatIsThere) {
  apply("select.attention decoder_self 0 0");
  apply("select.query 2");
  apply("select.key 1");
  apply("attention.see toggle");
  EXPECT_EQ(edits(), std::vector<std::string>{"mask decoder.layers.0.self_attention 1000/1100/1010/1111"});
  dispatcher.apply(parse_command("undo"), limits);
  EXPECT_TRUE(edits().empty());
}

TEST_F(MaskChoices, ASliderIsOneChangeAndStrokesAreOneEach) {
  apply("select.attention decoder_self 0 0");
  apply("attention.mask window 3");
  apply("attention.mask window 2");
  apply("attention.mask 1000/1100/1110/1111");
  apply("attention.mask 1000/1100/1110/0111");
  apply("undo");
  EXPECT_EQ(edits()[0], "mask decoder.layers.0.self_attention 1000/1100/1110/1111");
  apply("undo");
  EXPECT_EQ(edits()[0], "mask decoder.layers.0.self_attention window 2");
  apply("undo");
  EXPECT_TRUE(edits().empty());
}

TEST_F(MaskChoices, WhatMakesNoSenseIsRefused) {
  EXPECT_THROW(apply("attention.mask none head"), std::invalid_argument);
  EXPECT_THROW(apply("attention.mask causal here"), std::invalid_argument);
  EXPECT_THROW(apply("attention.mask window"), std::invalid_argument);
  EXPECT_THROW(apply("attention.mask round"), std::invalid_argument);
  EXPECT_TRUE(edits().empty());
}

TEST_F(MaskChoices, APaintedMaskHasAShortTitle) {
  apply("select.attention decoder_self 0 0");
  apply("select.query 2");
  apply("select.key 1");
  apply("attention.see off");
  ASSERT_EQ(edits().size(), 1u);
  EXPECT_EQ(edit_title(edits()[0], &translation()), "painted mask, 1 cell");
  EXPECT_EQ(edit_title(edits()[0], nullptr), "painted mask");
  EXPECT_EQ(edit_title("mask decoder.layers.*.self_attention 10/00", &translation()),
            "painted mask, 2 cells");
  for (const char* edit : {"mask decoder.layers.0.self_attention causal", "no positions"})
    EXPECT_EQ(edit_title(edit, &translation()), edit);
}

}  // namespace
}  // namespace attnlab
