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
  expect_has(error_of({"cost"}, 2), "--preset NAME, --known NAME, --model FOLDER, or --curve AXIS=RANGE");
  expect_has(error_of({"cost", "--preset", "gpt2-smal"}, 2), "did you mean gpt2-small");
  expect_has(error_of({"cost", "--preset", "gpt2-small", "--set", "heads=7"}, 2), "a divisor of model.width");
  expect_has(output_of({"cost", "--preset", "gpt2-small", "--set", "feed_forward=0"}), "12 × (4·d² + 4·d)");
  expect_has(
      error_of({"cost", "--preset", "gpt2-small", "--set", "feed_forward=0", "--set", "activation=relu"}, 2),
      "model.activation is relu, but must be left at gelu: model.feed_forward is 0");
  expect_has(error_of({"cost", "--model", "/nowhere"}, 1), "/nowhere");
}

TEST(Cost, ParametersAreWrittenOut) {
  const std::string table = output_of({"cost", "--preset", "gpt2-small"});
  expect_has(table, "12 × (4·d² + 4·d)");
  expect_has(table, "= 12 × 2,362,368");
  expect_has(table, "one layer, decoder: 12·d² + 13·d = 12·768² + 13·768 = 7,087,872, with F = 4·d");
  expect_has(table, "V = 50,257, n = 1,024, d = 768, F = 3,072");
}

TEST(Cost, KnownModelsHaveTheirPublishedNumber) {
  const std::string gpt3 = output_of({"cost", "--known", "gpt3"});
  expect_has(gpt3, "174,604,259,328");
  expect_has(gpt3, "published: 175 B (Brown et al. 2020, table 2.1)");
  const std::string base = output_of({"cost", "--known", "transformer-base"});
  expect_has(base, "63,082,496");
  expect_has(base, "65 M parameters need a vocabulary of 40,745");
  const auto changed =
      nlohmann::json::parse(output_of({"cost", "--known", "gpt2-small", "--set", "layers=11", "--json"}));
  EXPECT_EQ(changed["parameters"], 124439808 - 7087872);
  expect_has(error_of({"cost", "--known", "gpt4"}, 2), "did you mean gpt3");
}

TEST(CostCurve, OfKindsOfLayersAsCsv) {
  const std::vector<std::string> lines = lines_of(output_of({"cost", "--curve", "n=64:8192", "--csv"}));
  ASSERT_EQ(lines.size(), 1u + 8 * 4);
  EXPECT_EQ(lines[0], "n,d,k,r,layer,work,multiplications,sequential_steps,longest_path");
  EXPECT_EQ(lines[1], "64,512,3,64,self-attention,2097152,71303168,1,1");
  EXPECT_EQ(lines[2], "64,512,3,64,recurrent,16777216,33554432,64,64");
  EXPECT_EQ(lines[3], "64,512,3,64,convolution,50331648,50331648,1,4");
  EXPECT_TRUE(lines[4].starts_with("64,512,3,64,restricted,2097152,")) << lines[4];
  EXPECT_TRUE(lines[29].starts_with("8192,512,3,64,self-attention,34359738368,")) << lines[29];
}

TEST(CostCurve, OfKindsOfLayersAsTextAndJson) {
  const std::string text = output_of({"cost", "--curve", "d=64:1024", "--at", "n=300", "--at", "k=5"});
  expect_has(text, "n = 300, d along the curve, k = 5, r = 64");
  expect_has(text, "n²·d");
  expect_has(text, "d = 300 by complexity order, nowhere by multiplications");
  const auto json = nlohmann::json::parse(output_of({"cost", "--curve", "n=256:1024", "--json"}));
  EXPECT_EQ(json["along"], "n");
  EXPECT_EQ(json["attention_meets_recurrence"], 512);
  ASSERT_EQ(json["rows"].size(), 3u * 4);
  EXPECT_EQ(json["rows"][4]["layer"], "self-attention");
  EXPECT_EQ(json["rows"][4]["work"], json["rows"][5]["work"]) << "n = d = 512";
}

TEST(CostCurve, OfAModelIsFullWindowedAndGrouped) {
  const Arguments gpt3{"cost", "--known", "gpt3", "--curve", "n=1024:2048", "--at", "r=128", "--at", "g=8"};
  const auto with = [&](const char* form) {
    Arguments arguments = gpt3;
    arguments.emplace_back(form);
    return output_of(arguments);
  };
  const std::vector<std::string> lines = lines_of(with("--csv"));
  ASSERT_EQ(lines.size(), 1u + 2 * 4);
  EXPECT_EQ(lines[0], "n,attention,multiplications,cache_values");
  EXPECT_EQ(lines[5], "2048,full,362456744460288,4831838208");
  EXPECT_TRUE(lines[6].starts_with("2048,windowed,") && lines[6].ends_with(",301989888")) << lines[6];
  EXPECT_TRUE(lines[7].starts_with("2048,grouped,") && lines[7].ends_with(",402653184")) << lines[7];
  EXPECT_TRUE(lines[8].starts_with("2048,windowed-grouped,") && lines[8].ends_with(",25165824")) << lines[8];
  const auto json = nlohmann::json::parse(with("--json"));
  EXPECT_EQ(json["window"], 128);
  EXPECT_EQ(json["key_value_heads"], 8);
  EXPECT_EQ(json["rows"][4]["cache_values"], 4831838208);
  expect_has(output_of(gpt3), "gpt3 with a window of 128 and 8 key/value heads");
}

TEST(CostCurve, SaysWhatItNeeds) {
  expect_has(error_of({"cost", "--curve", "n=9"}, 2), "the curve n=9 is not AXIS=FIRST:LAST");
  expect_has(error_of({"cost", "--curve", "n=64:128", "--at", "k=1"}, 2), "a value from 2 to");
  expect_has(error_of({"cost", "--preset", "lstm", "--curve", "n=1:8"}, 2), "does not have attention heads");
  expect_has(error_of({"cost", "--known", "gpt3", "--curve", "d=1:8"}, 2),
             "the curve of a model must be over n");
  expect_has(error_of({"cost", "--preset", "gpt2-small", "--csv"}, 2), "--curve");
}

TEST(Cost, WhatIsThereToBeCountedIsNotTrained) {
  expect_has(error_of({"train", "--preset", "gpt2-small"}, 2), "attention-lab cost");
}

}  // namespace
}  // namespace attnlab::testing
