// attention-lab trace and generate, on saved models of both kinds.
#include <cctype>
#include <set>

#include "core/io/safetensors.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

class SavedModels : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("reverse", {"--steps", "20", "--out", pair()}));
    output_of(small_training("characters", {"--steps", "20", "--set", "context=16", "--out", letters()}));
    output_of(small_training("words", {"--steps", "20", "--set", "context=16", "--out", words()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string pair() { return *folder_ / "pair"; }
  static std::string letters() { return *folder_ / "letters"; }
  static std::string words() { return *folder_ / "words"; }
  static std::string file() { return *folder_ / "t.safetensors"; }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(SavedModels, TraceListsNamesAndShapes) {
  const std::string list =
      output_of({"trace", "--model", pair(), "--source", "abc", "--target", "cba", "--list"});
  const std::vector<std::string> lines = lines_of(list);
  EXPECT_TRUE(lines.at(0).starts_with("source.embedding "));
  EXPECT_TRUE(lines.at(0).ends_with(" [1,4,16]")) << lines.at(0);
  expect_has(list, "decoder.layers.0.cross_attention.weights");
  expect_has(list, "[1,2,4,4]");
  EXPECT_EQ(list.find(".grad"), std::string::npos);
  const std::string more =
      output_of({"trace", "--model", pair(), "--source", "abc", "--target", "cba", "--list", "--gradients"});
  expect_has(more, "decoder.layers.0.cross_attention.weights.grad");
}

TEST_F(SavedModels, TraceWritesWhatItLists) {
  for (const Arguments& text :
       {Arguments{pair(), "--source", "abc"}, Arguments{letters(), "--text", "It was"}}) {
    Arguments arguments{"trace", "--gradients", "--list", "--out", file(), "--model"};
    arguments.insert(arguments.end(), text.begin(), text.end());
    const std::vector<std::string> lines = lines_of(output_of(arguments));
    const SafetensorsFile written(file());
    EXPECT_EQ(written.entries().size(), lines.size());
    for (const std::string& line : lines) {
      const SafetensorsEntry* entry = written.find(line.substr(0, line.find(' ')));
      ASSERT_TRUE(entry) << line;
      EXPECT_TRUE(line.ends_with(" " + entry->shape.text())) << line;
    }
  }
}

TEST_F(SavedModels, TraceWithoutTargetUsesTheModelsOwnOutput) {
  std::string output = output_of({"generate", "--model", pair(), "--prompt", "abc"});
  output.pop_back();
  output_of({"trace", "--model", pair(), "--source", "abc", "--out", file()});
  const auto tokens = nlohmann::json::parse(SafetensorsFile(file()).metadata().at("input_tokens"));
  std::string said;
  for (const std::string token : tokens)
    if (token.size() == 1 || token == "<unk>") said += token;  // the others are not printed
  EXPECT_EQ(said, output);
}

TEST_F(SavedModels, TraceErrors) {
  expect_has(error_of({"trace", "--model", pair(), "--target", "abc", "--list"}, 2), "--source");
  expect_has(error_of({"trace", "--model", letters(), "--source", "abc", "--list"}, 2), "--text");
  expect_has(error_of({"trace", "--model", letters(), "--text", "", "--list"}, 2), "empty");
  expect_has(error_of({"trace", "--model", letters(), "--text", std::string(17, 'a'), "--list"}, 2),
             "context is 16");
  expect_has(error_of({"trace", "--model", pair() + "/none", "--source", "a", "--list"}, 1),
             "no such folder");
  expect_has(error_of({"trace", "--model", pair(), "--source", "a", "--out", "/no/such/t"}, 1), "/no/such/t");
  expect_has(error_of({"trace", "--model", pair(), "--source", "a", "--out", "/dev/full"}, 1),
             "No space left");
}

TEST_F(SavedModels, GenerateContinuesLettersAndWords) {
  const auto text = [](const std::string& model, const Arguments& more) {
    Arguments arguments{"generate", "--model", model, "--prompt", "It was", "--max-tokens", "40"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  };
  for (const std::string& model : {letters(), words()}) {
    const std::string one = text(model, {"--seed", "1"});
    EXPECT_TRUE(one.starts_with("It was")) << one;
    EXPECT_GT(one.size(), 20u);
    EXPECT_EQ(one, text(model, {"--seed", "1"}));
    EXPECT_NE(one, text(model, {"--seed", "2"}));
    const Arguments greedy{"--temperature", "0", "--seed", "1"}, other{"--top-k", "1", "--seed", "2"},
        third{"--top-p", "0.000001", "--seed", "3"};
    EXPECT_EQ(text(model, greedy), text(model, other));
    EXPECT_EQ(text(model, greedy), text(model, third));
  }
}

TEST_F(SavedModels, GenerateKeepsUnknownCharactersOfThePrompt) {
  const std::string prompt = "snow \xE9\x9B\xAA and \xFF";
  const std::string text =
      output_of({"generate", "--model", letters(), "--prompt", prompt, "--max-tokens", "5"});
  EXPECT_TRUE(text.starts_with(prompt)) << text;
}

TEST_F(SavedModels, GenerateAnswersWithAnEncoder) {
  const std::string greedy = output_of({"generate", "--model", pair(), "--prompt", "abc"});
  EXPECT_EQ(greedy, output_of({"generate", "--model", pair(), "--prompt", "abc", "--temperature", "0",
                               "--seed", "9"}));
  std::set<std::string> sampled;
  for (const char* seed : {"1", "2", "3", "4"})
    sampled.insert(
        output_of({"generate", "--model", pair(), "--prompt", "abc", "--temperature", "2", "--seed", seed}));
  EXPECT_GT(sampled.size(), 1u);
  EXPECT_LE(output_of({"generate", "--model", pair(), "--prompt", "abc", "--max-tokens", "2"}).size(), 3u);
}

TEST_F(SavedModels, APromptLongerThanTheContextIsContinuedWithANote) {
  const std::string prompt = "It was a cold night in the village.";
  for (const Arguments& more : {Arguments{}, Arguments{"--beams", "2"}}) {
    Arguments arguments{"generate", "--model", letters(), "--prompt", prompt, "--max-tokens", "5"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = run_program(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors,
              "note: the prompt has 35 tokens and the model's context is 16: it sees only the last 16\n");
    expect_has(result.output, prompt);
  }
  expect_has(error_of({"trace", "--model", letters(), "--text", prompt, "--list"}, 2), "context is 16");
}

TEST_F(SavedModels, BeamsJoinWordsToThePromptAsTextIs) {
  for (const std::string& line : lines_of(output_of(
           {"generate", "--model", words(), "--prompt", "It was", "--max-tokens", "6", "--beams", "3"}))) {
    const std::size_t at = line.find("It was");
    ASSERT_NE(at, std::string::npos) << line;
    EXPECT_FALSE(std::isalpha(static_cast<unsigned char>(line[at + 6]))) << line;
  }
}

TEST_F(SavedModels, GenerateErrors) {
  const auto with = [](const Arguments& more) {
    Arguments arguments{"generate", "--model", letters(), "--prompt", "It"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  expect_has(error_of(with({"--temperature", "-1"}), 2), "temperature");
  expect_has(error_of(with({"--temperature", "nan"}), 2), "temperature");
  expect_has(error_of(with({"--top-k", "-1"}), 2), "top-k");
  expect_has(error_of(with({"--top-p", "0"}), 2), "top-p");
  expect_has(error_of({"generate", "--model", letters(), "--prompt", ""}, 2), "empty");
  expect_has(error_of({"generate", "--model", pair(), "--prompt", std::string(40, 'a')}, 2), "context is 32");
}

}  // namespace
}  // namespace attnlab::testing
