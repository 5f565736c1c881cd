// Options set on a preset: what another architecture drops, and which option is at fault.
#include "core/training/preset.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

Preset preset_with(const std::string& name, const std::vector<std::string>& options) {
  Preset preset = find_preset(name);
  set_options(preset, options);
  return preset;
}

std::string refusal(const std::string& name, const std::vector<std::string>& options) {
  return error_text<std::invalid_argument>([&] { make_experiment(preset_with(name, options)); });
}

TEST(PresetOptions, AnotherArchitectureDropsWhatItDoesNotUse) {
  const std::string recurrent = "model.architecture=recurrent_seq2seq";
  EXPECT_NO_THROW(make_experiment(preset_with("reverse", {recurrent})));
  const Preset preset = preset_with("reverse", {"architecture=recurrent_seq2seq", "cell=gru", "width=24"});
  EXPECT_EQ(preset.model.feed_forward, ModelConfig().feed_forward);
  EXPECT_EQ(preset.model.positions, ModelConfig().positions);
  EXPECT_EQ(preset.model.cell, "gru");
  EXPECT_EQ(preset.model.width, 24);
  EXPECT_EQ(preset.model.layers, find_preset("reverse").model.layers);
}

TEST(PresetOptions, AnotherTaskDropsWhatItDoesNotUse) {
  const Preset sorts = preset_with("characters", {"task.name=sort", "architecture=encoder_decoder"});
  EXPECT_EQ(sorts.task.corpus, "");
  EXPECT_NO_THROW(make_experiment(sorts));
  EXPECT_EQ(refusal("characters", {"task.name=sort"}),
            "model.architecture is gpt, but must be encoder_decoder or recurrent_seq2seq for task sort");
  EXPECT_EQ(refusal("characters", {"task.name=sort", "corpus=village"}),
            "task.corpus is village, but must be left empty: task sort does not use it");
}

TEST(PresetOptions, WhatNeedsAPartGoesWithThePart) {
  const std::string alone = "feed_forward=0";
  const ModelConfig usual;
  const ModelConfig experts = preset_with("experts", {alone}).model,
                    modern = preset_with("modern", {alone}).model;
  EXPECT_EQ(experts.experts, 0);
  EXPECT_EQ(modern.activation, usual.activation);
  EXPECT_NO_THROW(make_experiment(preset_with("experts", {alone})));
  EXPECT_NO_THROW(make_experiment(preset_with("modern", {alone})));
  EXPECT_EQ(preset_with("modern", {"norm=none"}).model.norm_kind, usual.norm_kind);
  EXPECT_NO_THROW(make_experiment(preset_with("modern", {"norm=none"})));
  for (const auto& options : {std::vector<std::string>{"experts=2", alone}, {alone, "experts=2"}})
    EXPECT_EQ(refusal("experts", options),
              "model.experts is 2, but must be left at 0: model.feed_forward is 0");
  EXPECT_EQ(refusal("characters", {"norm_kind=rms", "norm=none"}),
            "model.norm_kind is rms, but must be left at layer: model.norm is none");
}

TEST(PresetOptions, WhatWasOfNoUseBeforeIsKept) {
  Preset preset = find_preset("reverse");
  set_option(preset, "cell=gru");
  set_option(preset, "architecture=recurrent_seq2seq");
  EXPECT_EQ(preset.model.cell, "gru");
}

TEST(PresetOptions, ASectionIsNoOption) {
  const auto refused = [](const std::string& option) {
    return error_text<std::invalid_argument>([&] { preset_with("reverse", {option}); });
  };
  EXPECT_EQ(refused("task=sort"), "task is a section of options: write one option of it, such as task.name");
  EXPECT_EQ(refused("model=gpt"),
            "model is a section of options: write one option of it, such as model.architecture");
}

TEST(PresetOptions, TheFeedForwardWidthFollowsTheWidthUnlessItIsSet) {
  EXPECT_EQ(preset_with("gpt2-small", {"width=12288"}).model.feed_forward, 4 * 12288);
  EXPECT_EQ(preset_with("gpt2-small", {"model.width=12288", "feed_forward=100"}).model.feed_forward, 100);
  EXPECT_EQ(preset_with("gpt2-small", {"model.feed_forward=100", "width=96"}).model.feed_forward, 100);
  EXPECT_EQ(preset_with("gpt2-small", {"heads=6"}).model.feed_forward, 3072);
  EXPECT_EQ(preset_with("characters", {"feed_forward=0", "width=32"}).model.feed_forward, 0);
}

TEST(PresetOptions, WhatIsSetByHandIsRefusedInAnyOrder) {
  const std::string recurrent = "model.architecture=recurrent_seq2seq", wide = "feed_forward=64";
  const std::string reason =
      "model.feed_forward is 64, but must be left at 256: architecture recurrent_seq2seq does not use it";
  EXPECT_EQ(refusal("reverse", {recurrent, wide}), reason);
  EXPECT_EQ(refusal("reverse", {wide, recurrent}), reason);
}

TEST(PresetOptions, AnOutputThatTheTaskDoesNotAskForIsNamed) {
  EXPECT_EQ(refusal("gru", {"model.output=labels"}),
            "model.output is labels, but must be tokens for task language_model");
}

}  // namespace
}  // namespace attnlab::testing
