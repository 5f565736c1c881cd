// Byte-level pairs in vocab.json and merges.txt, without a tokenizer.json: what each class of tokenizers
// makes of them, and what other files add.
#include <gtest/gtest.h>

#include "core/io/family_export.h"
#include "core/text/shown_pieces.h"
#include "tests/input/family_copies.h"

namespace attnlab::testing {
namespace {

using Ids = std::vector<TokenId>;

/// A golden folder whose tokenizer is in these files, with other names for some entries.
class ByteLevelFiles : public ::testing::Test {
 protected:
  void use(const std::string& name, const std::map<std::string, std::string>& names = {},
           const std::string& merges = "#version: 0.2\n") {
    std::filesystem::remove_all(folder());
    std::filesystem::copy(family_folder_of(name), folder());
    entries_ = nlohmann::json::parse(read_bytes(folder() / "tokenizer.json"))["model"]["vocab"];
    for (const auto& [before, now] : names) {
      entries_[now] = entries_[before];
      entries_.erase(before);
    }
    std::filesystem::remove(folder() / "tokenizer.json");
    write_bytes(folder() / "vocab.json", entries_.dump());
    write_bytes(folder() / "merges.txt", merges);
  }
  void add(const char* file, const nlohmann::json& json) { write_bytes(folder() / file, json.dump()); }
  std::filesystem::path folder() const { return folder_ / "m"; }
  Tokenizer tokenizer() const { return load_checkpoint(folder()).vocabularies->target; }
  TokenId id(const std::string& entry) const { return entries_.at(entry).get<TokenId>(); }
  Ids ids(const std::vector<std::string>& entries) const {
    Ids all;
    for (const std::string& entry : entries) all.push_back(id(entry));
    return all;
  }

  TempFolder folder_;
  nlohmann::json entries_;
};

const std::map<std::string, std::string> kRobertaNames = {
    {"!", "<s>"}, {"\"", "<pad>"}, {"#", "</s>"}, {"$", "<unk>"}, {"%", "<mask>"}};

TEST_F(ByteLevelFiles, OfRobertaStandBetweenItsTokens) {
  use("roberta", kRobertaNames);
  const Tokenizer read = tokenizer();
  EXPECT_EQ(read.mask(), id("<mask>"));
  EXPECT_EQ(read.pad(), id("<pad>"));
  EXPECT_EQ(encode_framed(read, "a<mask>b"), ids({"<s>", "a", "<mask>", "b", "</s>"}));
  EXPECT_EQ(read.encode("a <mask>"), ids({"a", "<mask>"})) << "the space before it is its own";
  EXPECT_EQ(read.encode("!"), ids({"<unk>"}));
  const Checkpoint opened = load_checkpoint(folder());
  save_family_folder(folder_ / "given", opened);
  EXPECT_EQ(load_checkpoint(folder_ / "given").vocabularies->target.to_json(),
            opened.vocabularies->target.to_json());
}

TEST_F(ByteLevelFiles, OfRobertaNeedItsTokens) {
  use("roberta");
  expect_has(loading_error(folder()), "vocab.json: the vocabulary does not contain '<s>'");
}

TEST_F(ByteLevelFiles, OfQwen2HaveEachDigitByItself) {
  const std::map<std::string, std::string> names = {{"z", "<|im_end|>"}, {"y", "12"}};
  use("qwen2", names, "#version: 0.2\n1 2\n");
  EXPECT_EQ(tokenizer().encode("a12<|im_end|><|endoftext|>"),
            ids({"a", "1", "2", "<|im_end|>", "<|endoftext|>"}));
  add("tokenizer_config.json", {{"tokenizer_class", "GPT2TokenizerFast"}});
  EXPECT_EQ(tokenizer().encode("a12"), ids({"a", "12"}));
}

TEST_F(ByteLevelFiles, HaveTheAddedTokensOfOtherFiles) {
  const std::map<std::string, std::string> names = {{"z", "<s>"}};
  const auto id_of_s = [&] { return std::to_string(id("<s>")); };
  use("llama", names);
  EXPECT_EQ(tokenizer().encode("a<s>"), ids({"a", "<", "s", ">"}));
  add("special_tokens_map.json", {{"bos_token", {{"content", "<s>"}}}});
  EXPECT_EQ(tokenizer().encode("a<s>"), ids({"a", "<s>"}));
  EXPECT_TRUE(tokenizer().pair_vocabulary()) << "views show its merges";
  use("llama", names);
  add("added_tokens.json", {{"<s>", id("<s>")}});
  EXPECT_EQ(tokenizer().encode("a<s>"), ids({"a", "<s>"}));
  use("llama", names);
  add("tokenizer_config.json",
      {{"added_tokens_decoder", {{id_of_s(), {{"content", "<s>"}, {"lstrip", true}, {"special", true}}}}}});
  EXPECT_EQ(tokenizer().encode("a <s>"), ids({"a", "<s>"}));
  add("tokenizer_config.json", {{"added_tokens_decoder", {{"first", {{"content", "<s>"}}}}}});
  expect_has(loading_error(folder()),
             "vocab.json: its tokenizer_config.json: added_tokens_decoder must map IDs");
}

TEST_F(ByteLevelFiles, PutWhatTheirSettingsSayBeforeAText) {
  use("llama", {{"z", "<s>"}});
  add("tokenizer_config.json", {{"bos_token", "<s>"}, {"add_bos_token", true}, {"add_prefix_space", true}});
  EXPECT_EQ(encode_framed(tokenizer(), "a"), ids({"<s>", "\u0120", "a"}));
  add("tokenizer_config.json", {{"bos_token", "[BOS]"}, {"add_bos_token", true}});
  expect_has(loading_error(folder()), "the vocabulary does not contain '[BOS]'");
  add("tokenizer_config.json", {{"bos_token", "<s>"}, {"add_bos_token", false}});
  EXPECT_EQ(encode_framed(tokenizer(), "a"), ids({"a"}));
}

TEST_F(ByteLevelFiles, OfAnotherClassAreRefused) {
  use("llama");
  add("tokenizer_config.json", {{"tokenizer_class", "LlamaTokenizer"}});
  expect_has(loading_error(folder()),
             "its tokenizer_config.json: tokenizer_class is 'LlamaTokenizer', but with vocab.json and "
             "merges.txt it must be ");
  add("tokenizer_config.json", {{"tokenizer_class", "PreTrainedTokenizerFast"}});
  EXPECT_EQ(loading_error(folder()), "");
}

TEST_F(ByteLevelFiles, MayBeginWithAByteOrderMark) {
  use("llama", {{"y", "12"}}, "\xEF\xBB\xBF#version: 0.2\n1 2\n");
  EXPECT_EQ(tokenizer().encode("12"), ids({"12"}));
}

/// The end token that only the files of the tokenizer name.
void expect_end(const std::filesystem::path& folder, TokenId end, const std::filesystem::path& out) {
  const Checkpoint read = load_checkpoint(folder);
  EXPECT_EQ(read.vocabularies->target.ends(), Ids{end});
  std::filesystem::create_directories(out);
  save_checkpoint(out / "saved", read);
  EXPECT_EQ(load_checkpoint(out / "saved").vocabularies->target.ends(), Ids{end});
  save_family_folder(out / "given", read);
  for (const char* file : {"config.json", "generation_config.json"})
    EXPECT_EQ(nlohmann::json::parse(read_bytes(out / "given" / file)).at("eos_token_id"), end) << file;
}

TEST_F(ByteLevelFiles, EndATextWithTheTokenOfTheirSettings) {
  for (const char* file : {"tokenizer_config.json", "special_tokens_map.json"}) {
    use("llama");
    add(file, {{"eos_token", "<|endoftext|>"}});
    expect_end(folder(), id("<|endoftext|>"), folder_ / file);
    std::filesystem::remove_all(folder());
    std::filesystem::copy(family_folder_of("llama"), folder());
    add(file, {{"eos_token", {{"content", "<|endoftext|>"}}}});
    expect_end(folder(), id("<|endoftext|>"), folder_ / ("whole_" + std::string(file)));
    copy_changed("llama", folder_ / ("own_" + std::string(file)),
                 [](nlohmann::json& config) { config["eos_token_id"] = 3; });
    write_bytes(folder_ / ("own_" + std::string(file)) / file, R"({"eos_token": "<|endoftext|>"})");
    EXPECT_EQ(load_checkpoint(folder_ / ("own_" + std::string(file))).vocabularies->target.ends(), Ids{3});
  }
}

}  // namespace
}  // namespace attnlab::testing
