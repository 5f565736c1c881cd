// Variants: each is a trainable model of the same task, and differs as its name says.
#include "core/training/sweep/variants.h"

#include <gtest/gtest.h>

#include <set>

#include "core/training/preset_options.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"

namespace attnlab {
namespace {

std::vector<std::string> names(const std::vector<Variant>& variants) {
  std::vector<std::string> all;
  for (const Variant& variant : variants) all.push_back(variant.name);
  return all;
}

std::vector<Preset> presets(const std::vector<Variant>& variants) {
  std::vector<Preset> all;
  for (const Variant& variant : variants) all.push_back(variant.preset);
  return all;
}

using Names = std::vector<std::string>;

TEST(Variants, DifferInWhatTheyCompareAlone) {
  const Preset preset = find_preset("translate");
  EXPECT_EQ(differing_options(presets(variants_of("norm", preset))), (Names{"model.norm"}));
  EXPECT_EQ(differing_options(presets(variants_of("scaling", preset))), (Names{"model.scaled_scores"}));
  EXPECT_EQ(differing_options(presets(variants_of("positions", preset))), (Names{"model.positions"}));
  EXPECT_EQ(differing_options(presets(variants_of("heads", preset))), (Names{"model.heads"}));
  EXPECT_EQ(names(variants_of("heads", preset)), (Names{"1 head", "2 heads", "4 heads", "8 heads"}));
  EXPECT_EQ(names(variants_of("cells", preset)), (Names{"RNN", "LSTM", "GRU", "Transformer"}));
}

TEST(Variants, WhatTheModelLacksIsRefused) {
  EXPECT_TRUE(variants_of("norm", find_preset("lstm")).empty());
  EXPECT_FALSE(variants_of("cells", find_preset("lstm")).empty());
  EXPECT_TRUE(variants_of("cells", find_preset("digits")).empty());
  EXPECT_TRUE(variants_of("heads", find_preset("word-vectors")).empty());
  EXPECT_THROW(variants_of("nrom", find_preset("translate")), std::invalid_argument);
}

TEST(Variants, AnExperimentThatThereIsNotComesWithNearNames) {
  const std::string said =
      testing::error_text<std::invalid_argument>([] { variants_of("nrom", find_preset("translate")); });
  EXPECT_EQ(said.rfind("there is no experiment nrom; did you mean norm", 0), 0u) << said;
}

TEST(VariantKinds, HaveWordsAndModelsOfSomePresetEach) {
  for (const VariantKind& kind : variant_kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_EQ(&variant_kind(kind.name), &kind) << "two of this name";
    EXPECT_FALSE(kind.title.empty());
    EXPECT_TRUE(kind.asks.ends_with("?"));
    int compared = 0;
    for (const Preset& preset : builtin_presets()) {
      const std::vector<Variant> all = variants_of(kind, preset);
      EXPECT_TRUE(all.empty() || (kind.fits(preset.model) && all.size() > 1)) << preset.name;
      const Names own = names(all);
      EXPECT_EQ(std::set<std::string>(own.begin(), own.end()).size(), own.size()) << preset.name;
      compared += !all.empty();
    }
    EXPECT_GT(compared, 0) << "no preset has anything to compare";
  }
}

class EveryVariant : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryVariant, CanBeTrained) {
  const Preset preset = find_preset(GetParam());
  for (const VariantKind& kind : variant_kinds()) {
    for (Variant& variant : variants_of(kind.name, preset)) {
      SCOPED_TRACE(std::string(kind.name) + ": " + variant.name);
      variant.preset.training.batch = 2;
      const Experiment e = make_experiment(variant.preset);
      Trainer trainer(e.model, e.task, e.preset.training, 1);
      EXPECT_TRUE(std::isfinite(trainer.step().loss));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryVariant,
                         ::testing::Values("translate", "reverse", "characters", "modern", "brackets",
                                           "brackets-lstm", "bracket-depth", "digits", "lstm", "seq2seq",
                                           "seq2seq-attention", "pronoun", "masked-words", "recall-rnn",
                                           "describe", "describe-rnn"),
                         [](const auto& name) {
                           std::string text = name.param;
                           std::ranges::replace(text, '-', '_');
                           return text;
                         });

/// The MODELS of the error "… must be MODELS for task TASK".
std::string models_for(const std::string& name) {
  Preset preset = find_preset(name);
  preset.model = ModelConfig();
  preset.model.architecture = "vision";
  return testing::error_text<std::invalid_argument>([&] { with_vocabularies(preset); });
}

TEST(PresetModels, ATaskNamesThoseThatLearnIt) {
  const std::string start = "model.architecture is vision, but must be ";
  EXPECT_EQ(models_for("characters"),
            start + "gpt, or recurrent with model.output tokens, for task language_model");
  EXPECT_EQ(models_for("reverse"), start + "encoder_decoder or recurrent_seq2seq for task reverse");
  EXPECT_EQ(models_for("masked-words"), start + "encoder with model.output tokens for task masked_words");
  EXPECT_EQ(models_for("sentiment"),
            start + "encoder or recurrent with model.output class for task sentiment");
  EXPECT_EQ(models_for("bracket-depth"),
            start + "encoder or recurrent with model.output labels for task brackets");
  EXPECT_EQ(models_for("word-vectors"), start + "word_vectors for task word_context");
}

TEST(PresetOptions, ListWhatSetOptionReads) {
  Preset preset = find_preset("translate");
  for (const PresetOption& option : preset_options(preset))
    if (!option.value.empty()) {
      EXPECT_NO_THROW(set_option(preset, option.name + "=" + option.value));
    }
  EXPECT_EQ(option_value(preset, "model.heads"), std::to_string(preset.model.heads));
  EXPECT_EQ(option_value(preset, "model.cell"), "") << "no option of a Transformer";
  Preset alone = preset;
  alone.model.feed_forward = 0;
  EXPECT_EQ(option_value(alone, "model.feed_forward"), "0");
  for (const char* option : {"model.activation", "model.experts", "model.balance_weight"})
    EXPECT_EQ(option_value(alone, option), "") << option << " is of the feed-forward network";
  Preset other = preset;
  other.training.batch += 1;
  other.model.dropout = 0.25;
  EXPECT_EQ(differing_options({preset, other, preset}), (Names{"model.dropout", "training.batch"}));
}

}  // namespace
}  // namespace attnlab
