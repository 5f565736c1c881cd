// attention-lab circuits: scores, composition, QK and OV circuits, histories, tables and refusals.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small model of repeated letters, trained for a few steps.
class Circuits : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training(
        "induction", {"--steps", "8", "--set", "heads=2", "--set", "symbols=8", "--set", "max_length=6",
                      "--set", "layers=2", "--set", "context=12", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "induction"; }

  static std::string circuits(const Arguments& more) {
    Arguments arguments{"circuits", "--model", model()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(circuits(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(Circuits, ScoreEveryHead) {
  const nlohmann::json json = json_of({});
  EXPECT_EQ(json["sequences"], 8);
  EXPECT_EQ(json["tokens"], 6);
  ASSERT_EQ(json["steps"].size(), 1u);
  const nlohmann::json& step = json["steps"][0];
  EXPECT_EQ(step["step"], 8);
  ASSERT_EQ(step["heads"].size(), 4u);
  for (const nlohmann::json& head : step["heads"]) {
    for (const char* score : {"induction", "previous", "duplicate"}) {
      EXPECT_GE(head[score], 0);
      EXPECT_LE(head[score], 1);
    }
    double real = 0, magnitude = 0;
    for (const nlohmann::json& value : head["eigenvalues"]) {
      real += value[0].get<double>();
      magnitude += std::hypot(value[0].get<double>(), value[1].get<double>());
    }
    EXPECT_NEAR(head["copying"].get<double>(), real / magnitude, 1e-9);
  }
  EXPECT_EQ(step["heads"][3]["head"], "decoder.layers.1.self_attention#1");
}

TEST_F(Circuits, ComposeHeadsOfBothLayers) {
  const nlohmann::json step = json_of({})["steps"][0];
  ASSERT_EQ(step["compositions"].size(), 2u * 2 * 3);
  for (const nlohmann::json& each : step["compositions"]) {
    EXPECT_TRUE(each["from"].get<std::string>().starts_with("decoder.layers.0."));
    EXPECT_TRUE(each["into"].get<std::string>().starts_with("decoder.layers.1."));
    EXPECT_NEAR(each["score"].get<double>() - each["over_chance"].get<double>(), step["chance"].get<double>(),
                1e-12);
  }
}

TEST_F(Circuits, OfChosenWords) {
  const nlohmann::json step = json_of(
      {"--looks", "--says", "--words", "a c", "--head", "decoder.layers.0.self_attention#1"})["steps"][0];
  for (const char* part : {"looks", "says"}) {
    EXPECT_EQ(step[part]["head"], "decoder.layers.0.self_attention#1");
    EXPECT_EQ(step[part]["rows"], (std::vector<std::string>{"a", "c"}));
    ASSERT_EQ(step[part]["cells"].size(), 2u);
    EXPECT_EQ(step[part]["cells"][0].size(), 2u);
  }
  EXPECT_NE(json_of({"--looks", "--distance", "3"})["steps"][0]["looks"],
            json_of({"--looks"})["steps"][0]["looks"])
      << "positions are rotary";
}

TEST_F(Circuits, AreFollowedOverTraining) {
  const nlohmann::json all = json_of({"--steps", "all", "--over", "-1"});
  ASSERT_GE(all["steps"].size(), 2u);
  EXPECT_EQ(all["steps"][0]["step"], 0);
  EXPECT_EQ(all["formed"]["induction"]["step"], 0);
  EXPECT_TRUE(json_of({"--steps", "all", "--over", "1"})["formed"]["induction"].is_null());
  EXPECT_EQ(json_of({"--steps", "8,0"})["steps"].size(), 2u);
  expect_has(circuits({"--steps", "all", "--score", "previous", "--over", "1"}), "no head is above 1.00");
}

TEST_F(Circuits, AreShownAsText) {
  const std::string text = circuits({"--says", "--words", "a b"});
  for (const char* what : {"induction", "decoder.layers.1.self_attention#0", "8 sequences of 6 random tokens",
                           "chance level 1/√C = 0.2500", "above chance", "OV circuit"})
    expect_has(text, what);
}

TEST_F(Circuits, WriteTablesAndAFigure) {
  const std::string tables = *folder_ / "tables", figure = *folder_ / "circuits.svg";
  EXPECT_EQ(circuits({"--csv", tables, "--looks", "--figure", figure}), "");
  const auto lines = [&](const char* file) {
    return lines_of(read_bytes(std::filesystem::path(tables) / file));
  };
  EXPECT_EQ(lines("heads.csv").size(), 1u + 4);
  EXPECT_TRUE(lines("heads.csv")[0].starts_with("step,head,induction,previous,duplicate,copying"));
  EXPECT_EQ(lines("compositions.csv").size(), 1u + 12);
  EXPECT_EQ(lines("looks.csv").size(), 1u + 8 * 8);
  EXPECT_EQ(circuits({"--csv", tables}), "") << "its own folder is replaced";
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(tables) / "looks.csv"));
  expect_has(read_bytes(figure), "QK circuit");
  expect_has(error_of({"circuits", "--model", model(), "--csv", model()}, 1), "circuit tables");
}

TEST_F(Circuits, SayWhatTheyNeed) {
  expect_has(error_of({"circuits"}, 2), "--model FOLDER or --preset NAME");
  expect_has(error_of({"circuits", "--preset", "lstm"}, 2), "this model has no attention heads");
  expect_has(error_of({"circuits", "--model", model(), "--words", "a"}, 2),
             "--words needs --looks or --says");
  expect_has(error_of({"circuits", "--model", model(), "--looks", "--words", "z"}, 2),
             "does not have the token z");
  expect_has(error_of({"circuits", "--model", model(), "--head", "7"}, 2),
             "--head needs --looks, --says or --figure");
  expect_has(
      error_of({"circuits", "--model", model(), "--looks", "--head", "decoder.layers.0.self_attention#2"}, 2),
      "there is no head decoder.layers.0.self_attention#2");
  expect_has(error_of({"circuits", "--model", model(), "--steps", "30"}, 2), "is not stored");
}

TEST(CircuitsOfAPreset, WhereAnEncoderSaysNoWords) {
  expect_has(
      error_of({"circuits", "--preset", "copy", "--says", "--head", "encoder.layers.0.self_attention#0"}, 2),
      "The encoder's heads do not predict tokens");
  const nlohmann::json json = nlohmann::json::parse(output_of({"circuits", "--preset", "digits", "--json"}));
  EXPECT_TRUE(json["steps"][0]["heads"][0]["induction"].is_null());
  EXPECT_EQ(json["tokens"], 0);
}

}  // namespace
}  // namespace attnlab::testing
