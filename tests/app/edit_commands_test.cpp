// Commands about edits and comparisons: an edit is added once, removed, undone, and refused where it fits
// no tensor.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/app/commands_fixture.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

TEST_F(CommandsTest, EditsAreAddedOnceRemovedAndUndone) {
  using Edits = std::vector<std::string>;
  const std::string zero = "zero decoder.layers.0.self_attention#1", set = "a.b[0,2]=0.5";
  say("edit " + zero);
  say("edit " + set);
  say("edit " + zero);
  EXPECT_EQ(edits(), (Edits{set, zero})) << "the last one given is the last one made";
  say("edit.remove 0");
  EXPECT_EQ(edits(), Edits{zero});
  say("undo");
  EXPECT_EQ(edits(), (Edits{set, zero}));
  say("edit.clear");
  EXPECT_TRUE(edits().empty());
  say("undo");
  say("undo");
  EXPECT_EQ(edits(), (Edits{zero, set}));
  EXPECT_THROW(say("edit nonsense"), std::invalid_argument);
  EXPECT_THROW(say("edit.remove 2"), std::invalid_argument);
  EXPECT_EQ(edits(), (Edits{zero, set}));
}

TEST_F(CommandsTest, SwitchesAreEditsOfTheSelectedAttention) {
  say("select.attention cross 1");
  say("attention.scaling off");
  say("attention.masking toggle");
  const std::string cross = "decoder.layers.1.cross_attention";
  EXPECT_EQ(edits(), (std::vector<std::string>{"no scaling " + cross, "no mask " + cross}));
  say("select.attention encoder_self 0");
  say("attention.scaling on");
  EXPECT_EQ(edits().size(), 2u) << "each attention has switches of its own";
  say("select.attention cross 1");
  say("attention.scaling on");
  EXPECT_EQ(edits(), std::vector<std::string>{"no mask " + cross});
}

TEST_F(CommandsTest, AnEditOfTheTraceOnScreenMustFitIt) {
  const TracePtr trace = traced("translate", "the black cat", "le chat noir");
  Limits limits = kTranslate;
  limits.trace = trace.get();
  EXPECT_THROW(say("edit decoder.layers.7.attention_residual[0,0,0]=1", limits), std::invalid_argument);
  EXPECT_THROW(say("edit decoder.layers.0.attention_residual[0,99,0]=1", limits), std::invalid_argument);
  EXPECT_THROW(say("edit zero decoder.layers.0.self_attention#9", limits), std::invalid_argument);
  EXPECT_THROW(say("edit no norm decoder.layers.0.attention", limits), std::invalid_argument);
  EXPECT_TRUE(edits().empty());
  say("edit no norm decoder.layers.0.attention_norm", limits);
  say("edit source.embedding.weight[3,*]=0", limits);
  EXPECT_EQ(edits().size(), 2u);
}

TEST_F(CommandsTest, WhatIsComparedWithIsChosenAndTakenBack) {
  const Comparison& with = dispatcher.state().comparison;
  EXPECT_NE(refusal("compare.weights"), "") << "there is no pass yet";
  const TracePtr trace = traced("translate", "the black cat", "le chat noir");
  Limits limits = kTranslate;
  limits.trace = trace.get();
  say("compare.weights", limits);
  EXPECT_EQ(with.weights, trace->snapshot());
  say("compare.text the red", limits);
  say("compare.text the red house", limits);
  EXPECT_EQ(with.text, "the red house");
  EXPECT_EQ(with.weights, nullptr);
  say("undo", limits);
  EXPECT_EQ(with.with, Comparison::With::Weights) << "typing is one step";
  say("undo", limits);
  EXPECT_TRUE(with == Comparison{});
  EXPECT_NE(refusal("compare.picture 3"), "");
  EXPECT_NE(refusal("compare.text the red", kVision), "");
  say("compare.picture 3", kVision);
  EXPECT_EQ(with.picture, 3);
  say("compare.edits", kVision);
  EXPECT_TRUE(with == Comparison{});
}

TEST_F(CommandsTest, AWeightOfTheModelIsChangedUndoneAndChangedAgain) {
  say("weight a.weight[0,1]=2");
  say("undo");
  say("redo");
  say("undo");
  EXPECT_EQ(actions.calls, (std::vector<std::string>{"weight a.weight[0,1]=2", "back a.weight[0,1]=2",
                                                     "weight a.weight[0,1]=2", "back a.weight[0,1]=2"}));
  EXPECT_THROW(say("weight zero a#1"), std::invalid_argument);
  EXPECT_FALSE(dispatcher.can_undo());
}

}  // namespace
}  // namespace attnlab
