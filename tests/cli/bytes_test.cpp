// Bytes that are not UTF-8, in what every subcommand prints of a byte-level tokenizer that lacks some of
// them.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/text/utf8.h"
#include "tests/cli/program.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

/// The golden GPT-2, whose tokenizer lacks the first byte of "é".
class BytesOnCommandLine : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::copy(fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families/gpt2", folder_ / "m");
    nlohmann::json file = nlohmann::json::parse(read_bytes(folder_ / "m/tokenizer.json"));
    nlohmann::json& model = file["model"];
    model["vocab"].erase("\u00C3");
    nlohmann::json merges = nlohmann::json::array();
    for (const nlohmann::json& merge : model["merges"])
      if (merge.dump().find("\u00C3") == std::string::npos) merges.push_back(merge);
    model["merges"] = merges;
    write_bytes(folder_ / "m/tokenizer.json", file.dump());
  }
  std::string model() const { return (folder_ / "m").string(); }

  /// Runs the subcommand with `--text aéb` after its name, which must succeed.
  ProcessResult run(Arguments arguments) const {
    arguments.insert(arguments.begin() + 1, {"--model", model(), "--text", "a\u00E9b"});
    return expect_utf8(arguments);
  }
  static ProcessResult expect_utf8(const Arguments& arguments) {
    ProcessResult result = run_program(arguments);
    EXPECT_EQ(result.exit_code, 0) << arguments[0] << ": " << result.errors;
    EXPECT_FALSE(first_invalid_utf8(result.output)) << arguments[0];
    EXPECT_FALSE(first_invalid_utf8(result.errors)) << arguments[0];
    EXPECT_EQ(result.errors.find("json.exception"), std::string::npos) << result.errors;
    return result;
  }

  TempFolder folder_;
};

TEST_F(BytesOnCommandLine, AreEscapedByEverySubcommand) {
  const std::string csv = (folder_ / "t.csv").string();
  const std::vector<Arguments> all = {
      {"trace", "--list"},
      {"trace", "--list", "--json"},
      {"trace", "--out", (folder_ / "t.safetensors").string(), "--numpy", (folder_ / "t.py").string(),
       "--csv", (folder_ / "tables").string()},
      {"explain", "--next"},
      {"explain", "--tensor", "output.logits", "--cell", "0,0,3"},
      {"evaluate"},
      {"evaluate", "--json"},
      {"lens"},
      {"lens", "--json"},
      {"lens", "--csv", csv},
      {"attribute"},
      {"attribute", "--json"},
      {"contributions"},
      {"contributions", "--json"},
      {"diff", "--edit", "no positions"},
      {"diff", "--edit", "no positions", "--json"},
      {"neurons"},
      {"neurons", "--json"},
      {"tokens"},
      {"tokens", "--json"},
      {"tokens", "--csv"},
      {"tokens", "--steps"},
      {"attribute", "--csv", csv},
      {"contributions", "--csv"},
      {"neurons", "--csv", (folder_ / "units").string()},
      {"render", "--stage", "softmax", "--out", (folder_ / "m.svg").string()}};
  for (const Arguments& arguments : all) {
    const ProcessResult result = run(arguments);
    if (arguments[0] != "tokens" && arguments[0] != "render")
      expect_has(result.errors, "\"<0xC3>\" is not in the model's vocabulary");
  }
  for (const char* format : {"--csv", "--json"})
    expect_utf8({"tokens", "--model", model(), "--vocabulary", format});
  for (const char* file : {"t.py", "t.csv", "m.svg"})
    EXPECT_FALSE(first_invalid_utf8(read_bytes(folder_ / file))) << file;
}

TEST_F(BytesOnCommandLine, DoNotKeepAModelFromBeingWritten) {
  for (const char* form : {"huggingface", "pytorch"})
    expect_utf8({"export", "--model", model(), "--to", form, "--out", (folder_ / form).string()});
}

TEST_F(BytesOnCommandLine, AreEscapedInGeneratedTexts) {
  for (const Arguments& more : {Arguments{}, {"--json"}, {"--beams", "2"}, {"--beams", "2", "--json"}}) {
    Arguments arguments{"generate", "--model", model(), "--prompt",      "a\u00E9b", "--max-tokens",
                        "8",        "--seed",  "7",     "--temperature", "1"};
    if (more.size() > 1) arguments.resize(arguments.size() - 4);
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_has(expect_utf8(arguments).errors, "<0xC3>");
  }
}

TEST_F(BytesOnCommandLine, TwoTokensOfOneLetterAreTheLetter) {
  const std::string whole = std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/gpt2";
  const std::string text =
      output_of({"generate", "--model", whole, "--prompt", "the \u4F60", "--max-tokens", "1"});
  EXPECT_TRUE(text.starts_with("the \u4F60")) << text;
}

}  // namespace
}  // namespace attnlab::testing
