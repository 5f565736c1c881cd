// attention-lab lens: words, ranks, sizes, the course over steps, tables, figures and refusals.
#include <cmath>
#include <numeric>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small translator of letters, trained for a few steps.
class LensRun : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("reverse", {"--steps", "8", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "reverse"; }

  static std::string lens(const Arguments& more) {
    Arguments arguments{"lens", "--model", model()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(lens(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST(LensOfClasses, SaysClassAndNotWord) {
  const std::string text = output_of({"lens", "--preset", "sentiment", "--text", "the film was good"});
  EXPECT_NE(text.find("* the correct class"), std::string::npos) << text;
  EXPECT_EQ(text.find("word"), std::string::npos) << text;
}

TEST_F(LensRun, EndsInTheLossOfThePass) {
  const nlohmann::json json = json_of({"--source", "abc", "--target", "cba", "--top", "3"});
  EXPECT_EQ(json["step"], 8);
  ASSERT_EQ(json["tokens"].size(), 4u);
  EXPECT_EQ(json["tokens"][0]["token"], "<sos>");
  EXPECT_EQ(json["tokens"][0]["right"], "c");
  ASSERT_EQ(json["states"].size(), 4u) << "before the layer, and after its three sublayers";
  EXPECT_EQ(json["states"][0]["after"], "target");
  EXPECT_EQ(json["states"][2]["after"], "decoder.layers.0.cross_attention");
  double loss = 0;
  for (const nlohmann::json& cell : json["states"][3]["cells"]) {
    loss -= std::log(cell["right_probability"].get<double>()) / 4;
    ASSERT_EQ(cell["words"].size(), 3u);
    EXPECT_GE(cell["words"][0]["probability"], cell["words"][1]["probability"]);
    EXPECT_GE(cell["right_rank"], 1);
    EXPECT_GT(cell["size"], 0);
  }
  EXPECT_NEAR(loss, json["loss"].get<double>(), 1e-5);
}

TEST_F(LensRun, TextHasATableAndOnePosition) {
  const std::string table = lens({"--source", "abc", "--target", "cba"});
  EXPECT_NE(table.find("0 cross-attention"), std::string::npos) << table;
  EXPECT_NE(table.find("* the correct token"), std::string::npos);
  const std::string at = lens({"--source", "abc", "--target", "cba", "--at", "1", "--top", "2"});
  EXPECT_NE(at.find("position 1, \"c\"; correct: \"b\""), std::string::npos) << at;
  EXPECT_NE(at.find("cosine between outputs"), std::string::npos);
}

TEST_F(LensRun, TheCourseHasEachStoredStep) {
  const nlohmann::json json = json_of({"--source", "abc", "--target", "cba", "--steps", "all", "--at", "2"});
  EXPECT_EQ(json["position"], 2);
  EXPECT_EQ(json["token"], "b");
  ASSERT_GE(json["steps"].size(), 2u);
  EXPECT_EQ(json["steps"].back()["step"], 8);
  const nlohmann::json whole = json_of({"--source", "abc", "--target", "cba"});
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(json["steps"].back()["states"][i]["right_probability"],
              whole["states"][i]["cells"][2]["right_probability"]);
  const nlohmann::json some = json_of({"--source", "abc", "--target", "cba", "--steps", "0,8"});
  ASSERT_EQ(some["steps"].size(), 2u);
  EXPECT_EQ(some["position"], 3) << "the last with a correct token";
  const std::string text = lens({"--source", "abc", "--steps", "0,8"});
  EXPECT_NE(text.find("and its rank in the vocabulary"), std::string::npos) << text;
}

TEST_F(LensRun, TablesHaveARowForEachStateAndPosition) {
  const TempFolder folder;
  const std::string file = folder / "lens.csv";
  EXPECT_EQ(lens({"--source", "abc", "--target", "cba", "--csv", file, "--top", "2"}), "");
  std::vector<std::string> lines = lines_of(read_bytes(file));
  ASSERT_EQ(lines.size(), 1u + 4 * 4);
  EXPECT_EQ(
      lines[0],
      "step,after,stream,position,token,right,right_probability,right_rank,right_logit,entropy_bits,size,"
      "added,word1,probability1,word2,probability2");
  lens({"--source", "abc", "--target", "cba", "--csv", file, "--steps", "0,8"});
  EXPECT_EQ(lines_of(read_bytes(file)).size(), 1u + 2 * 4 * 4);
}

TEST_F(LensRun, AFigureIsTheView) {
  const TempFolder folder;
  const std::string file = folder / "lens.svg";
  lens({"--source", "abc", "--target", "cba", "--at", "1", "--figure", file});
  EXPECT_NE(read_bytes(file).find("cross-attention"), std::string::npos);
}

TEST(LensOfPresets, ReadsAClassAndRefusesOthers) {
  const nlohmann::json json = nlohmann::json::parse(
      output_of({"lens", "--preset", "sentiment", "--source", "good", "--set", "width=8", "--json"}));
  ASSERT_EQ(json["tokens"].size(), 1u);
  EXPECT_TRUE(json["tokens"][0]["right"].is_null()) << "the correct class is not known";
  EXPECT_TRUE(json["states"][0]["cells"][0]["right_rank"].is_null());
  const auto refused = [](const Arguments& arguments) {
    const ProcessResult result = run_program(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.errors;
    return result.errors;
  };
  EXPECT_NE(refused({"lens", "--preset", "lstm", "--text", "abc"})
                .find("this model does not have a residual stream"),
            std::string::npos);
  EXPECT_NE(refused({"lens", "--preset", "characters", "--text", "abc", "--at", "3"})
                .find("--at is 3, but the text has positions 0 to 2"),
            std::string::npos);
  refused({"lens", "--preset", "characters"});
  refused({"lens", "--text", "abc"});
}

}  // namespace
}  // namespace attnlab::testing
