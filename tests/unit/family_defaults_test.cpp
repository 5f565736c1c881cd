// What a family's config.json means where it leaves keys out: the published sizes, and the words for
// functions.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "core/io/family_config.h"
#include "core/models/cost.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

ModelConfig config_of(const Json& json) {
  std::vector<std::string> unknown;
  return model_config_of(family_of(json), json, unknown);
}

/// Of a config.json that says its model_type alone. `parameters` were counted by the published classes, or
/// from their shapes; without rows of positions that no token has, and with the bias that BART adds to
/// logits.
struct Published {
  const char* family;
  Index parameters;
  Index context;
  Index heads, key_value_heads;
  const char* activation;
  double norm_epsilon;
  Index window = 0;
  double rotary_share = 1;
};

class FamilyDefaults : public ::testing::TestWithParam<Published> {};

TEST_P(FamilyDefaults, AreThePublishedOnes) {
  const Published& wanted = GetParam();
  Json json{{"model_type", wanted.family}};
  if (json["model_type"] == "nanogpt") json["n_head"] = 12u;  // which has no default
  const ModelConfig config = config_of(json);
  EXPECT_EQ(count_cost(config).parameters, wanted.parameters);
  EXPECT_EQ(config.context, wanted.context);
  EXPECT_EQ(config.heads, wanted.heads);
  EXPECT_EQ(config.key_value_heads, wanted.key_value_heads);
  EXPECT_EQ(config.activation, wanted.activation);
  EXPECT_EQ(config.norm_epsilon, wanted.norm_epsilon);
  EXPECT_EQ(config.mask.window, wanted.window);
  EXPECT_EQ(config.rotary_share, wanted.rotary_share);
  EXPECT_EQ(config.rotary_base, 10000);
  EXPECT_EQ(config.embedding_scale, config.positions == "sinusoidal" ? "off" : "usual");
}

const Published kPublished[] = {
    {"gpt2", 124'439'808, 1024, 12, 0, "gelu_tanh", 1e-5},
    {"gpt_neo", 1'315'575'808, 2048, 16, 0, "gelu_tanh", 1e-5, 256},
    {"gpt_neox", 20'554'567'680, 2048, 64, 0, "gelu", 1e-5, 0, 0.25},
    {"llama", 6'738'415'616, 2048, 32, 0, "swiglu", 1e-6},
    {"mistral", 7'241'732'096, 131072, 32, 8, "swiglu", 1e-6, 4096},
    {"qwen2", 12'049'846'272, 32768, 32, 32, "swiglu", 1e-6},
    {"bert", 109'514'298, 512, 12, 0, "gelu", 1e-12},
    {"roberta", 124'695'897, 510, 12, 0, "gelu", 1e-12},
    {"xlm-roberta", 109'513'530, 510, 12, 0, "gelu", 1e-12},
    {"camembert", 109'513'530, 510, 12, 0, "gelu", 1e-12},
    {"distilbert", 66'985'530, 512, 12, 0, "gelu", 1e-12},
    {"vit", 85'800'194, ModelConfig().context, 12, 0, "gelu", 1e-12},
    {"t5", 60'506'624, 512, 8, 0, "relu", 1e-6},
    {"mt5", 300'176'768, 512, 6, 0, "geglu_tanh", 1e-6},
    {"marian", 412'268'277, 1024, 16, 0, "gelu", 1e-5},
    {"bart", 406'337'625, 1024, 16, 0, "gelu", 1e-5},
    {"nanogpt", 124'475'904, 1024, 12, 0, "gelu", 1e-5},
};

INSTANTIATE_TEST_SUITE_P(All, FamilyDefaults, ::testing::ValuesIn(kPublished), [](const auto& test) {
  std::string name = test.param.family;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(FamilyDefaults, CoverEachFamily) {
  for (const ModelFamily& family : model_families())
    EXPECT_TRUE(std::ranges::any_of(kPublished, [&](const Published& row) {
      return row.family == family.name;
    })) << family.name;
}

TEST(FamilyDefaults, TokensOfModelsThatAnswer) {
  struct Roles {
    const char* family;
    Index pad, end, start;
  };
  for (const auto& [name, pad, end, start] : {Roles{"t5", 0, 1, 0}, Roles{"mt5", 0, 1, 0},
                                              Roles{"marian", 58100, 0, 58100}, Roles{"bart", 1, 2, 2}}) {
    std::map<std::string_view, Index> usual;
    for (const FamilyRole& row : family_of(Json{{"model_type", name}}).roles) usual[row.key] = row.usual;
    const std::map<std::string_view, Index> wanted{
        {"pad_token_id", pad}, {"eos_token_id", end}, {"decoder_start_token_id", start}};
    EXPECT_EQ(usual, wanted) << name;
  }
}

/// Each word that a family has for a function means the one function that the word has in all of them; a gate
/// is written by T5 before the function, and understood by Llama's kin.
TEST(FamilyWords, MeanOneFunctionEach) {
  const std::map<std::string_view, std::string_view> functions{
      {"relu", "relu"},          {"gelu", "gelu"},
      {"gelu_new", "gelu_tanh"}, {"gelu_fast", "gelu_tanh"},
      {"silu", "silu"},          {"swish", "silu"},
      {"gelu_python", "gelu"},   {"gelu_pytorch_tanh", "gelu_tanh"},
      {"gated-silu", "swiglu"},  {"gated-gelu", "geglu_tanh"}};
  std::size_t words = 0;
  for (const ModelFamily& family : model_families())
    for (const FamilyKey& key : family.keys) {
      const auto* const option = std::get_if<std::string ModelConfig::*>(&key.option);
      if (!option || *option != &ModelConfig::activation) continue;
      for (const FamilyKey::Word& word : key.words) {
        const bool gated = word.ours == "swiglu" && (word.theirs == "silu" || word.theirs == "swish");
        const auto found = functions.find(word.theirs);
        ASSERT_NE(found, functions.end()) << family.name << ": " << word.theirs;
        EXPECT_EQ(word.ours, gated ? "swiglu" : found->second) << family.name << ": " << word.theirs;
        EXPECT_EQ(gated, family.config().norm_kind == "rms" && family.config().architecture == "gpt")
            << family.name;
        ++words;
      }
    }
  EXPECT_GT(words, 30u);
}

}  // namespace
}  // namespace attnlab::testing
