// attention-lab alignment: weights, contexts, accuracy by length, tables and refusals.
#include <numeric>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// A small recurrent encoder–decoder, trained for a few steps.
class Aligned : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of({"train", "--preset", "seq2seq-attention", "--steps", "4", "--set", "width=8", "--set",
               "training.batch=4", "--out", model()});
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "aligned"; }

  static std::string alignment(const Arguments& more) {
    Arguments arguments{"alignment", "--model", model()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  }
  static nlohmann::json json_of(Arguments more) {
    more.push_back("--json");
    return nlohmann::json::parse(alignment(more));
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(Aligned, WeightsAreSharesAndContextsTheirSums) {
  const nlohmann::json json = json_of({"--source", "the red house", "--target", "la maison rouge"});
  EXPECT_EQ(json["alignment"], "additive");
  EXPECT_EQ(json["paper"], "Bahdanau et al. 2015");
  EXPECT_EQ(json["step"], 4);
  ASSERT_EQ(json["source"].size(), 4u);
  ASSERT_EQ(json["positions"].size(), 4u);
  EXPECT_EQ(json["numbers"]["handed"], 8);
  EXPECT_EQ(json["numbers"]["states"], 4 * 16);
  for (const nlohmann::json& position : json["positions"]) {
    std::vector<double> context(16, 0.0);
    double sum = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const double weight = position["weights"][j].get<double>();
      sum += weight;
      for (std::size_t f = 0; f < 16; ++f) context[f] += weight * json["source"][j]["state"][f].get<double>();
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    for (std::size_t f = 0; f < 16; ++f) EXPECT_NEAR(position["context"][f].get<double>(), context[f], 1e-5);
  }
  EXPECT_EQ(json["positions"][1]["reads"], "la");
  EXPECT_EQ(json["positions"][1]["target"], "maison");
  EXPECT_EQ(json["positions"][0]["state_before"], json["handed"][0]["values"]);
}

TEST_F(Aligned, IsShownAsText) {
  const std::string text = alignment({"--source", "a cat"});
  for (const char* what :
       {"alignment additive (Bahdanau et al. 2015)", "loss of the text ", "the decoder starts from 8 numbers",
        "weights: each row sums to 1", "scores", "\"cat\"", "<eos>"})
    expect_has(text, what);
}

TEST_F(Aligned, CountsRightAnswersByLength) {
  const nlohmann::json lengths = json_of({"--lengths"})["lengths"];
  ASSERT_FALSE(lengths.empty());
  EXPECT_LE(lengths.size(), 5u);
  int examples = 0;
  for (const nlohmann::json& band : lengths) {
    EXPECT_LE(band["right"], band["examples"]);
    examples += band["examples"].get<int>();
  }
  EXPECT_EQ(examples, 1000);
}

TEST_F(Aligned, ComparesAFixedVectorWithAttention) {
  const nlohmann::json found = json_of(
      {"--train", "2", "--width", "8", "--longest", "6", "--with", "dot", "--task", "reverse"})["experiment"];
  EXPECT_EQ(found["task"], "reverse");
  ASSERT_EQ(found["runs"].size(), 2u);
  EXPECT_EQ(found["runs"][0]["alignment"], "none");
  EXPECT_EQ(found["runs"][1]["alignment"], "dot");
  for (const nlohmann::json& run : found["runs"]) {
    EXPECT_EQ(run["measured"].size(), 3u) << "before each step, and at the end";
    EXPECT_EQ(run["measured"].back()["step"], 2);
  }
}

TEST_F(Aligned, WritesTables) {
  const std::string tables = *folder_ / "tables";
  EXPECT_EQ(alignment({"--source", "a cat", "--target", "un chat", "--lengths", "--csv", tables}), "");
  const auto lines = [&](const char* file) {
    return lines_of(read_bytes(std::filesystem::path(tables) / file));
  };
  EXPECT_EQ(lines("alignment.csv").size(), 1u + 3 * 3);
  EXPECT_EQ(lines("states.csv").size(), 1u + 3 * 16 + 8 + 3 * (16 + 8));
  EXPECT_TRUE(lines("lengths.csv")[1].starts_with("additive,4,"));
  expect_has(error_of({"alignment", "--model", model(), "--source", "a cat", "--csv", model()}, 1),
             "alignment tables");
}

TEST_F(Aligned, OfAModelWithoutAttention) {
  const std::string text = output_of({"alignment", "--preset", "seq2seq", "--source", "a cat"});
  expect_has(text, "alignment none");
  expect_has(text, "the decoder starts from 64 numbers for a source of any length\n");
  EXPECT_EQ(text.find("weights:"), std::string::npos);
}

TEST_F(Aligned, SaysWhatItNeeds) {
  expect_has(error_of({"alignment"}, 2), "--model FOLDER or --preset NAME");
  expect_has(error_of({"alignment", "--model", model()}, 2), "--source TEXT, --lengths or --train STEPS");
  expect_has(error_of({"alignment", "--preset", "translate", "--source", "a cat"}, 2),
             "alignment needs a recurrent encoder–decoder");
  expect_has(error_of({"alignment", "--model", model(), "--train", "2", "--with", "none"}, 2),
             "does not attend to the source");
  expect_has(error_of({"alignment", "--model", model(), "--source", "a", "--with", "dot"}, 2), "--train");
}

}  // namespace
}  // namespace attnlab::testing
