// attention-lab explain, on saved models.
#include "app/base/printable.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

class Explained : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("characters", {"--steps", "20", "--set", "context=16", "--out", model()}));
    output_of(small_training("brackets", {"--steps", "5", "--out", classes()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "letters"; }
  static std::string classes() { return *folder_ / "classes"; }

  static Arguments explain(const Arguments& more) {
    Arguments arguments{"explain", "--model", model(), "--text", "It was"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  static Arguments query(const Arguments& more) {
    Arguments arguments = explain({"--tensor", "decoder.layers.0.self_attention.query", "--cell", "0,1,2,3"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(Explained, TheLargestTermsComeFirstAndTheRestIsOneNumber) {
  const std::vector<std::string> lines = lines_of(output_of(query({"--terms", "3"})));
  ASSERT_EQ(lines.size(), 3u + 6u + 1u);  // three terms are six cells
  expect_has(lines[2], " + 14 terms (");
  EXPECT_EQ(lines.back(), "    + 27 cells of smaller terms");
  EXPECT_EQ(lines_of(output_of(query({"--terms", "0"}))).size(), 3u + 33u);
}

TEST_F(Explained, UsersArePrintedWithTheirSlopes) {
  const std::string text = output_of(query({"--users", "--terms", "2"}));
  expect_has(text, "used by decoder.layers.0.self_attention.scores: 6\n");
  expect_has(text, "    + 4 more\n");
  const auto answer = nlohmann::json::parse(output_of(query({"--users", "--format", "json"})));
  ASSERT_EQ(answer["users"].size(), 6u);
  double before = 1e9;
  for (const auto& user : answer["users"]) {
    EXPECT_EQ(user["tensor"], "decoder.layers.0.self_attention.scores");
    EXPECT_LE(std::abs(user["slope"].get<double>()), before);
    before = std::abs(user["slope"].get<double>());
  }
  expect_has(output_of(query({"--users", "--grad"})),
             "used by decoder.layers.0.self_attention.query.bias.grad: 1");
  expect_has(error_of(query({"--users", "--format", "latex"}), 2), "text or json");
}

TEST_F(Explained, ACellOfTheVocabularyIsNamed) {
  const auto entries = nlohmann::json::parse(
      output_of({"tokens", "--model", model(), "--vocabulary", "--json"}))["vocabulary"];
  const auto named = [&](const std::string& tensor, const std::string& cell, std::size_t id) {
    const std::string entry = entries.at(id)["token"];
    expect_has(lines_of(output_of(explain({"--tensor", tensor, "--cell", cell, "--depth", "0"})))[0],
               quoted_piece(entry) + " = ");
  };
  for (const std::size_t id : {std::size_t{0}, std::size_t{7}, entries.size() - 1}) {
    named("output.logits", "0,3," + std::to_string(id), id);
    named("output.probabilities", "0,3," + std::to_string(id), id);
    named("target.embedding.weight", std::to_string(id) + ",2", id);
  }
  expect_has(output_of(explain({"--tensor", "output.logits", "--cell", "0,3,7", "--depth", "0"})),
             "\"w\" \"");
}

TEST_F(Explained, TheNextTokensProbability) {
  const std::vector<std::string> lines = lines_of(output_of(explain({"--next", "--top-k", "3"})));
  ASSERT_EQ(lines.size(), 3u + 2u + 3u);
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += std::stod(lines[static_cast<std::size_t>(i)].substr(12));
  EXPECT_NEAR(sum, 1, 2e-4);
  EXPECT_TRUE(lines[5].starts_with("output.logits.probability[0,5,")) << lines[5];
  EXPECT_TRUE(lines[5].ends_with(" = " + lines[0].substr(lines[0].rfind(' ') + 1))) << lines[5];
  const auto answer = nlohmann::json::parse(
      output_of(explain({"--next", "--token", "e", "--temperature", "0.5", "--format", "json"})));
  EXPECT_EQ(answer["operation"], "sample");
  expect_has(output_of(explain({"--next", "--format", "csv"})), "output.logits,0 5 ");
}

TEST_F(Explained, PastStepsAreOfTheirWeights) {
  const Arguments loss{"--tensor", "loss.mean", "--cell", "", "--depth", "0"};
  const auto with = [&](const Arguments& more) {
    Arguments arguments = explain(loss);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  };
  const auto all = events_of(with({"--step", "all", "--json"}));
  ASSERT_EQ(all.size(), 21u);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i]["step"], i);
  EXPECT_NE(all[0]["value"], all[20]["value"]);
  EXPECT_EQ(nlohmann::json::parse(with({"--step", "7", "--json"}))["value"], all[7]["value"]);
  EXPECT_EQ(nlohmann::json::parse(with({"--json"}))["value"], all[20]["value"]);
  EXPECT_TRUE(with({"--step", "all"}).starts_with("step 0\nloss.mean[] = "));
  Arguments latex = explain(loss);
  latex.insert(latex.end(), {"--step", "all", "--format", "latex"});
  expect_has(error_of(latex, 2), "text or json");
}

TEST_F(Explained, Errors) {
  expect_has(error_of(explain({}), 2), "--next");
  expect_has(error_of(explain({"--next", "--token", "zz"}), 2), "\"zz\" is not one of");
  expect_has(error_of(explain({"--next", "--temperature", "-1"}), 2),
             "--temperature: must be a number of at least 0, not '-1'");
  expect_has(error_of(explain({"--tensor", "loss.mean", "--cell", "7"}), 2), "cell [7] is outside shape");
  expect_has(error_of({"explain", "--model", classes(), "--source", "(())", "--next"}, 2),
             "does not predict a next token");
  expect_has(error_of({"trace", "--model", classes(), "--text", "(())", "--target", "blanced", "--list"}, 2),
             "does not have the class \"blanced\"; did you mean");
  const Arguments drawn{"render", "--model", classes(), "--text", "(())", "--out", "never.svg"};
  for (const Arguments& wrong : {Arguments{"--target", "blanced"}, {"--do", "text.target blanced"}}) {
    Arguments arguments = drawn;
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    expect_has(error_of(arguments, 2), "does not have the class \"blanced\"; did you mean");
  }
}

}  // namespace
}  // namespace attnlab::testing
