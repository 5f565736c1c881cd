// attention-lab export --to llama2c: an independent reader of the files computes the same logits.
#include <cstring>

#include "core/io/checkpoint.h"
#include "core/io/llama2c/llama2c_export.h"
#include "tests/cli/events.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Llama2c : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run_process({"/usr/bin/python3", "-c", "import numpy"}).exit_code != 0)
      GTEST_SKIP() << "/usr/bin/python3 has no NumPy: install python3-numpy";
  }
  std::string exported(const Arguments& more) {
    Arguments arguments{"train", "--preset", "modern", "--steps", "3", "--out", folder_ / "m"};
    for (const char* option :
         {"width=16", "heads=4", "key_value_heads=2", "layers=2", "feed_forward=24", "batch=4"})
      arguments.insert(arguments.end(), {"--set", option});
    arguments.insert(arguments.end(), more.begin(), more.end());
    output_of(arguments);
    return output_of({"export", "--model", folder_ / "m", "--to", "llama2c", "--out", folder_ / "bin"});
  }
  void expect_same_logits(const std::string& file) {
    const Checkpoint model = load_checkpoint(folder_ / "m");
    const std::vector<TokenId> tokens = model.vocabularies->target.encode("the mill");
    Arguments command{"/usr/bin/python3", ATTNLAB_SOURCE_DIR "/tests/cli/read_llama2c.py",
                      folder_ / "bin" / file};
    for (const TokenId token : tokens) command.push_back(std::to_string(token));
    const ProcessResult result = run_process(command);
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const Json theirs = Json::parse(result.output);
    Batch batch;
    batch.resize(1, 0, static_cast<Index>(tokens.size()));
    batch.input = tokens;
    batch.input_lengths = {static_cast<Index>(tokens.size())};
    Tape tape(Mode::Infer);
    tape.bind(model.model->parameters(), model.state->snapshot->weights.data(), nullptr);
    const Variable ours = model.model->logits(tape, batch);
    ASSERT_EQ(theirs.size(), tokens.size());
    const Real* cell = ours.data();
    for (const Json& row : theirs)
      for (const Json& logit : row)
        ASSERT_NEAR(logit.get<double>(), static_cast<double>(*cell++), 1e-5) << file;
    EXPECT_EQ(cell, ours.data() + ours.size());
  }

  /// The same weights; and the same ids behind the space that llama2.c puts in front, with <sos> before them.
  void expect_opened_again(const std::string& file) {
    const Checkpoint model = load_checkpoint(folder_ / "m"), again = load_checkpoint(folder_ / "bin" / file);
    EXPECT_EQ(again.state->snapshot->weights, model.state->snapshot->weights) << file;
    const Tokenizer &own = model.vocabularies->target, &read = again.vocabularies->target;
    for (const std::string text : {"the mill", "\na", "  two spaces"}) {
      EXPECT_EQ(read.encode(text), own.encode(" " + text)) << text;
      EXPECT_EQ(read.decode(read.encode(text)), text);
    }
    EXPECT_EQ(read.frame().before.empty(), own.sos() < 0);
    EXPECT_EQ(read.sos(), own.sos());
    EXPECT_EQ(read.eos(), own.eos());
  }

  TempFolder folder_;
};

TEST_F(Llama2c, OurReaderOpensWhatIsWritten) {
  exported({});
  for (const char* file : {"", "model.bin", "model-version1.bin"}) expect_opened_again(file);
}

TEST_F(Llama2c, OurReaderOpensLettersAloneAndAnOutputOfItsOwn) {
  exported({"--set", "special_tokens=false", "--set", "tied_output=false", "--set", "key_value_heads=0"});
  for (const char* file : {"model.bin", "model-version1.bin"}) expect_opened_again(file);
}

TEST_F(Llama2c, BothVersionsHaveTheSameLogits) {
  EXPECT_EQ(exported({}), (folder_ / "bin").string() + ": llama2.c\n");
  for (const char* file : {"model.bin", "model-version1.bin"}) expect_same_logits(file);
}

TEST_F(Llama2c, AnOutputOfItsOwn) {
  exported({"--set", "tied_output=false", "--set", "key_value_heads=0"});
  for (const char* file : {"model.bin", "model-version1.bin"}) expect_same_logits(file);
}

TEST_F(Llama2c, TheWordsAreThoseOfTheVocabulary) {
  exported({});
  const std::string bytes = read_bytes(folder_ / "bin/tokenizer.bin");
  const Tokenizer tokenizer = load_checkpoint(folder_ / "m").vocabularies->target;
  std::uint32_t longest = 0;
  std::memcpy(&longest, bytes.data(), 4);
  EXPECT_EQ(longest, 5u) << "<pad>";
  std::size_t at = 4;
  for (TokenId id = 0; id < tokenizer.size(); ++id) {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + at + 4, 4);
    EXPECT_EQ(bytes.substr(at + 8, size), tokenizer.entry(id));
    at += 8 + size;
  }
  EXPECT_EQ(at, bytes.size());
}

TEST_F(Llama2c, OtherTokensAreLeftOut) {
  expect_has(exported({"--set", "level=words"}),
             "tokenizer.bin was not written: llama2.c does not support this tokenizer of words");
  EXPECT_FALSE(fs::exists(folder_ / "bin/tokenizer.bin"));
}

/// Each option in which models differ from Llama's is named.
TEST(Llama2cModels, OthersAreRefusedByTheirOption) {
  const ModelConfig modern = [] {
    ModelConfig config;
    config.positions = "rotary";
    config.norm_kind = "rms";
    config.activation = "swiglu";
    config.bias = false;
    return config;
  }();
  EXPECT_NO_THROW(check_llama2c_model(modern));
  const auto refusal = [&](auto ModelConfig::*option, auto value) {
    ModelConfig config = modern;
    config.*option = value;
    return error_text<std::invalid_argument>([&] { check_llama2c_model(config); });
  };
  EXPECT_EQ(refusal(&ModelConfig::positions, "learned"),
            "llama2.c cannot compute this model: model.positions is learned, but must be rotary");
  expect_has(refusal(&ModelConfig::architecture, "encoder"), "model.architecture is encoder");
  expect_has(refusal(&ModelConfig::norm_epsilon, 1e-6), "model.norm_epsilon is 1e-06, but must be 1e-05");
  expect_has(refusal(&ModelConfig::rotary_base, 500.0), "model.rotary_base is 500");
  expect_has(refusal(&ModelConfig::head_width, Index{8}), "model.head_width is 8, but must be 0");
  expect_has(refusal(&ModelConfig::qkv_bias, "on"), "model.qkv_bias is on, but must be same");
  expect_has(refusal(&ModelConfig::mask, MaskRule{8, 0, 1}), "model.window is 8");
  EXPECT_EQ(refusal(&ModelConfig::head_width, Index{16}), "no error") << "what it is without";
}

}  // namespace
}  // namespace attnlab::testing
