// Files of llama2.c and states of nanoGPT against PyTorch, and damaged: each is one clear line.
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/io/family_export.h"
#include "core/io/family_folder.h"
#include "core/io/llama2c/llama2c_export.h"
#include "tests/golden/family_pass.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kModelFolders = fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families";

class ModelFiles : public ::testing::TestWithParam<const char*> {};

TEST_P(ModelFiles, LogitsLossAndGradientsAreThoseOfPyTorch) {
  const Checkpoint opened = load_checkpoint(kModelFolders / GetParam());
  EXPECT_TRUE(opened.remarks.empty());
  expect_golden_pass(GetParam(), opened);
}

TEST_P(ModelFiles, SavedByUsTheyAreTheSameModel) {
  const Checkpoint opened = load_checkpoint(kModelFolders / GetParam());
  const TempFolder folder;
  save_checkpoint(folder / "m", opened);
  const Checkpoint again = load_checkpoint(folder / "m");
  EXPECT_EQ(again.preset.model, opened.preset.model);
  EXPECT_EQ(again.state->snapshot->weights, opened.state->snapshot->weights);
  EXPECT_EQ(again.vocabularies->target.to_json(), opened.vocabularies->target.to_json());
}

INSTANTIATE_TEST_SUITE_P(All, ModelFiles, ::testing::Values("llama2c", "llama2c_later", "nanogpt_compiled"));

TEST(ModelFile, IsOpenedByItsOwnNameToo) {
  const Checkpoint file = load_checkpoint(kModelFolders / "llama2c/model.bin"),
                   folder = load_checkpoint(kModelFolders / "llama2c");
  EXPECT_EQ(file.state->snapshot->weights, folder.state->snapshot->weights);
  EXPECT_TRUE(holds_model(kModelFolders / "llama2c/model.bin"));
  EXPECT_TRUE(holds_model(kModelFolders / "llama2c"));
  EXPECT_FALSE(holds_model(kModelFolders / "llama2c/tokenizer.bin"));
  const Tokenizer& tokenizer = file.vocabularies->target;
  EXPECT_EQ(tokenizer.entry(tokenizer.encode("the").back()), " the");
}

class GivenBackLlama2c : public ::testing::TestWithParam<const char*> {};

TEST_P(GivenBackLlama2c, IsTheSameModelInBothVersions) {
  const Checkpoint opened = load_checkpoint(kModelFolders / GetParam());
  const TempFolder folder;
  EXPECT_EQ(save_llama2c_folder(folder / "m", opened), std::vector<std::string>());
  const auto lines = nlohmann::json::parse(read_bytes(kModelFolders / "lines.json"))["lines"]
                         .get<std::vector<std::string>>();
  for (const char* file : {"", "model.bin", "model-version1.bin"}) {
    const Checkpoint again = load_checkpoint(folder / "m" / file);
    EXPECT_EQ(again.preset.model, opened.preset.model) << file;
    EXPECT_EQ(again.state->snapshot->weights, opened.state->snapshot->weights) << file;
    const Tokenizer &read = again.vocabularies->target, &before = opened.vocabularies->target;
    EXPECT_EQ(read.to_json(), before.to_json()) << file;
    for (const std::string& line : lines) EXPECT_EQ(read.encode(line), before.encode(line)) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, GivenBackLlama2c, ::testing::Values("llama2c", "llama2c_later"));

TEST(ModelFile, OfNanoGptWithoutItsHeadsSaysWhatIsMissing) {
  const TempFolder folder;
  fs::copy(kModelFolders / "nanogpt_compiled", folder / "m");
  write_bytes(folder / "m/config.json", R"({"model_type": "nanogpt"})");
  expect_has(error_text<std::runtime_error>([&] { load_checkpoint(folder / "m"); }), "n_head is 'null'");
  write_bytes(folder / "m/config.json", R"({"n_head": 3})");
  expect_has(error_text<std::runtime_error>([&] { load_checkpoint(folder / "m"); }), "n_head");
}

TEST(ModelFile, OfGptNeoHasAListOfItsLayers) {
  using Json = nlohmann::json;
  const TempFolder folder;
  fs::copy(kModelFolders / "gpt_neo", folder / "m");
  const Json good = Json::parse(read_bytes(folder / "m/config.json"));
  const auto refusal = [&](const Json& turns) {
    Json config = good;
    config["attention_types"] = turns;
    config.erase("attention_layers");  // which says the same
    write_bytes(folder / "m/config.json", config.dump());
    return error_text<std::runtime_error>([&] { load_checkpoint(folder / "m"); });
  };
  const auto layers = [](const Json& kinds, Index times) {
    return Json::array({Json::array({kinds, times})});
  };
  EXPECT_EQ(refusal(layers({"global", "local"}, 1)), "no error");
  EXPECT_EQ(refusal(layers({"local"}, 2)), "no error");
  for (const Json& wrong : {layers({"global", "local"}, 2), layers({"local"}, 1)})
    expect_has(refusal(wrong), "but must be a list for num_layers layers");
  for (const Json& wrong : {layers({"local", "global"}, 1), layers({"global", "global"}, 1), Json("local"),
                            Json::array(), layers("local", 2)})
    expect_has(refusal(wrong), "attention_types is ");
}

/// A folder with a good file of llama2.c.
class DamagedLlama2c : public ::testing::TestWithParam<const char*> {
 protected:
  DamagedLlama2c() {
    fs::copy(kModelFolders / GetParam(), path());
    good_ = read_bytes(path("model.bin"));
  }
  fs::path path(const std::string& file = "") const { return folder_ / "m" / file; }
  bool is_later() const { return std::string(GetParam()) == "llama2c_later"; }

  /// The one line that the file with these bytes gives.
  std::string damage(const std::string& bytes, const std::string& what) {
    ++count_;
    write_bytes(path("model.bin"), bytes);
    const std::string said = error_text<std::runtime_error>([&] { load_checkpoint(path("model.bin")); });
    EXPECT_NE(said, "no error") << what;
    EXPECT_EQ(said.find('\n'), said.npos) << said;
    EXPECT_LT(said.size(), 1000u) << said;
    EXPECT_NE(said.find("model.bin"), said.npos) << said;
    write_bytes(path("model.bin"), good_);
    return said;
  }
  std::string with_number(std::size_t number, std::int32_t value) const {
    std::string changed = good_;
    std::memcpy(changed.data() + (is_later() ? 8 : 0) + 4 * number, &value, sizeof value);
    return changed;
  }

  TempFolder folder_;
  std::string good_;
  int count_ = 0;
};

TEST_P(DamagedLlama2c, IsOneClearLineEach) {
  for (std::size_t size = 0; size < good_.size(); size += 1 + good_.size() / 37)
    damage(good_.substr(0, size), "cut to " + std::to_string(size));
  damage(good_ + "x", "with a byte more");
  for (std::size_t number = 0; number < 7; ++number)
    for (const std::int32_t value : {0, -1, 1, 3, 65537, 262145, INT32_MAX, INT32_MIN, 1 << 20}) {
      const bool same = with_number(number, value) == good_;
      const bool no_size =
          is_later() && number == 6;  // the context has no weights: only its limit is checked
      // Another number of heads is another model of the same size where it divides the width.
      if (same || (no_size && value > 0 && value <= 262144) || (number == 3 && value == 1)) continue;
      damage(with_number(number, value), "number " + std::to_string(number) + " " + std::to_string(value));
    }
  std::string bad = good_;
  bad.replace(bad.size() - 4, 4, "\xFF\xFF\xFF\xFF");
  expect_has(damage(bad, "no number"), "contains a value that is not finite");
  if (is_later()) {
    std::string other = good_;
    other[4] = 2;
    expect_has(damage(other, "version 2"), "version 2");
    other[4] = 7;
    expect_has(damage(other, "version 7"), "version 7");
  }
  EXPECT_GT(count_, 60);
  EXPECT_NO_THROW(load_checkpoint(path("model.bin")));
  fs::remove(path("tokenizer.bin"));
  expect_has(error_text<std::runtime_error>([&] { load_checkpoint(path("model.bin")); }), "tokenizer.bin");
}

INSTANTIATE_TEST_SUITE_P(Forms, DamagedLlama2c, ::testing::Values("llama2c", "llama2c_later"));

}  // namespace
}  // namespace attnlab::testing
