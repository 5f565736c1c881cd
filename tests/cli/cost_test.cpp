// attention-lab cost: the table, the JSON object and its refusals.
#include <regex>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

TEST(Cost, Gpt2SmallByPart) {
  const std::string table = output_of({"cost", "--preset", "gpt2-small"});
  expect_has(table, "124,439,808");
  expect_has(table, "56,669,184");  // feed-forward, 12 layers
  expect_has(table, "18,874,368 values: 75.5 MB in float32, 37.7 MB in 16 bits");
  const std::vector<std::string> lines = lines_of(table);
  std::size_t column = lines[0].find("parameters") + std::string("parameters").size();
  for (std::size_t i = 1; i < lines.size() && !lines[i].empty(); ++i) {
    const std::string letters = std::regex_replace(lines[i], std::regex("–"), "-");  // one byte per column
    EXPECT_NE(letters.at(column - 1), ' ') << "numbers end under their heading: " << lines[i];
    EXPECT_EQ(letters.at(column), ' ') << lines[i];
  }
}

TEST(Cost, JsonAndOptions) {
  const auto cost = [](const Arguments& more) {
    Arguments arguments{"cost", "--preset", "gpt2-small", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return nlohmann::json::parse(output_of(arguments));
  };
  EXPECT_EQ(cost({})["parameters"], 124439808);
  EXPECT_EQ(cost({"--set", "layers=11"})["parameters"], 124439808 - 7087872);
  EXPECT_EQ(cost({"--set", "feed_forward=0", "--set", "activation=gelu"})["parameters"],
            124439808 - 56669184 - 12 * 2 * 768);
  const nlohmann::json gpt3 =
      cost({"--set", "layers=96", "--set", "heads=96", "--set", "width=12288", "--set", "context=2048"});
  EXPECT_EQ(gpt3["parameters"], 174604259328);
  EXPECT_EQ(gpt3["cache_values"], 4831838208);
  EXPECT_EQ(gpt3["cache_bytes_16_bits"], 9663676416);
}

TEST(Cost, OfEveryPresetAndOfASavedModel) {
  for (const std::string& line : lines_of(output_of({"presets"}))) {
    const std::string name = line.substr(0, line.find(' '));
    expect_has(output_of({"cost", "--preset", name}), "parameters");
  }
  const TempFolder folder;
  const std::string model = (folder.path() / "model").string();
  output_of(small_training("reverse", {"--steps", "2", "--out", model}));
  const auto answer = nlohmann::json::parse(output_of({"cost", "--model", model, "--json"}));
  EXPECT_EQ(answer["architecture"], "encoder_decoder");
  EXPECT_GT(answer["flops"], 0);
}

TEST(Cost, SaysWhatItNeeds) {
  expect_has(error_of({"cost"}, 2), "--preset NAME or --model FOLDER");
  expect_has(error_of({"cost", "--preset", "gpt2-smal"}, 2), "did you mean gpt2-small");
  expect_has(error_of({"cost", "--preset", "gpt2-small", "--set", "heads=7"}, 2), "a divisor of model.width");
  expect_has(error_of({"cost", "--preset", "gpt2-small", "--set", "feed_forward=0"}, 2),
             "model.activation is gelu_tanh, but must be left at gelu: model.feed_forward is 0");
  expect_has(error_of({"cost", "--model", "/nowhere"}, 1), "/nowhere");
}

TEST(Cost, WhatIsThereToBeCountedIsNotTrained) {
  expect_has(error_of({"train", "--preset", "gpt2-small"}, 2), "attention-lab cost");
}

}  // namespace
}  // namespace attnlab::testing
