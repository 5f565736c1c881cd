// The tokens that end a text, in config.json and generation_config.json: read, kept and given back; and
// unknown bytes of byte-level tokenizers.
#include <gtest/gtest.h>

#include "core/io/family_export.h"
#include "core/models/generation/generation.h"
#include "tests/input/family_copies.h"

namespace attnlab::testing {
namespace {

using Ids = std::vector<TokenId>;

/// A golden folder with these keys; null stands for a file or a key that is not there.
class FamilyEnds : public ::testing::Test {
 protected:
  void use(const char* name, const nlohmann::json& in_config, const nlohmann::json& in_generation) {
    std::filesystem::remove_all(folder_ / "m");
    copy_changed(name, folder_ / "m", [&](nlohmann::json& config) {
      config.erase("eos_token_id");
      if (!in_config.is_null()) config["eos_token_id"] = in_config;
    });
    if (!in_generation.is_null()) write_bytes(folder_ / "m/generation_config.json", in_generation.dump());
  }
  Ids ends() const { return load_checkpoint(folder_ / "m").vocabularies->target.ends(); }
  Ids ends_of(const char* name, const nlohmann::json& in_config, const nlohmann::json& in_generation) {
    use(name, in_config, in_generation);
    return ends();
  }

  TempFolder folder_;
};

TEST_F(FamilyEnds, AreReadFromBothFiles) {
  for (const char* name : {"gpt2", "gpt_neo", "nanogpt", "neox", "llama", "mistral", "qwen2"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(ends_of(name, nullptr, nullptr), Ids());
    EXPECT_EQ(ends_of(name, 3, nullptr), Ids{3});
    EXPECT_EQ(ends_of(name, {3, 0}, nullptr), (Ids{3, 0}));
    EXPECT_EQ(ends_of(name, 3, {{"eos_token_id", {5, 6}}}), (Ids{5, 6})) << "generation_config.json is first";
    EXPECT_EQ(ends_of(name, 3, {{"eos_token_id", nullptr}}), Ids{3});
    EXPECT_EQ(ends_of(name, 3, {{"temperature", 0.5}}), Ids{3});
    EXPECT_EQ(ends_of(name, nlohmann::json::array(), nullptr), Ids());
  }
  for (const char* name : {"t5", "mt5", "marian", "bart"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(ends_of(name, 3, nullptr), Ids{3});
    EXPECT_EQ(ends_of(name, {3, 0}, nullptr), (Ids{3, 0}));
    EXPECT_EQ(ends_of(name, 3, {{"eos_token_id", {5, 6}}, {"decoder_start_token_id", 4}}), (Ids{5, 6}));
    EXPECT_EQ(load_checkpoint(folder_ / "m").vocabularies->target.eos(), 5);
    EXPECT_EQ(load_checkpoint(folder_ / "m").vocabularies->target.sos(), 4);
  }
}

TEST_F(FamilyEnds, ThatAreNoTokensAreLeftOutWithARemark) {
  EXPECT_EQ(ends_of("gpt2", {50256, 3, -1}, nullptr), Ids{3});
  const Checkpoint read = load_checkpoint(folder_ / "m");
  ASSERT_EQ(read.remarks.size(), 2u);
  EXPECT_EQ(read.remarks[0], "config.json: ignored eos_token_id 50256, which is not a token ID below 297");
  use("gpt2", nullptr, {{"eos_token_id", "</s>"}});
  expect_has(loading_error(folder_ / "m"),
             "generation_config.json: eos_token_id is '\"</s>\"', but must be a token ID or a list");
  write_bytes(folder_ / "m/generation_config.json", "{");
  expect_has(loading_error(folder_ / "m"), "generation_config.json: invalid JSON");
}

TEST_F(FamilyEnds, OfModelsThatAnswerThatAreNoTokensAreLeftOut) {
  for (const char* name : {"t5", "bart", "marian"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(ends_of(name, {999, 1}, nullptr), Ids{1});
    EXPECT_EQ(load_checkpoint(folder_ / "m").vocabularies->target.eos(), 1);
    EXPECT_EQ(load_checkpoint(folder_ / "m").remarks.size(), 1u);
    EXPECT_EQ(ends_of(name, 999, nullptr), Ids());
    expect_has(load_checkpoint(folder_ / "m").remarks.at(0), "ignored eos_token_id 999");
    EXPECT_EQ(ends_of(name, nlohmann::json::array(), nullptr), Ids());
    EXPECT_TRUE(load_checkpoint(folder_ / "m").remarks.empty());
  }
}

TEST_F(FamilyEnds, AFirstTokenThatIsForcedIsNotedAndGivenBack) {
  copy_changed("bart", folder_ / "m", [](nlohmann::json& config) { config["forced_bos_token_id"] = 0; });
  const Checkpoint read = load_checkpoint(folder_ / "m");
  ASSERT_EQ(read.remarks.size(), 1u);
  EXPECT_EQ(
      read.remarks[0],
      "config.json: ignored forced_bos_token_id 0: an output begins with the token that the model predicts");
  save_checkpoint(folder_ / "saved", read);
  save_family_folder(folder_ / "given", load_checkpoint(folder_ / "saved"));
  for (const char* file : {"config.json", "generation_config.json"})
    EXPECT_EQ(nlohmann::json::parse(read_bytes(folder_ / "given" / file)).at("forced_bos_token_id"), 0)
        << file;
  write_bytes(folder_ / "m/generation_config.json", R"({"forced_bos_token_id": 4000})");
  expect_has(load_checkpoint(folder_ / "m").remarks.at(0),
             "generation_config.json: ignored forced_bos_token_id 4000");
}

TEST_F(FamilyEnds, EndWhatIsGenerated) {
  use("gpt2", nullptr, nullptr);
  const Checkpoint open = load_checkpoint(folder_ / "m");
  const auto made_by = [](const Checkpoint& model) {
    RandomStream random(1);
    const Ids prompt{1, 2, 3};
    return generate(*model.model, model.state->snapshot->weights, prompt, 6,
                    model.vocabularies->target.ends(), {.temperature = 0}, random);
  };
  const Ids all = made_by(open);
  ASSERT_EQ(all.size(), 6u);
  use("gpt2", {0, all[2]}, nullptr);
  const Ids ended = made_by(load_checkpoint(folder_ / "m"));
  EXPECT_EQ(ended.back(), all[2]);
  EXPECT_LE(ended.size(), 3u);
}

TEST_F(FamilyEnds, AreKeptAndGivenBack) {
  for (const char* name : {"gpt2", "neox", "llama", "t5", "bart", "marian"}) {
    SCOPED_TRACE(name);
    for (const nlohmann::json& ends : {nlohmann::json(3), nlohmann::json({3, 5})}) {
      use(name, nullptr, {{"eos_token_id", ends}});
      const Checkpoint read = load_checkpoint(folder_ / "m");
      const Ids wanted = read.vocabularies->target.ends();
      save_checkpoint(folder_ / "saved", read);
      EXPECT_EQ(load_checkpoint(folder_ / "saved").vocabularies->target.ends(), wanted);
      save_family_folder(folder_ / "given", read);
      for (const char* file : {"config.json", "generation_config.json"})
        EXPECT_EQ(nlohmann::json::parse(read_bytes(folder_ / "given" / file)).at("eos_token_id"), ends)
            << file;
      EXPECT_EQ(load_checkpoint(folder_ / "given").vocabularies->target.ends(), wanted);
    }
  }
  use("bert", 3, nullptr);
  save_family_folder(folder_ / "encoder", load_checkpoint(folder_ / "m"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "encoder/generation_config.json"));
}

/// A byte-level tokenizer of the 297 ids of "gpt2" whose vocabulary lacks the letter x.
nlohmann::json without_x(const std::filesystem::path& folder, const nlohmann::json& unknown) {
  nlohmann::json file = nlohmann::json::parse(read_bytes(folder / "tokenizer.json"));
  nlohmann::json& model = file["model"];
  const nlohmann::json id = model["vocab"]["x"];
  model["vocab"].erase("x");
  if (!unknown.is_null()) model["vocab"]["<unk>"] = id;
  model["unk_token"] = unknown;
  return file;
}

TEST_F(FamilyEnds, BytesWithoutAnEntryAreTheUnknownToken) {
  use("gpt2", nullptr, nullptr);
  const Tokenizer whole = load_checkpoint(folder_ / "m").vocabularies->target;
  const TokenId x = whole.encode("x")[0];
  const Ids beside = whole.encode("a"), after = whole.encode("b");
  nlohmann::json file = without_x(folder_ / "m", "<unk>");
  write_bytes(folder_ / "m/tokenizer.json", file.dump());
  const Tokenizer named = load_checkpoint(folder_ / "m").vocabularies->target;
  EXPECT_EQ(named.unknown(), x);
  EXPECT_EQ(named.encode("axb"), (Ids{beside[0], x, after[0]}));
  EXPECT_FALSE(named.pieces("axb")[1].known);
  std::filesystem::remove(folder_ / "m/tokenizer.json");
  write_bytes(folder_ / "m/vocab.json", file["model"]["vocab"].dump());
  write_bytes(folder_ / "m/merges.txt", "#version: 0.2\n");
  write_bytes(folder_ / "m/tokenizer_config.json", R"({"unk_token": "<unk>"})");
  EXPECT_EQ(load_checkpoint(folder_ / "m").vocabularies->target.encode("axb"), (Ids{beside[0], x, after[0]}));
  use("gpt2", nullptr, nullptr);
  write_bytes(folder_ / "m/tokenizer.json", without_x(folder_ / "m", nullptr).dump());
  const Tokenizer unnamed = load_checkpoint(folder_ / "m").vocabularies->target;
  EXPECT_EQ(unnamed.encode("axb"), (Ids{beside[0], kUnknownId, after[0]}));
}

}  // namespace
}  // namespace attnlab::testing
