// attention-lab contributions: the sum, the tokens that heads read, saved steps, figures and refusals.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small model, trained for a few steps.
class SplitLogit : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("characters", {"--steps", "8", "--set", "context=16", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "tales"; }

  static std::string split(const Arguments& more) {
    Arguments arguments{"contributions", "--model", model(), "--text", "the owl"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(split(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(SplitLogit, AddsUp) {
  for (const Arguments& more : {Arguments{}, {"--word", "e"}, {"--word", "e", "--against", "a"}}) {
    const nlohmann::json json = json_of(more);
    double sum = 0;
    for (const nlohmann::json& part : json["parts"]) {
      sum += part["contribution"].get<double>();
      EXPECT_NEAR(part["contribution"].get<double>() - part["left_out"].get<double>(),
                  part["error"].get<double>(), 1e-9);
    }
    EXPECT_NEAR(sum, json["logit"].get<double>(), 1e-4);
    EXPECT_NEAR(sum, json["sum"].get<double>(), 1e-9);
    EXPECT_EQ(json["step"], 8);
    EXPECT_EQ(json["parts"].size(), 2u + 2 + 1 + 1 + 1);
  }
}

TEST_F(SplitLogit, ADifferenceIsOfTwoLogits) {
  const auto logit = [](const Arguments& more) { return json_of(more)["logit"].get<double>(); };
  EXPECT_NEAR(logit({"--word", "e", "--against", "a"}), logit({"--word", "e"}) - logit({"--word", "a"}),
              1e-6);
  EXPECT_NE(logit({"--word", "e", "--position", "1"}), logit({"--word", "e", "--position", "2"}));
}

TEST_F(SplitLogit, ListsTheTokensOfAHead) {
  const std::string head = "decoder.layers.0.self_attention#1";
  const std::vector<std::string> lines = lines_of(split({"--head", head, "--position", "3", "--csv"}));
  ASSERT_EQ(lines.size(), 1u + 7);
  EXPECT_EQ(lines[0], "position,token,weight,value,contribution");
  EXPECT_TRUE(lines[7].starts_with("6,l,0,")) << "later tokens are not read: " << lines[7];
  const nlohmann::json json = json_of({"--position", "3"});
  double sum = 0;
  for (const nlohmann::json& token : json["parts"][3]["tokens"]) sum += token["contribution"].get<double>();
  EXPECT_EQ(json["parts"][3]["head"], 1);
  EXPECT_NEAR(sum, json["parts"][3]["contribution"].get<double>(), 1e-5);
}

TEST_F(SplitLogit, IsShownAsText) {
  const std::string text = split({"--word", "e"});
  for (const char* what :
       {"logit of \"e\" at position 5, \"w\": ", "embedding", "layer 0 · head 1", "layer 0 · feed-forward",
        "final norm β", "left out", "sum of all 7 parts: ", "; the last norm divides by "})
    expect_has(text, what);
  EXPECT_EQ(lines_of(split({"--by-size", "--top", "3", "--csv"})).size(), 1u + 3);
}

TEST_F(SplitLogit, GoesThroughSavedSteps) {
  const std::vector<std::string> lines = lines_of(split({"--steps", "all", "--csv"}));
  EXPECT_TRUE(lines[0].starts_with("step,part,kind,")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("0,embedding,")) << lines[1];
  EXPECT_TRUE(lines.back().starts_with("8,final norm β,")) << lines.back();
  EXPECT_EQ(lines_of(split({"--steps", "0,8", "--csv"})).size(), 1u + 2 * 7);
  expect_has(split({"--steps", "0,8"}), "step 0\nlogit of ");
}

TEST_F(SplitLogit, IsDrawn) {
  const std::string figure = *folder_ / "parts.svg";
  split({"--word", "e", "--figure", figure});
  const std::string svg = read_bytes(figure);
  expect_has(svg, "feed-forward");
  expect_has(svg, "“e”");
}

TEST_F(SplitLogit, RefusesWhatIsNotThere) {
  const auto refusal = [](Arguments more) {
    more.insert(more.begin(), {"contributions", "--model", model(), "--text", "the owl"});
    return error_of(more, 2);
  };
  expect_has(refusal({"--word", "owls"}), "--word \"owls\" is not in the vocabulary");
  expect_has(refusal({"--position", "7"}), "--position is 7, but must be at most 6");
  EXPECT_TRUE(refusal({"--head", "decoder.layers.0.self_attention#2"}).ends_with("?\n"));
  expect_has(refusal({"--head", "decoder.layers.0.self_attention#2"}), "there is no head ");
  expect_has(error_of({"contributions", "--preset", "lstm", "--text", "the owl"}, 2),
             "the logits of this model cannot be split into contributions: its logits are computed from a "
             "state that gates");
  expect_has(error_of({"contributions", "--preset", "characters"}, 2), "--text TEXT");
}

TEST_F(SplitLogit, OfAnUntrainedTranslator) {
  const nlohmann::json json = nlohmann::json::parse(
      output_of({"contributions", "--preset", "translate", "--source", "the cat", "--json"}));
  EXPECT_NEAR(json["sum"].get<double>(), json["logit"].get<double>(), 1e-4);
}

}  // namespace
}  // namespace attnlab::testing
