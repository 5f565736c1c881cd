// attention-lab models: a saved run beside another, as text, JSON and CSV.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

/// A small run with its stored steps, and a narrower one.
class TwoRuns : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("characters", {"--steps", "4", "--set", "context=16", "--out", mine()}));
    output_of(small_training(
        "characters", {"--steps", "2", "--set", "context=16", "--set", "feed_forward=24", "--out", wider()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string mine() { return *folder_ / "mine"; }
  static std::string wider() { return *folder_ / "wider"; }

  static std::string models(const std::string& with, Arguments more) {
    more.insert(more.begin(), {"models", "--model", mine(), "--with", with});
    return output_of(more);
  }
  static Json json_of(const std::string& with, Arguments more) {
    more.push_back("--json");
    return Json::parse(models(with, std::move(more)));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(TwoRuns, ARunIsEqualToItself) {
  const Json all = json_of(mine(), {"--text", "It was"});
  EXPECT_TRUE(all["same_shape"]);
  EXPECT_TRUE(all["unmatched"].empty());
  for (const char* table : {"weights", "pass"})
    for (const Json& row : all[table]) EXPECT_EQ(row["difference"], 0) << row;
  for (const Json& row : all["predictions"]) {
    EXPECT_EQ(row["this"], row["other"]);
    EXPECT_NEAR(row["divergence"].get<double>(), 0, 1e-9);
  }
  for (const Json& row : all["heads"]) EXPECT_NEAR(row["same_place_overlap"].get<double>(), 1, 1e-6) << row;
  EXPECT_EQ(all["totals"]["agree"], all["totals"]["positions"]);
}

/// What diff says of two steps, too.
TEST_F(TwoRuns, StepsDifferAsDiffSays) {
  const Json all = json_of(mine(), {"--text", "It was", "--with-step", "0"});
  const Json diff =
      Json::parse(output_of({"diff", "--model", mine(), "--other-step", "0", "--text", "It was", "--json"}));
  EXPECT_NEAR(all["totals"]["loss"].get<double>(), diff["loss"]["after"].get<double>(), 1e-6);
  EXPECT_NEAR(all["totals"]["other_loss"].get<double>(), diff["loss"]["before"].get<double>(), 1e-6);
  ASSERT_EQ(all["pass"].size(), diff["tensors"].size());
  for (const Json& tensor : diff["tensors"]) {
    const auto found =
        std::ranges::find_if(all["pass"], [&](const Json& row) { return row["tensor"] == tensor["tensor"]; });
    ASSERT_NE(found, all["pass"].end()) << tensor;
    EXPECT_NEAR((*found)["relative"].get<double>(), tensor["relative"].get<double>(), 1e-6) << tensor;
  }
}

TEST_F(TwoRuns, OtherShapesAreNamed) {
  const Json all = json_of(wider(), {"--text", "It was"});
  EXPECT_FALSE(all["same_shape"]);
  EXPECT_FALSE(all["unmatched"].empty());
  EXPECT_EQ(all["predictions"].size(), 6u);
  const std::string text = models(wider(), {});
  for (const char* what :
       {"step 4 compared with step 2", "the models differ in shape: feed forward 16, the other 24",
        "weights\n", "have different shapes\ndecoder.layers.0.feed_forward."})
    expect_has(text, what);
  EXPECT_EQ(text.find("predictions"), std::string::npos) << "there is no text";
}

TEST_F(TwoRuns, OneTableIsCsv) {
  const std::string csv = models(wider(), {"--text", "It was", "--table", "heads", "--csv"});
  EXPECT_TRUE(csv.starts_with("head,most_alike,most_alike_overlap,mutual,same_place,same_place_overlap\n"))
      << csv;
  EXPECT_EQ(lines_of(csv).size(), 3u);
}

TEST_F(TwoRuns, RefusesWhatCannotBeCompared) {
  const std::string other = *folder_ / "reverse";
  output_of(small_training("reverse", {"--steps", "1", "--out", other}));
  expect_has(error_of({"models", "--model", mine(), "--with", other, "--text", "a"}, 2),
             "the two models read and predict different kinds of data");
  expect_has(error_of({"models", "--model", mine(), "--with", *folder_ / "nowhere"}, 1), "nowhere");
  expect_has(error_of({"models", "--model", mine(), "--with", wider(), "--table", "head", "--text", "a"}, 2),
             "there is no table head; did you mean heads");
  expect_has(error_of({"models", "--model", mine(), "--with", wider(), "--text", "a", "--csv"}, 2),
             "--csv prints one table");
}

}  // namespace
}  // namespace attnlab::testing
