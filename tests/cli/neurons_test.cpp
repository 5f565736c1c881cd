// attention-lab neurons: units, one unit, held-out examples, the course over steps, tables, figures and
// refusals.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small GPT, trained for a few steps.
class NeuronRun : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training(
        "characters", {"--steps", "8", "--set", "context=16", "--set", "activation=relu", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "units"; }

  static std::string neurons(const Arguments& more) {
    Arguments arguments{"neurons", "--model", model(), "--text", "the owl"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(neurons(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(NeuronRun, ListsTheUnitsWithTheLargestActivations) {
  const nlohmann::json json = json_of({"--top", "4"});
  EXPECT_EQ(json["network"], "decoder.layers.0.feed_forward");
  EXPECT_EQ(json["tokens"].size(), 7u);
  EXPECT_EQ(json["words"].size(), 7u);
  ASSERT_EQ(json["listed"].size(), 4u);
  double last = INFINITY;
  for (const nlohmann::json& unit : json["listed"]) {
    double most = 0;
    for (const nlohmann::json& value : unit["activations"])
      most = std::max(most, std::abs(value.get<double>()));
    EXPECT_LE(most, last);
    last = most;
    EXPECT_EQ(unit["contributions"].size(), 7u);
    EXPECT_FALSE(unit.contains("held_out"));
  }
}

TEST_F(NeuronRun, ActivationsAreThoseOfTheTrace) {
  const nlohmann::json json = json_of({"--unit", "3"});
  const nlohmann::json traced = nlohmann::json::parse(
      output_of({"explain", "--model", model(), "--text", "the owl", "--json", "--tensor",
                 "decoder.layers.0.feed_forward.activated", "--cell", "0,2,3"}));
  EXPECT_NEAR(json["listed"][0]["activations"][2].get<double>(), traced["value"].get<double>(), 1e-6);
  EXPECT_GT(json["promotes"].size(), 0u);
  EXPECT_GT(json["promotes"][0]["value"].get<double>(), 0);
  EXPECT_LT(json["suppresses"][0]["value"].get<double>(), 0);
  EXPECT_EQ(json["weights"]["in"].size(), json["weights"]["out"].size());
}

TEST_F(NeuronRun, ReadsHeldOutExamples) {
  const nlohmann::json json = json_of({"--unit", "3", "--held-out", "--positions", "200", "--top", "3"});
  EXPECT_GE(json["held_out"]["positions"], 200);
  const nlohmann::json& unit = json["listed"][0]["held_out"];
  EXPECT_LE(unit["least"].get<double>(), unit["mean"].get<double>());
  EXPECT_LE(unit["mean"].get<double>(), unit["most"].get<double>());
  EXPECT_TRUE(unit["follows"].contains("position"));
  ASSERT_GT(json["moved_by"].size(), 0u);
  EXPECT_NEAR(json["moved_by"][0]["activation"].get<double>(), unit["most"].get<double>(), 1e-6);
  EXPECT_EQ(json_of({"--unit", "3", "--held-out", "--positions", "200", "--top", "3"}), json)
      << "equal each time";
}

TEST_F(NeuronRun, FollowsAFeature) {
  const nlohmann::json json = json_of({"--follow", "space", "--positions", "300", "--top", "2"});
  EXPECT_EQ(json["by"], "follows");
  const auto r = [&](std::size_t i) {
    const nlohmann::json& value = json["listed"][i]["held_out"]["follows"]["space"];
    return value.is_null() ? 0.0 : std::abs(value.get<double>());
  };
  EXPECT_GE(r(0), r(1));
  expect_has(error_of({"neurons", "--model", model(), "--text", "a", "--follow", "spoce"}, 2), "space");
  expect_has(
      error_of({"neurons", "--model", model(), "--text", "a", "--follow", "digit", "--positions", "50"}, 2),
      "never changes");
}

TEST_F(NeuronRun, IsShownAsText) {
  const std::string text = neurons({"--unit", "3", "--held-out", "--positions", "100"});
  for (const char* what : {"(decoder.layers.0.feed_forward)", " units, step 8, loss ", "held-out data: ",
                           "units dead", "promotes ", "suppresses ", "activation", "contribution", "["})
    expect_has(text, what);
}

TEST_F(NeuronRun, HasACourseOverTheSteps) {
  const std::vector<std::string> lines = lines_of(neurons({"--unit", "3", "--steps", "0,8"}));
  ASSERT_EQ(lines.size(), 3u);
  expect_has(lines[0], "step");
  EXPECT_GT(lines_of(neurons({"--unit", "3", "--steps", "all"})).size(), 2u);
  expect_has(error_of({"neurons", "--model", model(), "--text", "a", "--steps", "7000"}, 2), "not stored");
}

TEST_F(NeuronRun, WritesTables) {
  const std::string tables = *folder_ / "tables";
  EXPECT_EQ(neurons({"--unit", "3", "--held-out", "--positions", "100", "--csv", tables}), "");
  const auto lines = [&](const char* file) {
    return lines_of(read_bytes(std::filesystem::path(tables) / file));
  };
  EXPECT_TRUE(lines("units.csv")[0].starts_with("network,unit,activation,"));
  EXPECT_EQ(lines("tokens.csv").size(), 1u + 7);
  EXPECT_GT(lines("words.csv").size(), 1u);
  EXPECT_GT(lines("examples.csv").size(), 1u);
  EXPECT_EQ(neurons({"--csv", tables}), "") << "its own folder is replaced";
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(tables) / "words.csv"));
  expect_has(error_of({"neurons", "--model", model(), "--text", "a", "--csv", model()}, 1),
             "tables of neurons");
}

TEST_F(NeuronRun, DrawsAFigure) {
  const std::string file = *folder_ / "units.svg";
  EXPECT_EQ(neurons({"--unit", "3", "--by", "contribution", "--figure", file}), "");
  const std::string svg = read_bytes(file);
  expect_has(svg, "Neurons");
  expect_has(svg, "unit 3");
}

TEST_F(NeuronRun, SaysWhatItNeeds) {
  expect_has(error_of({"neurons"}, 2), "--model FOLDER or --preset NAME");
  expect_has(error_of({"neurons", "--model", model()}, 2), "--text TEXT");
  expect_has(error_of({"neurons", "--model", model(), "--text", "a", "--unit", "9999"}, 2),
             "there is no unit");
  expect_has(error_of({"neurons", "--model", model(), "--text", "a", "--layer", "7"}, 2),
             "the layers are decoder.0");
  expect_has(error_of({"neurons", "--preset", "lstm", "--text", "a"}, 2), "no feed-forward networks");
  expect_has(error_of({"neurons", "--preset", "translate", "--source", "the cat", "--layer", "encoder.1",
                       "--by", "contribution"},
                      2),
             "only through cross-attention");
}

}  // namespace
}  // namespace attnlab::testing
