// Folders of other programs' models on the command line.
#include <filesystem>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

std::string family_folder(const std::string& name) {
  return std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/" + name;
}

class FamilyOnCommandLine : public ::testing::TestWithParam<const char*> {
 protected:
  std::string folder() const { return family_folder(GetParam()); }
};

TEST_P(FamilyOnCommandLine, IsTracedExplainedAskedAndDrawn) {
  const std::string list = output_of({"trace", "--model", folder(), "--text", "the mill", "--list"});
  expect_has(list, "decoder.layers.0.self_attention.weights");
  expect_has(output_of({"explain", "--model", folder(), "--text", "the mill", "--tensor", "output.logits",
                        "--cell", "0,0,3"}),
             "output.logits");
  EXPECT_NE(output_of({"generate", "--model", folder(), "--prompt", "the", "--max-tokens", "3"}), "");
  const TempFolder out;
  output_of({"render", "--model", folder(), "--text", "the mill", "--stage", "softmax", "--out",
             (out / "m.svg").string()});
  expect_has(read_bytes(out / "m.svg"), "<svg");
}

INSTANTIATE_TEST_SUITE_P(All, FamilyOnCommandLine,
                         ::testing::Values("gpt2", "gpt2_f16", "gpt2_bf16", "gpt_neo", "neox", "llama"),
                         [](const auto& test) { return std::string(test.param); });

/// Models that answer: what is typed is what the encoder reads.
class PairOnCommandLine : public ::testing::TestWithParam<const char*> {};

TEST_P(PairOnCommandLine, IsAskedTracedExplainedDrawnAndGivenBack) {
  const std::string folder = family_folder(GetParam());
  const std::string answer =
      output_of({"generate", "--model", folder, "--prompt", "the old mill", "--max-tokens", "5"});
  const std::string list = output_of({"trace", "--model", folder, "--text", "the old mill", "--list"});
  expect_has(list, "decoder.layers.0.cross_attention.weights");
  expect_has(output_of({"explain", "--model", folder, "--text", "the old mill", "--tensor", "output.logits",
                        "--cell", "0,0,3"}),
             "output.logits");
  const TempFolder out;
  output_of({"render", "--model", folder, "--text", "the old mill", "--stage", "softmax", "--out",
             (out / "m.svg").string()});
  expect_has(read_bytes(out / "m.svg"), "<svg");
  const std::string given = (out / "given").string();
  output_of({"export", "--model", folder, "--to", "huggingface", "--out", given});
  EXPECT_EQ(output_of({"generate", "--model", given, "--prompt", "the old mill", "--max-tokens", "5"}),
            answer);
}

INSTANTIATE_TEST_SUITE_P(All, PairOnCommandLine, ::testing::Values("t5", "t5_gated", "marian", "bart"),
                         [](const auto& test) { return std::string(test.param); });

TEST(FamilyOnCommandLineNotes, SayWhatIsReadOtherwise) {
  const TempFolder out;
  std::filesystem::copy(family_folder("gpt2"), out / "m");
  nlohmann::json config = nlohmann::json::parse(read_bytes(out / "m/config.json"));
  config["eos_token_id"] = 50256;
  write_bytes(out / "m/config.json", config.dump());
  for (const Arguments& arguments : {Arguments{"generate", "--prompt", "the", "--max-tokens", "1"},
                                     {"trace", "--text", "the", "--list"},
                                     {"tokens", "--text", "the"},
                                     {"export", "--to", "huggingface", "--out", (out / "g").string()}}) {
    Arguments all = arguments;
    all.insert(all.begin() + 1, {"--model", (out / "m").string()});
    const ProcessResult result = run_program(all);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    expect_has(result.errors,
               "note: config.json: ignored eos_token_id 50256, which is not a token ID below 297\n");
  }
}

/// A GPT-2 whose vocabulary has <unk> in the place of the letter x.
TEST(FamilyOnCommandLineNotes, NameUnknownBytesOnce) {
  const TempFolder out;
  const std::string folder = (out / "m").string();
  std::filesystem::copy(family_folder("gpt2"), folder);
  nlohmann::json file = nlohmann::json::parse(read_bytes(out / "m/tokenizer.json"));
  nlohmann::json& model = file["model"];
  model["vocab"]["<unk>"] = model["vocab"]["x"];
  model["vocab"].erase("x");
  model["unk_token"] = "<unk>";
  write_bytes(out / "m/tokenizer.json", file.dump());
  for (const Arguments& arguments : {Arguments{"contributions", "--model", folder, "--text", "axb"},
                                     Arguments{"patch", "--model", folder, "--clean", "axb", "--changed",
                                               "acb", "--clean-answer", "d", "--changed-answer", "e"}}) {
    const ProcessResult result = run_program(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    expect_has(result.errors, "not in the model's vocabulary");
    EXPECT_EQ(result.errors.find("note: "), result.errors.rfind("note: ")) << result.errors;
  }
}

/// The first token that the model writes, made one that ends texts.
TEST(FamilyOnCommandLineEnds, EndWhatIsWritten) {
  const TempFolder out;
  std::filesystem::copy(family_folder("gpt2"), out / "m");
  const Arguments arguments{"generate",     "--model", (out / "m").string(), "--prompt", "the", "--json",
                            "--max-tokens", "4",       "--temperature",      "0"};
  const nlohmann::json free = nlohmann::json::parse(output_of(arguments));
  EXPECT_EQ(free["ends_by"], "length");
  nlohmann::json all = nlohmann::json::array();
  for (int id = 0; id < 297; ++id) all.push_back(id);
  write_bytes(out / "m/generation_config.json", nlohmann::json{{"eos_token_id", all}}.dump());
  const nlohmann::json ended = nlohmann::json::parse(output_of(arguments));
  EXPECT_EQ(ended["ends_by"], "end");
  EXPECT_EQ(ended["tokens"], 1);
  EXPECT_EQ(ended["text"], "");
}

TEST(FamilyOnCommandLineExport, IsOpenedAgain) {
  const TempFolder out;
  const std::string folder = (out / "given").string();
  expect_has(output_of({"export", "--model", family_folder("neox"), "--to", "huggingface", "--out", folder}),
             "GPT-NeoX");
  EXPECT_EQ(
      output_of({"generate", "--model", folder, "--prompt", "the", "--max-tokens", "3"}),
      output_of({"generate", "--model", family_folder("neox"), "--prompt", "the", "--max-tokens", "3"}));
  expect_has(error_of({"export", "--model", family_folder("neox"), "--to", "onnx", "--out", folder}, 2),
             "huggingface");
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "the owl and the fox sat by the river. ";
  return text;
}

/// Of each, numbers between the word and the next.
double number_after(const std::string& text, const std::string& word) {
  const std::size_t at = text.rfind(word);
  return at == text.npos ? -1 : std::atof(text.c_str() + at + word.size());
}

TEST(FineTuningOnCommandLine, GoesOnWithTheWeightsOfTheFolderAndGivesThemBack) {
  const TempFolder out;
  write_bytes(out / "tale.txt", long_text());
  const std::string tuned = (out / "tuned").string(), given = (out / "given").string();
  const std::vector<std::string> start = {"train",
                                          "--model",
                                          family_folder("gpt2"),
                                          "--corpus",
                                          (out / "tale.txt").string(),
                                          "--set",
                                          "learning_rate=0.01",
                                          "--set",
                                          "warmup=2",
                                          "--set",
                                          "batch=4"};
  std::vector<std::string> few = start;
  few.insert(few.end(), {"--steps", "20", "--train", "decoder.layers.1.*", "--out", tuned});
  const std::string said = output_of(few);
  expect_has(said, "of them are trained: decoder.layers.1.*");
  expect_has(said, "memory: at least ");
  expect_has(said, "20 steps of 4 sequences");
  std::vector<std::string> more = start;
  more.insert(more.end(), {"--steps", "1", "--every", "0"});
  EXPECT_LT(number_after(said, "validation loss "), number_after(output_of(more), "validation loss "));
  expect_has(output_of({"train", "--resume", tuned, "--steps", "22"}), "done after 22 steps");
  output_of({"export", "--model", tuned, "--to", "huggingface", "--out", given});
  EXPECT_EQ(output_of({"generate", "--model", given, "--prompt", "the", "--max-tokens", "5"}),
            output_of({"generate", "--model", tuned, "--prompt", "the", "--max-tokens", "5"}));
  EXPECT_NE(output_of({"evaluate", "--model", tuned}), "");
}

TEST(FineTuningOnCommandLine, SaysWhatIsMissingOrCannotBe) {
  const TempFolder out;
  write_bytes(out / "tale.txt", long_text());
  write_bytes(out / "short.txt", "the owl");
  const std::string text = (out / "tale.txt").string();
  const auto refusal = [&](std::vector<std::string> more, int code = 1) {
    std::vector<std::string> all{"train", "--model", family_folder("gpt2")};
    all.insert(all.end(), more.begin(), more.end());
    return error_of(all, code);
  };
  expect_has(refusal({}, 2), "--corpus FILE");
  expect_has(refusal({"--corpus", (out / "short.txt").string()}), "use a longer text");
  expect_has(refusal({"--corpus", (out / "none.txt").string()}), "none.txt");
  expect_has(refusal({"--corpus", text, "--train", "decoder.layers.7.*"}, 2), "does not have a parameter");
  expect_has(refusal({"--corpus", text, "--set", "model.width=24"}, 2), "model.width cannot change");
  expect_has(refusal({"--corpus", text, "--preset", "words"}, 2), "--preset");
  expect_has(error_of({"train", "--model", family_folder("vit"), "--corpus", text}, 2),
             "cannot be fine-tuned on a text");
  const std::string tuned = (out / "tuned").string();
  output_of({"train", "--model", family_folder("gpt2"), "--corpus", text, "--steps", "2", "--out", tuned});
  expect_has(error_of({"train", "--resume", tuned, "--steps", "4", "--set", "train=decoder.norm.*"}, 2),
             "except seed, shards and train");
  expect_has(error_of({"train", "--config", tuned + "/config.json"}, 2), "belongs to an opened model");
}

TEST(Llama2cOnCommandLine, AFileIsAskedAsAFolderIs) {
  const std::string file = family_folder("llama2c/model.bin");
  expect_has(output_of({"trace", "--model", file, "--text", "the", "--list"}),
             "decoder.layers.0.self_attention.weights");
  EXPECT_EQ(
      output_of({"generate", "--model", file, "--prompt", "the", "--max-tokens", "3"}),
      output_of({"generate", "--model", family_folder("llama2c"), "--prompt", "the", "--max-tokens", "3"}));
}

TEST(FamilyOnCommandLineErrors, CannotBeTrainedOn) {
  const TempFolder out;
  EXPECT_NE(
      error_of({"train", "--resume", family_folder("gpt2"), "--steps", "2", "--out", (out / "m").string()},
               1),
      "");
}

TEST(Families, TokensTakesEveryLevelThatItNames) {
  for (const char* family : {"t5_gated", "gpt2", "bart"}) {
    const Arguments tokens{"tokens", "--model", family_folder(family), "--text", "the owl"};
    const auto with = [&](const Arguments& more) {
      Arguments arguments = tokens;
      arguments.insert(arguments.end(), more.begin(), more.end());
      return run_program(arguments).output;
    };
    const auto all = nlohmann::json::parse(with({"--json"}));
    for (const auto& level : all["levels"]) {
      const auto one = nlohmann::json::parse(with({"--json", "--level", level["level"]}));
      ASSERT_EQ(one["levels"].size(), 1u) << family << " " << level;
      EXPECT_EQ(one["levels"][0], level) << family;
    }
  }
  expect_has(error_of({"tokens", "--preset", "characters", "--text", "a", "--level", "pieces"}, 2),
             "this model reads characters: only tokenizers from other programs have pieces");
}

}  // namespace
}  // namespace attnlab::testing
