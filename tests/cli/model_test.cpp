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

TEST_F(SavedModels, TraceSaysWhereAPassStopsBeingFinite) {
  const Arguments list{"trace", "--model", letters(), "--text", "the owl", "--list", "--json"};
  EXPECT_TRUE(nlohmann::json::parse(output_of(list))["not_finite"].is_null());
  Arguments edited = list;
  edited.insert(edited.end(), {"--edit", "decoder.layers.0.self_attention.value[0,1,6,2]=inf"});
  const ProcessResult result = run_program(edited);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const auto fault = nlohmann::json::parse(result.output)["not_finite"];
  EXPECT_EQ(fault["tensor"], "decoder.layers.0.self_attention.value");
  EXPECT_EQ(fault["index"], (std::vector<int>{0, 1, 6, 2}));
  EXPECT_TRUE(
      result.errors.starts_with("note: This pass contains values that are not finite: "
                                "decoder.layers.0.self_attention.value[0,1,6,2] is inf"))
      << result.errors;
}

TEST_F(SavedModels, TraceSaysWhatLiesInATemporaryFile) {
  const std::string model = *folder_ / "long";
  output_of(small_training("characters", {"--steps", "1", "--set", "context=256", "--out", model}));
  std::string text;
  while (text.size() < 240) text += "the owl sat. ";
  const Arguments list{"trace", "--model", model, "--text", text, "--list"};
  EXPECT_EQ(output_of(list).find("temporary file"), std::string::npos);
  Arguments within = list;
  within.insert(within.end(), {"--memory", "1"});
  expect_has(output_of(within), "[1,2,247,247]  in a temporary file");
  within.push_back("--json");
  const auto said = nlohmann::json::parse(output_of(within));
  EXPECT_GT(said["bytes"]["in_file"].get<Index>(), 1 << 20);
  EXPECT_LE(said["bytes"]["values"].get<Index>() - said["bytes"]["in_file"].get<Index>(), 1 << 20);
  Index in_file = 0;
  for (const auto& tensor : said["tensors"])
    if (tensor["name"] == "decoder.layers.0.self_attention.weights")
      in_file += tensor.value("in_file", false) ? 1 : 0;
  EXPECT_EQ(in_file, 1);
}

TEST_F(SavedModels, FolderThatIsALinkToItselfIsSaidToBe) {
  const std::filesystem::path loop = *folder_ / "loop";
  std::filesystem::create_symlink(loop, loop);
  const std::string error = error_of({"trace", "--model", loop, "--list", "--source", "a"}, 1);
  expect_has(error, "cannot load checkpoint '" + loop.string() + "'");
  expect_has(error, "symbolic links");
  EXPECT_EQ(error.find("save"), std::string::npos) << error;
  expect_has(error_of({"trace", "--model", "", "--list", "--source", "a"}, 2), "--model: is empty");
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
    if (token.size() == 1 || token == "<unk>") said += token;  // other tokens are not printed
  EXPECT_EQ(said, output);
}

TEST_F(SavedModels, TraceErrors) {
  expect_has(error_of({"trace", "--model", pair(), "--target", "abc", "--list"}, 2), "--source");
  expect_has(error_of({"trace", "--model", letters(), "--source", "abc", "--list"}, 2), "--text");
  expect_has(error_of({"trace", "--model", letters(), "--text", "", "--list"}, 2), "empty");
  expect_has(error_of({"trace", "--model", letters(), "--text", std::string(17, 'a'), "--list"}, 2),
             "context is 16");
  expect_has(error_of({"trace", "--model", pair() + "/none", "--source", "a", "--list"}, 1),
             "the folder does not exist");
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

TEST_F(SavedModels, PastStepsAnswerAndAreTraced) {
  const std::string now = output_of({"generate", "--model", pair(), "--prompt", "abc"});
  const std::string all =
      output_of({"generate", "--model", pair(), "--prompt", "abc", "--max-tokens", "4", "--step", "all"});
  for (int step = 0; step <= 20; ++step) expect_has("\n" + all, "\nstep " + std::to_string(step) + "\n");
  EXPECT_EQ(output_of({"generate", "--model", pair(), "--prompt", "abc", "--step", "20"}), now);
  const auto step_in = [&](const Arguments& more) {
    Arguments arguments{"trace", "--model", pair(), "--source", "abc", "--out", file()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    output_of(arguments);
    return SafetensorsFile(file()).metadata().at("step");
  };
  EXPECT_EQ(step_in({"--step", "3"}), "3");
  EXPECT_EQ(step_in({}), "20");
  expect_has(error_of({"trace", "--model", pair(), "--source", "abc", "--list", "--step", "most"}, 2),
             "a number of steps");
}

constexpr const char* kUnknown = "note: \"日\" and \"本\" are not in the model's vocabulary\n";

TEST_F(SavedModels, GenerateKeepsUnknownCharactersOfThePromptWithANote) {
  const std::string prompt = "日本 and 日";
  for (const Arguments& more : {Arguments{}, Arguments{"--beams", "2"}}) {
    Arguments arguments{"generate", "--model", letters(), "--prompt", prompt, "--max-tokens", "5"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = run_program(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors, kUnknown);
    expect_has(result.output, prompt);
  }
}

TEST_F(SavedModels, UnknownTokensAreNamedOnce) {
  for (const Arguments& arguments :
       {Arguments{"trace", "--model", letters(), "--text", "日本 日本", "--list"},
        Arguments{"trace", "--model", pair(), "--source", "a日", "--target", "本a", "--list"},
        Arguments{"generate", "--model", pair(), "--prompt", "a日本"},
        Arguments{"explain", "--model", letters(), "--text", "日本", "--next"}}) {
    const ProcessResult result = run_program(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.errors, kUnknown) << arguments[0];
  }
}

/// The output of the program with `input` on standard input.
ProcessResult piped(const std::string& input, const std::string& arguments) {
  return run_process({"sh", "-c", "printf '" + input + "' | " + ATTNLAB_PROGRAM + " " + arguments},
                     without_display());
}

TEST_F(SavedModels, TextsAreReadFromStandardInput) {
  EXPECT_EQ(piped("abc\\n", "generate --model " + pair() + " --prompt -").output,
            output_of({"generate", "--model", pair(), "--prompt", "abc"}));
  const std::string list = " --target abc --list";
  EXPECT_EQ(piped("abcd", "trace --model " + pair() + " --source -" + list).output,
            output_of({"trace", "--model", pair(), "--source", "abcd", "--target", "abc", "--list"}));
  const ProcessResult twice = piped("abc", "trace --list --model " + pair() + " --source - --target -");
  EXPECT_EQ(twice.exit_code, 2);
  expect_has(twice.errors, "only one option can be -");
}

TEST_F(SavedModels, PromptsOfAFileAreAnsweredOneByOne) {
  const std::string prompts = *folder_ / "prompts.txt";
  write_bytes(prompts, "abc\nde\n");
  const auto say = [](const Arguments& more) {
    Arguments arguments{"generate", "--model", pair()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return output_of(arguments);
  };
  const std::string one = say({"--prompt", "abc"}), other = say({"--prompt", "de"});
  EXPECT_EQ(say({"--prompts", prompts}), one + other);
  const auto objects = events_of(say({"--prompts", prompts, "--json"}));
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[0]["prompt"], "abc");
  EXPECT_EQ(objects[0]["text"].get<std::string>() + "\n", one);
  EXPECT_EQ(objects[1]["text"].get<std::string>() + "\n", other);
  const auto beams = events_of(say({"--prompt", "abc", "--beams", "3", "--json"})).at(0)["beams"];
  ASSERT_EQ(beams.size(), 3u);
  EXPECT_GE(beams[0]["score"].get<double>(), beams[2]["score"].get<double>());
  const auto steps = events_of(say({"--prompt", "abc", "--step", "all", "--json"}));
  ASSERT_EQ(steps.size(), 21u);
  EXPECT_EQ(steps[20]["step"], 20);
  EXPECT_EQ(steps[20]["text"], objects[0]["text"]);
}

TEST_F(SavedModels, JsonSaysWhatIsAddedToAPrompt) {
  const Arguments it{"generate", "--model", letters(), "--prompt", "It was", "--max-tokens", "9"};
  Arguments as_json = it;
  as_json.push_back("--json");
  const auto object = events_of(output_of(as_json)).at(0);
  EXPECT_EQ("It was" + object["text"].get<std::string>() + "\n", output_of(it));
  EXPECT_EQ(object["ends_by"], "length");
  EXPECT_EQ(object["tokens"], 9);
}

TEST_F(SavedModels, StopStringsEndTheText) {
  const auto object = [](const Arguments& more) {
    Arguments arguments{"generate", "--model", letters(),      "--prompt",
                        "It was",   "--json",  "--max-tokens", "30"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return events_of(output_of(arguments)).at(0);
  };
  const std::string whole = object({})["text"], stop = whole.substr(10, 2);
  const auto ended = object({"--stop=" + stop, "--stop", "no such end"});
  EXPECT_EQ(ended["text"], whole.substr(0, whole.find(stop)));
  EXPECT_EQ(ended["ends_by"], "stop");
  EXPECT_EQ(output_of({"generate", "--model", letters(), "--prompt", "It was", "--max-tokens", "30",
                       "--stop=" + stop}),
            "It was" + ended["text"].get<std::string>() + "\n");
  const std::string answer =
      events_of(output_of({"generate", "--model", pair(), "--prompt", "abc", "--json"})).at(0)["text"];
  if (!answer.empty()) {
    const std::string first = answer.substr(0, 1);
    EXPECT_EQ(output_of({"generate", "--model", pair(), "--prompt", "abc", "--stop=" + first}), "\n");
  }
}

TEST_F(SavedModels, JsonListsWhatATraceLists) {
  const Arguments list{"trace", "--model", pair(), "--source", "abc", "--target", "cba", "--list"};
  Arguments as_json = list;
  as_json.push_back("--json");
  const auto object = nlohmann::json::parse(output_of(as_json));
  EXPECT_EQ(object["step"], 20);
  EXPECT_EQ(object["tensors"].size(), lines_of(output_of(list)).size());
  EXPECT_EQ(object["tensors"][0]["shape"], (std::vector<int>{1, 4, 16}));
}

TEST_F(SavedModels, TextThatIsNotUtf8IsRefused) {
  const std::string bad = "an \xFF";
  for (const Arguments& arguments :
       {Arguments{"trace", "--model", letters(), "--text", bad, "--list"},
        Arguments{"trace", "--model", pair(), "--source", bad, "--list"},
        Arguments{"trace", "--model", pair(), "--source", "a", "--target", bad, "--list"},
        Arguments{"explain", "--model", letters(), "--text", bad, "--next"},
        Arguments{"generate", "--model", letters(), "--prompt", bad}})
    expect_has(error_of(arguments, 2), " is not UTF-8 from byte 3 on");
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
              "note: the prompt has 35 tokens and the model's context is 16: the model sees only the last "
              "16 tokens\n");
    expect_has(result.output, prompt);
  }
  expect_has(error_of({"trace", "--model", letters(), "--text", prompt, "--list"}, 2), "context is 16");
}

TEST_F(SavedModels, ManyPassesOverAWholeContextAreNoted) {
  const auto errors = [](const char* tokens) {
    return run_program({"generate", "--model", letters(), "--prompt", "It was", "--max-tokens", tokens})
        .errors;
  };
  expect_has(errors("1100"),
             "note: beyond the model's context of 16 tokens, each token costs a complete forward pass");
  EXPECT_EQ(errors("500"), "");
}

TEST_F(SavedModels, BeamsJoinWordsToThePromptAsTextIs) {
  for (const std::string& line : lines_of(output_of(
           {"generate", "--model", words(), "--prompt", "It was", "--max-tokens", "6", "--beams", "3"}))) {
    const std::size_t at = line.find("It was");
    ASSERT_NE(at, std::string::npos) << line;
    EXPECT_FALSE(std::isalpha(static_cast<unsigned char>(line[at + 6]))) << line;
  }
}

/// After a sum with its answer the model says <eos> at once.
TEST_F(SavedModels, APromptThatIsCompleteIsShown) {
  const std::string sums = *folder_ / "sums";
  output_of({"train", "--preset", "addition", "--set", "digits=1", "--set", "warmup=10", "--steps", "150",
             "--out", sums});
  const Arguments continued{"generate", "--model", sums, "--prompt", "3+4=70"};
  const auto text = [&](const Arguments& more) {
    Arguments arguments = continued;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return lines_of(output_of(arguments)).at(0);
  };
  EXPECT_EQ(text({"--temperature", "0"}), "3+4=70");
  EXPECT_TRUE(text({"--beams", "2"}).ends_with("  3+4=70")) << text({"--beams", "2"});
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
  expect_has(error_of(with({"--min-p", "2"}), 2), "min-p");
  expect_has(error_of(with({"--repetition-penalty", "0"}), 2), "repetition-penalty");
  expect_has(error_of(with({"--beams", "2", "--stop", "a"}), 2), "cannot be combined");
  expect_has(error_of({"generate", "--model", letters(), "--prompt", ""}, 2), "empty");
  expect_has(error_of({"generate", "--model", pair(), "--prompt", std::string(40, 'a')}, 2), "context is 32");
}

}  // namespace
}  // namespace attnlab::testing
