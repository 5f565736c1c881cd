// attention-lab attribute: text, JSON, the table, figures, the course over steps, and refusals.
#include <cmath>
#include <numeric>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// The stored runs of the pictures: trained elsewhere, so that every processor reads the same weights.
class Attributed : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    ProcessOptions there;
    there.folder = folder_->path();
    for (const char* run : {"reverse", "brackets", "digits"})
      run_process({ATTNLAB_CMAKE, "-E", "tar", "xf",
                   ATTNLAB_SOURCE_DIR "/tests/runs/pictures/" + std::string(run) + ".tar.xz"},
                  there);
  }
  static void TearDownTestSuite() { delete folder_; }

  static Arguments arguments(const std::string& run, const Arguments& more) {
    Arguments all{"attribute", "--model", *folder_ / run};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  static nlohmann::json json_of(const std::string& run, Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(output_of(arguments(run, more)));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(Attributed, HasALineForEachInput) {
  const std::string text = output_of(arguments("reverse", {"--source", "bface", "--position", "1"}));
  expect_has(text, "step 800: logit of \"c\" at position 1, after \"e\"");
  expect_has(text, "source         3  \"c\"");
  expect_has(text, "target         0  \"<sos>\"");
  expect_has(text, "█");
  expect_has(text, "░");
  expect_has(text, "integrated gradients: sum");
  expect_has(text, "rank correlation  gradient  integrated  occlusion  rollout");
}

TEST_F(Attributed, IsOneObject) {
  const nlohmann::json json =
      json_of("reverse", {"--source", "bface", "--position", "1", "--against", "e", "--points", "256"});
  EXPECT_EQ(json["word"], "c");
  EXPECT_EQ(json["against"], "e");
  EXPECT_EQ(json["metric"], "difference");
  EXPECT_EQ(json["step"], 800);
  ASSERT_EQ(json["inputs"].size(), 2u);
  EXPECT_EQ(json["inputs"][0]["tokens"], (std::vector<std::string>{"b", "f", "a", "c", "e", "<eos>"}));
  EXPECT_EQ(json["inputs"][1]["tensor"], "target.embedding");
  ASSERT_EQ(json["methods"].size(), 4u);
  const nlohmann::json& integrated = json["methods"][1];
  EXPECT_EQ(integrated["method"], "integrated");
  const std::vector<double> values = integrated["values"];
  ASSERT_EQ(values.size(), 12u);
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const double difference = json["value"].get<double>() - json["baseline_value"].get<double>();
  EXPECT_NEAR(sum, difference, 1e-2 * std::abs(difference)) << "for so many steps";
  EXPECT_NEAR(integrated["completeness_error"], sum - difference, 1e-9);
  EXPECT_EQ(json["agreement"][2][2], 1.0);
}

TEST_F(Attributed, OfRecurrentNetworksAndPictures) {
  const nlohmann::json brackets = json_of("brackets", {"--source", "([])", "--points", "4"});
  EXPECT_EQ(brackets["methods"].size(), 3u) << "nothing attends, so there is no rollout";
  const nlohmann::json digits = json_of("digits", {"--picture", "2", "--method", "occlusion", "--word", "3"});
  EXPECT_EQ(digits["inputs"][0]["tokens"][5], "1,1");
  EXPECT_EQ(digits["inputs"][0]["first_position"], 1);
  ASSERT_EQ(digits["methods"].size(), 1u);
  EXPECT_EQ(digits["methods"][0]["values"].size(), 16u);
}

TEST_F(Attributed, GoesOverTheStepsOfTheRun) {
  const Arguments course{"--source", "bface", "--position", "0", "--method", "gradient", "--steps"};
  const auto with = [&](Arguments list, const char* steps) {
    list.emplace_back(steps);
    return list;
  };
  const std::string text = output_of(arguments("reverse", with(course, "0,800")));
  expect_has(text, "gradient × input\nstep");
  const std::vector<std::string> lines = lines_of(text);
  ASSERT_EQ(lines.size(), 6u) << text;
  EXPECT_EQ(lines[0], "logit of \"e\" at position 0, after \"<sos>\"");
  EXPECT_EQ(lines[5].substr(0, 4), " 800");
  Arguments all = with(course, "all");
  all.emplace_back("--json");
  EXPECT_EQ(lines_of(output_of(arguments("reverse", all))).size(), 10u) << "stored steps";
}

TEST_F(Attributed, WritesATableAndAFigure) {
  const std::string table = *folder_ / "table.csv", figure = *folder_ / "figure.svg";
  EXPECT_EQ(output_of(arguments("reverse", {"--source", "bface", "--csv", table, "--figure", figure})), "");
  const std::vector<std::string> lines = lines_of(read_bytes(table));
  ASSERT_EQ(lines.size(), 1u + 4 * 12);
  EXPECT_EQ(lines[0], "step,method,input,position,token,value");
  EXPECT_EQ(lines[1].substr(0, 25), "800,gradient,source,0,b,-");
  expect_has(read_bytes(figure), "Attribution of each token");
}

TEST_F(Attributed, RefusesInOneLine) {
  const auto error = [](const std::string& run, const Arguments& more, int code = 2) {
    return error_of(arguments(run, more), code);
  };
  expect_has(error("reverse", {"--source", "ab", "--position", "9"}),
             "--position is 9, but must be from 0 to 2");
  expect_has(error("reverse", {"--source", "ab", "--word", "z"}),
             "--word \"z\" is not one of the model's 10 tokens");
  expect_has(error("reverse", {"--source", "ab", "--metric", "difference"}),
             "--metric difference needs --against WORD");
  expect_has(error("reverse", {"--source", "ab", "--metric", "loss"}), "there is no metric loss");
  expect_has(error("reverse", {"--source", "ab", "--baseline", "one"}), "there is no baseline one");
  expect_has(error("brackets", {"--source", "()", "--method", "rollout"}), "does not have attention rollout");
  expect_has(error("reverse", {"--source", "ab", "--steps", "0,7"}), "step 7 of");
}

}  // namespace
}  // namespace attnlab::testing
