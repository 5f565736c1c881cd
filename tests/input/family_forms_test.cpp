// Other forms of folders of a family, which are the same model: names of old files, heads beside the one that
// is read, tokens that no file adds.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/input/family_copies.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

class OldNames : public ::testing::TestWithParam<const char*> {};

TEST_P(OldNames, AreRead) {
  const TempFolder folder;
  fs::copy(family_folder_of(GetParam()), folder / "m");
  int count = 0;
  const auto rename = [&](std::string name) {
    for (const auto& [now, before] :
         {std::pair("LayerNorm.weight", "LayerNorm.gamma"), std::pair("LayerNorm.bias", "LayerNorm.beta")})
      if (name.ends_with(now)) {
        name.replace(name.size() - std::string_view(now).size(), std::string::npos, before);
        ++count;
      }
    return name;
  };
  put_tensors(folder / "m", renamed(tensors_of(family_folder_of(GetParam())), rename));
  EXPECT_GE(count, 2);
  expect_same_model(folder / "m", family_folder_of(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, OldNames, ::testing::Values("bert", "roberta", "distilbert"),
                         [](const auto& test) { return std::string(test.param); });

TEST(OtherForms, AHeadForPairsOfSentencesIsLeftOut) {
  const TempFolder folder;
  copy_changed("bert", folder / "m",
               [](nlohmann::json& config) { config["architectures"] = {"BertForPreTraining"}; });
  expect_same_model(folder / "m", family_folder_of("bert"));
}

TEST(OtherForms, ABiasOfLogitsThatIsMissingIsZero) {
  for (const char* name : {"marian", "bart"}) {
    const TempFolder folder;
    fs::copy(family_folder_of(name), folder / "m");
    fs::copy(family_folder_of(name), folder / "zero");
    NamedTensors tensors = tensors_of(folder / "m");
    for (Real& cell : tensors.at("final_logits_bias").data) cell = 0;
    put_tensors(folder / "zero", tensors);
    tensors.erase("final_logits_bias");
    put_tensors(folder / "m", tensors);
    expect_same_model(folder / "m", folder / "zero");
  }
}

TEST(OtherForms, AHeadThatNothingNamesIsNamedWhereItIsMissing) {
  const TempFolder folder;
  copy_changed("bert_class", folder / "m", [](nlohmann::json& config) { config.erase("architectures"); });
  expect_has(loading_error(folder / "m"),
             "is missing: config.json does not name architectures, so it is read as BertForMaskedLM");
}

TEST(OtherForms, NeoXSaysBaseAndShareOfTheAnglesInOne) {
  const TempFolder folder;
  copy_changed("neox_serial", folder / "m", [](nlohmann::json& config) {
    config["rope_parameters"] = {{"rope_type", "default"},
                                 {"rope_theta", config["rotary_emb_base"]},
                                 {"partial_rotary_factor", config["rotary_pct"]}};
    config.erase("rotary_emb_base");
    config.erase("rotary_pct");
  });
  expect_same_model(folder / "m", family_folder_of("neox_serial"));
}

TEST(OtherForms, LlamaSaysBaseAndScalingOfTheAnglesInOne) {
  const TempFolder folder;
  copy_changed("llama3", folder / "m", [](nlohmann::json& config) {
    config["rope_parameters"] = config["rope_scaling"];
    config["rope_parameters"]["rope_theta"] = config["rope_theta"];
    config.erase("rope_scaling");
    config.erase("rope_theta");
  });
  expect_same_model(folder / "m", family_folder_of("llama3"));
}

TEST(OtherForms, NeoXHasTokensThatNoFileAdds) {
  const TempFolder folder;
  fs::copy(family_folder_of("neox"), folder / "m");
  nlohmann::json entries = nlohmann::json::parse(read_bytes(folder / "m/tokenizer.json"))["model"]["vocab"];
  const TokenId padding = entries["z"], end = entries["<|endoftext|>"], a = entries["a"];
  entries.erase("z");
  entries["<|padding|>"] = padding;
  fs::remove(folder / "m/tokenizer.json");
  write_bytes(folder / "m/vocab.json", entries.dump());
  write_bytes(folder / "m/merges.txt", "#version: 0.2\n");
  const Tokenizer tokenizer = load_checkpoint(folder / "m").vocabularies->target;
  EXPECT_EQ(tokenizer.encode("a<|endoftext|>a<|padding|>"), (std::vector<TokenId>{a, end, a, padding}));
}

}  // namespace
}  // namespace attnlab::testing
