// attention-lab probe: what a stored run's layers know, its course, its tables and refusals.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// The stored run that learnt how deep brackets are nested.
class ProbedBrackets : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    ProcessOptions there;
    there.folder = folder_->path();
    const std::string archive = ATTNLAB_SOURCE_DIR "/tests/runs/pictures/brackets.tar.xz";
    const ProcessResult unpacked = run_process({ATTNLAB_CMAKE, "-E", "tar", "xf", archive}, there);
    ASSERT_EQ(unpacked.exit_code, 0) << unpacked.errors;
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "brackets"; }

  static std::string probe(const Arguments& more) {
    Arguments arguments{"probe", "--model", model(), "--training", "600", "--held-out", "400"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(probe(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

double number(const nlohmann::json& row, const char* name) { return row[name].get<double>(); }

/// What the run learnt: the layers know how deep a bracket is, shuffled labels are not to be found.
TEST_F(ProbedBrackets, TheDepthOfABracketIsInTheLayers) {
  const nlohmann::json json = json_of({"--label", "depth"});
  EXPECT_EQ(json["label"], "depth");
  EXPECT_EQ(json["classes"][0], "1");
  EXPECT_GE(json["training_tokens"], 600);
  EXPECT_GE(json["held_out_tokens"], 400);
  const nlohmann::json& rows = json["probes"];
  ASSERT_GE(rows.size(), 2u);
  EXPECT_EQ(rows[0]["read"], "embedding");
  const nlohmann::json& last = rows.back();
  EXPECT_GT(number(last, "accuracy"), number(last, "control") + 0.25);
  EXPECT_GT(number(last, "accuracy"), number(last, "majority") + 0.15);
  EXPECT_GT(number(last, "accuracy"), number(rows[0], "accuracy") + 0.05)
      << "the token alone does not say how deep it is";
  for (const nlohmann::json& row : rows) {
    EXPECT_NEAR(number(row, "selectivity"), number(row, "accuracy") - number(row, "control"), 1e-12);
    const double p = number(row, "accuracy");
    EXPECT_NEAR(number(row, "error"), std::sqrt(p * (1 - p) / json["held_out_tokens"].get<double>()), 1e-12);
    EXPECT_LT(number(row, "control"), number(row, "majority") + 0.1);
  }
  EXPECT_EQ(json_of({"--label", "depth"}), json) << "the same each time";
}

TEST_F(ProbedBrackets, GoesThroughKeptSteps) {
  const nlohmann::json rows = json_of({"--label", "depth", "--steps", "0,400"})["probes"];
  ASSERT_EQ(rows.size() % 2, 0u);
  EXPECT_EQ(rows[0]["step"], 0);
  EXPECT_EQ(rows.back()["step"], 400);
}

TEST_F(ProbedBrackets, SaysWhatItSaysOfAText) {
  const nlohmann::json json = json_of({"--label", "depth", "--text", "([])", "--layer", "0"});
  ASSERT_EQ(json["tokens"].size(), 4u);
  EXPECT_EQ(json["tokens"][1]["token"], "[");
  EXPECT_EQ(json["tokens"][1]["label"], "2");
  EXPECT_TRUE(json["tokens"][1].contains("layer 0"));
  int judged = 0;
  ASSERT_EQ(json["confusion"].size(), json["classes"].size());
  for (const nlohmann::json& row : json["confusion"])
    for (const auto& cell : row.items())
      if (cell.key().starts_with("said ")) judged += cell.value().get<int>();
  EXPECT_EQ(judged, json["held_out_tokens"].get<int>());
}

TEST_F(ProbedBrackets, IsShownAsTextAndAsTables) {
  const std::string text = probe({"--label", "depth"});
  for (const char* what : {"bracket depth", "training examples", "most frequent", "embedding", "layer 0"})
    expect_has(text, what);
  const std::vector<std::string> lines = lines_of(probe({"--label", "depth", "--csv"}));
  EXPECT_EQ(lines[0], "step,read,accuracy,error,control,majority,selectivity,training,control_training");
  EXPECT_TRUE(lines[1].find(",embedding,") != std::string::npos) << lines[1];
}

TEST_F(ProbedBrackets, IsDrawn) {
  const std::string file = *folder_ / "depth.svg";
  probe({"--label", "depth", "--figure", file});
  const std::string svg = read_bytes(file);
  expect_has(svg, "bracket depth");
  expect_has(svg, "embedding");
}

TEST_F(ProbedBrackets, SaysWhatItNeeds) {
  expect_has(error_of({"probe"}, 2), "--model FOLDER or --preset NAME");
  expect_has(error_of({"probe", "--model", model(), "--label", "dept"}, 2), "depth");
  expect_has(error_of({"probe", "--model", model(), "--label", "carry"}, 2), "does not have the label carry");
  expect_has(error_of({"probe", "--model", model(), "--label", "depth", "--layer", "9"}, 2), "embedding, 0");
  expect_has(error_of({"probe", "--preset", "word-vectors"}, 2), "no layers");
}

}  // namespace
}  // namespace attnlab::testing
