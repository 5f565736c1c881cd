// Known models: counted parameters against published ones, and the sizes that make a model.
#include "core/models/sizes/known_models.h"

#include <gtest/gtest.h>

#include "core/models/cost.h"
#include "core/models/model_sizes.h"
#include "core/training/preset.h"

namespace attnlab::testing {
namespace {

Index counted(std::string_view name) { return count_cost(known_model(name).config()).parameters; }

TEST(KnownModels, HaveThePublishedParameters) {
  EXPECT_EQ(counted("gpt2-small"), 124'439'808);
  EXPECT_EQ(counted("gpt2-medium"), 354'823'168);
  EXPECT_EQ(counted("gpt2-large"), 774'030'080);
  EXPECT_EQ(counted("gpt2-xl"), 1'557'611'200);
  EXPECT_EQ(counted("gpt3"), 174'604'259'328);
  for (const char* name : {"gpt2-small", "gpt2-medium", "gpt2-large", "gpt2-xl", "gpt3"})
    EXPECT_TRUE(known_model(name).agrees(counted(name))) << name;
}

/// The paper's numbers follow from no one vocabulary: 65 M wants more than 37,000 tokens, 213 M fewer.
TEST(KnownModels, ThoseOf2017DifferAndSayBy) {
  for (const char* name : {"transformer-base", "transformer-big"}) {
    EXPECT_FALSE(known_model(name).agrees(counted(name))) << name;
    EXPECT_FALSE(known_model(name).note.empty()) << name;
  }
  EXPECT_EQ(counted("transformer-base"),
            37'000 * 512 + 6 * (12 * 512 * 512 + 13 * 512) + 6 * (16 * 512 * 512 + 19 * 512));
  EXPECT_EQ(counted("transformer-big"), 214'245'376);
  EXPECT_EQ(vocabulary_for(known_model("transformer-base").config(), 65'000'000), 40'745);
  EXPECT_EQ(vocabulary_for(known_model("transformer-big").config(), 213'000'000), 35'784);
}

TEST(KnownModels, RoundingIsToTheNearest) {
  const KnownModel& model = known_model("gpt2-small");
  EXPECT_TRUE(model.agrees(123'500'000));
  EXPECT_TRUE(model.agrees(124'499'999));
  EXPECT_FALSE(model.agrees(124'500'000));
  EXPECT_FALSE(model.agrees(123'499'999));
}

TEST(KnownModels, AVocabularyFitsItsOwnCount) {
  const ModelConfig config = known_model("gpt2-medium").config();
  EXPECT_EQ(vocabulary_for(config, parameter_count(config)), config.target_vocabulary);
}

TEST(KnownModels, HaveNamesOfTheirOwnAndMakeModels) {
  for (const KnownModel& model : known_models()) {
    EXPECT_EQ(&known_model(model.name), &model);
    EXPECT_NO_THROW(validate(model.config())) << model.name;
    EXPECT_EQ(model.parameters % model.rounded_to, 0) << model.name;
    EXPECT_FALSE(model.source.empty() || model.published.empty()) << model.name;
  }
  EXPECT_THROW(known_model("gpt4"), std::invalid_argument);
}

TEST(KnownModels, ThePresetIsTheSameModel) {
  ModelConfig preset = find_preset("gpt2-small").model;
  EXPECT_EQ(known_model("gpt2-small").config(), preset);
  preset.layers = 11;
  EXPECT_FALSE(known_model("gpt2-small").config() == preset);
}

TEST(ModelSizes, OfGpt2SmallAreTheStandard) {
  EXPECT_EQ(sizes_of(known_model("gpt2-small").config()), ModelSizes{});
  EXPECT_EQ(parameter_count(sized_model({})), 124'439'808);
}

TEST(ModelSizes, ComeBackFromTheModel) {
  const ModelSizes sizes{.context = 300,
                         .width = 96,
                         .layers = 3,
                         .heads = 8,
                         .key_value_heads = 2,
                         .feed_forward = 100,
                         .vocabulary = 40,
                         .window = 9};
  EXPECT_EQ(sizes_of(sized_model(sizes)), sizes);
}

TEST(ModelSizes, AnyMakeAModel) {
  for (const Index width : {1, 7, 97, 768, 16384})
    for (const Index heads : {1, 5, 12, 128})
      for (const Index keys : {1, 3, 128}) {
        ModelSizes sizes{.width = width, .layers = 1, .heads = heads, .key_value_heads = keys};
        EXPECT_NO_THROW(validate(sized_model(sizes))) << width << " " << heads << " " << keys;
        sizes.feed_forward = 0;
        EXPECT_NO_THROW(validate(sized_model(sizes))) << "attention alone";
      }
  const ModelConfig config = sized_model({.width = 768, .heads = 10, .key_value_heads = 5});
  EXPECT_EQ(config.heads, 8) << "the next lower divisor of 768";
  EXPECT_EQ(config.key_value_heads, 4) << "of 8";
}

TEST(ModelSizes, DivisorsAreTheLargestThatFit) {
  EXPECT_EQ(divisor_at_most(12, 12), 12);
  EXPECT_EQ(divisor_at_most(12, 11), 6);
  EXPECT_EQ(divisor_at_most(12, 100), 12);
  EXPECT_EQ(divisor_at_most(97, 96), 1);
}

TEST(ModelSizes, OnlyTransformersHaveThem) {
  EXPECT_THROW(sizes_of(find_preset("lstm").model), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
