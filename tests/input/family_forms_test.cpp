// Other forms of folders of a family, which are the same model: names of old files, heads beside the one that
// is read, tokens that no file adds.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/io/tensor_folder.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const std::string& name) {
  return fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families" / name;
}

/// Copies `name` to `to`, with its configuration changed by `change`.
template <typename Change>
void copy_changed(const char* name, const fs::path& to, const Change& change) {
  fs::copy(folder_of(name), to);
  nlohmann::json config = nlohmann::json::parse(read_bytes(to / "config.json"));
  change(config);
  write_bytes(to / "config.json", config.dump());
}

/// Expects `changed` to be read as the model of `folder`.
void expect_same_model(const fs::path& changed, const fs::path& folder) {
  const Checkpoint read = load_checkpoint(changed), wanted = load_checkpoint(folder);
  EXPECT_EQ(read.preset.model, wanted.preset.model);
  EXPECT_EQ(read.state->snapshot->weights, wanted.state->snapshot->weights);
}

/// The floating-point tensors of `folder` as one file, each under the name that `rename` gives it.
template <typename Rename>
void write_renamed(const fs::path& folder, const fs::path& file, const Rename& rename) {
  const TensorFolder tensors(folder);
  std::vector<Tensor> held;
  std::vector<std::string> names;
  for (const auto& [name, stored] : tensors.all()) {
    if (stored.entry->type == SafetensorsEntry::Type::Other) continue;
    held.emplace_back(stored.entry->shape);
    stored.file->read(*stored.entry, held.back().data);
    names.push_back(rename(name));
  }
  std::vector<TensorToWrite> written;
  for (std::size_t i = 0; i < held.size(); ++i) written.push_back({names[i], held[i].shape, held[i].data});
  write_safetensors(file, written);
}

class OldNames : public ::testing::TestWithParam<const char*> {};

TEST_P(OldNames, AreRead) {
  const TempFolder folder;
  fs::copy(folder_of(GetParam()), folder / "m");
  int renamed = 0;
  write_renamed(folder_of(GetParam()), folder / "m/model.safetensors", [&](std::string name) {
    for (const auto& [now, before] :
         {std::pair("LayerNorm.weight", "LayerNorm.gamma"), std::pair("LayerNorm.bias", "LayerNorm.beta")})
      if (name.ends_with(now)) {
        name.replace(name.size() - std::string_view(now).size(), std::string::npos, before);
        ++renamed;
      }
    return name;
  });
  EXPECT_GE(renamed, 2);
  expect_same_model(folder / "m", folder_of(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, OldNames, ::testing::Values("bert", "roberta", "distilbert"),
                         [](const auto& test) { return std::string(test.param); });

TEST(OtherForms, AHeadForPairsOfSentencesIsLeftOut) {
  const TempFolder folder;
  copy_changed("bert", folder / "m",
               [](nlohmann::json& config) { config["architectures"] = {"BertForPreTraining"}; });
  expect_same_model(folder / "m", folder_of("bert"));
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
  expect_same_model(folder / "m", folder_of("neox_serial"));
}

TEST(OtherForms, LlamaSaysBaseAndScalingOfTheAnglesInOne) {
  const TempFolder folder;
  copy_changed("llama3", folder / "m", [](nlohmann::json& config) {
    config["rope_parameters"] = config["rope_scaling"];
    config["rope_parameters"]["rope_theta"] = config["rope_theta"];
    config.erase("rope_scaling");
    config.erase("rope_theta");
  });
  expect_same_model(folder / "m", folder_of("llama3"));
}

TEST(OtherForms, NeoXHasTokensThatNoFileAdds) {
  const TempFolder folder;
  fs::copy(folder_of("neox"), folder / "m");
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
