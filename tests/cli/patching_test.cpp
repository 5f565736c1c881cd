// attention-lab patch: tables, JSON, CSV, figures, proposals and refusals.
#include <nlohmann/json.hpp>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small run with a few stored steps.
class PatchProgram : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("induction", {"--steps", "8", "--set", "layers=2", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "run"; }
  static std::string file(const std::string& name) { return *folder_ / name; }

  static std::string patch(const Arguments& more) {
    Arguments arguments{"patch", "--model", model()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  /// With two texts.
  static std::string letters(Arguments more) {
    more.insert(more.end(),
                {"--clean", "qkvaq", "--changed", "qxvaq", "--clean-answer", "k", "--changed-answer", "x"});
    return patch(more);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(letters(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(PatchProgram, PrintsTheGridAsJson) {
  const nlohmann::json json = json_of({});
  EXPECT_EQ(json["what"], "stream");
  EXPECT_EQ(json["metric"], "logit_difference");
  EXPECT_EQ(json["clean"]["answer"], "k");
  EXPECT_EQ(json["changed"]["text"], "qxvaq");
  EXPECT_EQ(json["passes"], 25);
  const nlohmann::json& block = json["blocks"].at(0);
  ASSERT_EQ(block["rows"].size(), 5u);
  EXPECT_EQ(block["rows"][1]["tensor"], "decoder.layers.0.attention_residual");
  EXPECT_EQ(block["columns"][1]["token"], "k → x");
  EXPECT_NEAR(block["shares"][0][1].get<double>(), 1, 1e-3);
  EXPECT_NEAR(block["values"][0][1].get<double>(), json["clean"]["value"].get<double>(), 1e-4);
}

TEST_F(PatchProgram, PrintsHeadsAndPaths) {
  const nlohmann::json json = json_of({"--what", "path", "--into", "value"});
  EXPECT_EQ(json["into"], "value");
  const nlohmann::json& block = json["blocks"].at(0);
  EXPECT_EQ(block["rows"].size(), 2u);
  EXPECT_EQ(json_of({"--what", "heads", "--position", "4"})["passes"], 4);
  EXPECT_EQ(block["columns"][0]["tensor"], "decoder.layers.1.self_attention.value");
  EXPECT_EQ(block["columns"][1]["head"], 1);
}

TEST_F(PatchProgram, PrintsATableAndSentences) {
  const std::string text = letters({"--top", "2"});
  for (const char* what : {"clean: \"qkvaq\"  answer \"k\"", "residual stream, text", "1 k → x",
                           "layer 1 after self-attention", "of the clean answer."})
    expect_has(text, what);
}

TEST_F(PatchProgram, WritesTheCourseOverStoredSteps) {
  letters({"--steps", "all", "--csv", file("course.csv")});
  const std::vector<std::string> lines = lines_of(read_bytes(file("course.csv")));
  ASSERT_GT(lines.size(), 50u);
  EXPECT_EQ(lines[0], "step,what,text,tensor,head,into_tensor,into_head,position,token,value,share");
  expect_has(lines[1], "0,stream,text,target.embedding,,,,0,q,");
  expect_has(lines.back(), "8,stream,text,decoder.layers.1.feed_forward_residual,,,,4,q,");
  EXPECT_EQ(events_of(letters({"--steps", "0,8", "--json"})).size(), 2u);
}

TEST_F(PatchProgram, DrawsAFigureOfEachStep) {
  letters({"--figure", file("grid.svg")});
  expect_has(read_bytes(file("grid.svg")), "<svg");
  letters({"--steps", "0,8", "--figure", file("of.svg")});
  EXPECT_TRUE(std::filesystem::exists(file("of-0.svg")));
  EXPECT_TRUE(std::filesystem::exists(file("of-8.svg")));
}

TEST_F(PatchProgram, ProposesPairs) {
  const std::vector<nlohmann::json> pairs = events_of(patch({"--proposals", "--json"}));
  ASSERT_FALSE(pairs.empty());
  const nlohmann::json json = nlohmann::json::parse(patch({"--proposal", "0", "--json"}));
  EXPECT_EQ(json["clean"]["text"], pairs[0]["clean"]);
  expect_has(error_of({"patch", "--model", model(), "--proposal", "900"}, 2), "there is no proposal 900");
}

TEST_F(PatchProgram, RefusesInOneLine) {
  expect_has(error_of({"patch", "--model", model(), "--clean", "abc", "--changed", "ab"}, 2),
             "patching needs the same number in both");
  expect_has(error_of({"patch", "--model", model()}, 2), "--proposal N");
  expect_has(error_of({"patch", "--model", model(), "--proposal", "0", "--what", "streams"}, 2),
             "there is no part to patch streams; did you mean stream");
}

}  // namespace
}  // namespace attnlab::testing
