// attention-lab experts: shares, effects, words, tables and refusals.
#include <cmath>
#include <numeric>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small mixture of three experts, trained for a few steps.
class Mixture : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training(
        "characters", {"--steps", "8", "--set", "context=16", "--set", "experts=3", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "mixture"; }

  static std::string experts(const Arguments& more) {
    Arguments arguments{"experts", "--model", model()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(experts(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

double sum_of(const nlohmann::json& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0,
                         [](double sum, const nlohmann::json& n) { return sum + n.get<double>(); });
}

TEST_F(Mixture, RoutesEachTokenOfAText) {
  const nlohmann::json json = json_of({"--text", "the owl"});
  EXPECT_EQ(json["experts"], 3);
  EXPECT_EQ(json["experts_per_token"], 2);
  EXPECT_EQ(json["step"], 8);
  ASSERT_EQ(json["layers"].size(), 1u);
  const nlohmann::json& layer = json["layers"][0];
  EXPECT_EQ(layer["feed_forward"], "decoder.layers.0.feed_forward");
  EXPECT_FALSE(layer.contains("held_out"));
  const nlohmann::json& text = layer["text"];
  ASSERT_EQ(text["routing"].size(), 7u);
  std::vector<double> choices(3, 0);
  for (const nlohmann::json& token : text["routing"]) {
    EXPECT_NEAR(sum_of(token["probabilities"]), 1, 1e-5);
    EXPECT_NEAR(sum_of(token["gates"]), 1, 1e-5);
    ASSERT_EQ(token["experts"].size(), 2u);
    for (const nlohmann::json& expert : token["experts"]) choices[expert.get<std::size_t>()] += 1.0 / 14;
  }
  for (std::size_t e = 0; e < 3; ++e) EXPECT_NEAR(text["shares"][e].get<double>(), choices[e], 1e-9);
  EXPECT_EQ(text["routing"][4]["token"], "o");
}

TEST_F(Mixture, TheLossWithoutAnExpertIsThatOfTheEdit) {
  const nlohmann::json json = json_of({"--text", "the owl sat"});
  const nlohmann::json& text = json["layers"][0]["text"];
  for (std::size_t e = 0; e < 3; ++e) {
    const nlohmann::json edited = nlohmann::json::parse(
        output_of({"trace", "--model", model(), "--text", "the owl sat", "--list", "--json", "--edit",
                   "no expert decoder.layers.0.feed_forward#" + std::to_string(e)}));
    EXPECT_NEAR(text["loss_without"][e].get<double>(), edited["loss"].get<double>(), 1e-6);
    EXPECT_NEAR(text["change"][e].get<double>(), edited["loss"].get<double>() - json["loss"].get<double>(),
                1e-6);
  }
}

TEST_F(Mixture, ReadsHeldOutExamples) {
  const nlohmann::json json = json_of({"--held-out", "--positions", "300", "--top", "3"});
  EXPECT_FALSE(json.contains("loss"));
  EXPECT_GE(json["held_out"]["targets"], 300);
  const nlohmann::json& held_out = json["layers"][0]["held_out"];
  EXPECT_GE(held_out["tokens"], 300);
  EXPECT_NEAR(sum_of(held_out["shares"]), 1, 1e-9);
  ASSERT_EQ(held_out["words"].size(), 3u);
  for (const nlohmann::json& words : held_out["words"]) {
    EXPECT_LE(words.size(), 3u);
    for (std::size_t i = 0; i < words.size(); ++i) {
      EXPECT_LE(words[i]["taken"], words[i]["seen"]);
      EXPECT_GT(words[i]["taken"], 0);
      if (i > 0) {
        EXPECT_LE(words[i]["taken"], words[i - 1]["taken"]);
      }
    }
  }
  EXPECT_EQ(json_of({"--held-out", "--positions", "300", "--top", "3"}), json) << "the same each time";
}

TEST_F(Mixture, IsShownAsText) {
  const std::string text = experts({"--text", "the owl", "--held-out", "--positions", "100"});
  for (const char* what :
       {" parameters, of which ", "2 of 3 experts in each layer", "loss of the text ", "validation loss ",
        "(decoder.layers.0.feed_forward)", "goes to", "expert 2 takes ", "entropy ", " of 1.5850 bits"})
    expect_has(text, what);
}

TEST_F(Mixture, ParametersAreThoseOfCost) {
  const nlohmann::json json = json_of({"--text", "a"}),
                       cost = nlohmann::json::parse(output_of({"cost", "--model", model(), "--json"}));
  EXPECT_EQ(json["parameters"], cost["parameters"]);
  EXPECT_EQ(json["active_parameters"], cost["active_parameters"]);
  EXPECT_LT(json["active_parameters"], json["parameters"]);
}

TEST_F(Mixture, WritesTables) {
  const std::string tables = *folder_ / "tables";
  EXPECT_EQ(experts({"--text", "a, b", "--held-out", "--positions", "100", "--csv", tables}), "");
  const auto lines = [&](const char* file) {
    return lines_of(read_bytes(std::filesystem::path(tables) / file));
  };
  EXPECT_EQ(lines("experts.csv").size(), 1u + 3);
  const std::vector<std::string> tokens = lines("tokens.csv");
  ASSERT_EQ(tokens.size(), 1u + 4);
  EXPECT_TRUE(tokens[2].starts_with("decoder.layers.0.feed_forward,1,\",\",")) << tokens[2];
  EXPECT_TRUE(lines("words.csv")[0].starts_with("feed_forward,token,seen,taken0,taken1,taken2"));
  EXPECT_EQ(experts({"--text", "a", "--csv", tables}), "") << "its own folder is replaced";
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(tables) / "words.csv"));
  expect_has(error_of({"experts", "--model", model(), "--text", "a", "--csv", model()}, 1),
             "tables of experts");
}

TEST_F(Mixture, OfAStoredStepAndOfAPreset) {
  EXPECT_EQ(json_of({"--text", "a", "--step", "0"})["step"], 0);
  const auto preset = nlohmann::json::parse(
      output_of({"experts", "--preset", "experts", "--set", "experts=8", "--text", "The owl sat", "--json"}));
  EXPECT_EQ(preset["experts"], 8);
  EXPECT_EQ(preset["layers"].size(), 2u);
  EXPECT_EQ(preset["layers"][1]["text"]["shares"].size(), 8u);
}

TEST_F(Mixture, SaysWhatItNeeds) {
  expect_has(error_of({"experts"}, 2), "--model FOLDER or --preset NAME");
  expect_has(error_of({"experts", "--model", model()}, 2), "--held-out");
  expect_has(error_of({"experts", "--preset", "translate", "--source", "cat"}, 2),
             "this model has no experts");
  expect_has(error_of({"experts", "--model", model(), "--text", "a", "--edit",
                       "no expert decoder.layers.0.feed_forward#3"},
                      2),
             "does not have an expert 3");
  expect_has(error_of({"experts", "--model", model(), "--set", "experts=8", "--text", "a"}, 2), "--preset");
}

}  // namespace
}  // namespace attnlab::testing
