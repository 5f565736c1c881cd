// attention-lab evaluate, on saved models.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

class Measured : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    done_ =
        events_of(output_of(small_training("reverse", {"--steps", "8", "--json", "--out", pair()}))).back();
    output_of(small_training("characters", {"--steps", "4", "--set", "context=16", "--out", letters()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string pair() { return *folder_ / "pair"; }
  static std::string letters() { return *folder_ / "letters"; }

  static std::vector<nlohmann::json> evaluate(const std::string& model, const Arguments& more) {
    Arguments arguments{"evaluate", "--model", model, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return events_of(output_of(arguments));
  }
  static double loss_in_trace(const std::string& model, const Arguments& text) {
    Arguments arguments{"trace", "--model", model, "--list", "--json"};
    arguments.insert(arguments.end(), text.begin(), text.end());
    return nlohmann::json::parse(output_of(arguments))["loss"];
  }

  inline static TempFolder* folder_ = nullptr;
  inline static nlohmann::json done_;
};

TEST_F(Measured, HeldOutExamplesAreThoseOfTraining) {
  const nlohmann::json found = evaluate(pair(), {}).at(0);
  EXPECT_NEAR(found["loss"], done_["validation_loss"].get<double>(), 1e-9);
  EXPECT_NEAR(found["exact_match"], done_["exact_match"].get<double>(), 1e-9);
  EXPECT_NEAR(found["token_accuracy"], done_["token_accuracy"].get<double>(), 1e-9);
  EXPECT_NEAR(found["perplexity"], std::exp(found["loss"].get<double>()), 1e-9);
}

TEST_F(Measured, ATextHasTheLossOfItsTrace) {
  const Arguments pair_text{"--source", "abc", "--target", "cba"}, text{"--text", "It was cold"};
  EXPECT_NEAR(evaluate(pair(), pair_text).at(0)["loss"], loss_in_trace(pair(), pair_text), 1e-5);
  const nlohmann::json found = evaluate(letters(), text).at(0);
  EXPECT_NEAR(found["loss"], loss_in_trace(letters(), text), 1e-5);
  EXPECT_EQ(found["tokens"], 10);
}

TEST_F(Measured, AQuestionDoesNotCount) {
  const std::string sums = *folder_ / "sums";
  output_of(small_training("addition", {"--steps", "2", "--set", "digits=1", "--out", sums}));
  const Arguments text{"--text", "1+2=03"};
  const nlohmann::json found = evaluate(sums, text).at(0);
  EXPECT_EQ(found["tokens"], 3) << "two digits and the end";
  EXPECT_NEAR(found["loss"], loss_in_trace(sums, text), 1e-5);
  expect_has(error_of({"evaluate", "--model", sums, "--text", "1+2="}, 2), "give it after the question");
}

TEST_F(Measured, ALongTextIsReadInPieces) {
  const std::string text = "It was a cold night in the village.";  // 35 tokens; the context is 16
  const nlohmann::json all = evaluate(letters(), {"--text", text}).at(0);
  EXPECT_EQ(all["tokens"], 34);
  double sum = 0;
  for (std::size_t first = 0; first + 1 < text.size(); first += 16) {
    const nlohmann::json piece = evaluate(letters(), {"--text", text.substr(first, 17)}).at(0);
    sum += piece["loss"].get<double>() * piece["tokens"].get<double>();
  }
  EXPECT_NEAR(all["loss"], sum / 34, 1e-5);
}

TEST_F(Measured, LinesOfAFileCountTogether) {
  const std::string file = *folder_ / "pairs.tsv";
  write_bytes(file, "abc\tcba\nab\tba\n");
  const nlohmann::json one = evaluate(pair(), {"--source", "abc", "--target", "cba"}).at(0),
                       two = evaluate(pair(), {"--source", "ab", "--target", "ba"}).at(0),
                       both = evaluate(pair(), {"--texts", file}).at(0);
  EXPECT_EQ(both["sequences"], 2);
  EXPECT_EQ(both["tokens"], 7);  // with an <eos> each
  EXPECT_NEAR(both["loss"], (4 * one["loss"].get<double>() + 3 * two["loss"].get<double>()) / 7, 1e-5);
}

TEST_F(Measured, EveryStepCanBeMeasured) {
  const auto all = evaluate(pair(), {"--source", "abc", "--target", "cba", "--step", "all"});
  ASSERT_EQ(all.size(), 9u);
  EXPECT_EQ(all[8]["step"], 8);
  EXPECT_NE(all[0]["loss"], all[8]["loss"]);
  const std::string text = output_of({"evaluate", "--model", pair(), "--source", "a", "--target", "a"});
  for (const char* what : {"loss  ", "perplexity  ", "token accuracy  ", "exact match  "})
    expect_has(text, what);
}

TEST_F(Measured, WhatCannotBeMeasuredIsRefused) {
  expect_has(error_of({"evaluate", "--model", pair(), "--source", "abc"}, 2), "give --target TEXT");
  expect_has(error_of({"evaluate", "--model", letters(), "--text", "I"}, 2), "nothing to predict");
  expect_has(error_of({"evaluate", "--model", letters(), "--source", "I"}, 2), "give --text");
}

}  // namespace
}  // namespace attnlab::testing
