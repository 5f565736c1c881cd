// The output matrix beside the flag that ties it, and the embedding under its other names, in every family.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/autograd/parameters.h"
#include "core/models/model.h"
#include "tests/input/family_copies.h"

namespace attnlab::testing {
namespace {

/// A golden folder, and how its files name the embedding and an output matrix of its own.
struct TiedFamily {
  const char *folder, *embedding, *output;
};

constexpr TiedFamily kTiedFamilies[] = {
    {"gpt2", "transformer.wte.weight", "lm_head.weight"},
    {"gpt_neo", "transformer.wte.weight", "lm_head.weight"},
    {"nanogpt", "transformer.wte.weight", "lm_head.weight"},
    {"neox", "gpt_neox.embed_in.weight", "embed_out.weight"},
    {"llama", "model.embed_tokens.weight", "lm_head.weight"},
    {"mistral", "model.embed_tokens.weight", "lm_head.weight"},
    {"qwen2", "model.embed_tokens.weight", "lm_head.weight"},
    {"bert", "bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"},
    {"roberta", "roberta.embeddings.word_embeddings.weight", "lm_head.decoder.weight"},
    {"distilbert", "distilbert.embeddings.word_embeddings.weight", "vocab_projector.weight"},
    {"t5", "shared.weight", "lm_head.weight"},
    {"mt5", "shared.weight", "lm_head.weight"},
    {"marian", "model.shared.weight", "lm_head.weight"},
    {"bart", "model.shared.weight", "lm_head.weight"},
};

class TiedFamilies : public ::testing::TestWithParam<TiedFamily> {
 protected:
  /// A folder whose config.json says that the two are one, with one matrix.
  void SetUp() override {
    copy_changed(GetParam().folder, folder_ / "tied", [](nlohmann::json& config) {
      if (config.contains("model_type")) config["tie_word_embeddings"] = true;
    });
    tensors_ = tensors_of(folder_ / "tied");
    tensors_.erase(GetParam().output);
    for (const char* copy : {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"})
      for (const char* prefix : {"", "model."}) tensors_.erase(std::string(prefix) + copy);
    put_tensors(folder_ / "tied", tensors_);
    std::filesystem::copy(folder_ / "tied", folder_ / "m");
  }
  Tensor& embedding() { return tensors_.at(GetParam().embedding); }

  TempFolder folder_;
  NamedTensors tensors_;
};

TEST_P(TiedFamilies, AMatrixThatDiffersIsTheOutput) {
  Tensor& own = tensors_.emplace(GetParam().output, embedding()).first->second;
  for (Real& cell : own.data) cell *= 2;
  put_tensors(folder_ / "m", tensors_);
  const Checkpoint read = load_checkpoint(folder_ / "m");
  EXPECT_FALSE(read.preset.model.tied_output);
  ASSERT_EQ(read.remarks.size(), 1u);
  expect_has(read.remarks[0], GetParam().output);
  expect_has(read.remarks[0], "is used as the output matrix");
  const auto& all = read.model->parameters().all();
  const auto output = std::ranges::find(all, "output.weight", &Parameter::name);
  ASSERT_NE(output, all.end());
  EXPECT_TRUE(
      std::equal(own.data.begin(), own.data.end(), read.state->snapshot->weights.begin() + output->offset));
}

TEST_P(TiedFamilies, TheSameMatrixTwiceIsTied) {
  tensors_.emplace(GetParam().output, embedding());
  put_tensors(folder_ / "m", tensors_);
  EXPECT_TRUE(expect_same_model(folder_ / "m", folder_ / "tied").remarks.empty());
}

TEST_P(TiedFamilies, TheOutputAloneIsTheEmbedding) {
  auto moved = tensors_.extract(GetParam().embedding);
  moved.key() = GetParam().output;
  tensors_.insert(std::move(moved));
  put_tensors(folder_ / "m", tensors_);
  EXPECT_TRUE(expect_same_model(folder_ / "m", folder_ / "tied").remarks.empty());
  put_tensors(folder_ / "m", tensors_, {{"format", "pt"}, {GetParam().embedding, GetParam().output}});
  EXPECT_TRUE(expect_same_model(folder_ / "m", folder_ / "tied").remarks.empty());
}

TEST_P(TiedFamilies, AnUntiedModelWithoutAnOutputIsRefused) {
  copy_changed(GetParam().folder, folder_ / "untied",
               [](nlohmann::json& config) { config["tie_word_embeddings"] = false; });
  put_tensors(folder_ / "untied", tensors_);
  expect_has(
      loading_error(folder_ / "untied"),
      "is missing: if the output matrix is the embedding, set tie_word_embeddings to true in config.json");
}

/// What files share, they say in their metadata, whatever config.json says of the two.
TEST_P(TiedFamilies, AnUntiedModelMayShareTheMatrix) {
  copy_changed(GetParam().folder, folder_ / "untied",
               [](nlohmann::json& config) { config["tie_word_embeddings"] = false; });
  put_tensors(folder_ / "untied", tensors_, {{GetParam().output, GetParam().embedding}});
  const Checkpoint read = load_checkpoint(folder_ / "untied");
  EXPECT_FALSE(read.preset.model.tied_output);
}

INSTANTIATE_TEST_SUITE_P(All, TiedFamilies, ::testing::ValuesIn(kTiedFamilies),
                         [](const auto& test) { return std::string(test.param.folder); });

TEST(OwnOutputs, T5ScalesWhatTheyReadAsItsConfigSays) {
  const auto scaled = [](const char* name, const nlohmann::json& keys) {
    const TempFolder folder;
    copy_changed(name, folder / "m", [&](nlohmann::json& config) { config.update(keys); });
    NamedTensors tensors = tensors_of(folder / "m");
    for (Real& cell :
         tensors.insert_or_assign("lm_head.weight", tensors.at("shared.weight")).first->second.data)
      cell += 1;
    put_tensors(folder / "m", tensors);
    return load_checkpoint(folder / "m").preset.model.scaled_output;
  };
  EXPECT_TRUE(scaled("t5", {{"tie_word_embeddings", true}}));
  EXPECT_FALSE(scaled("t5", {{"tie_word_embeddings", true}, {"scale_decoder_outputs", false}}));
  EXPECT_FALSE(scaled("t5", {{"tie_word_embeddings", false}}));
  EXPECT_TRUE(scaled("t5", {{"tie_word_embeddings", false}, {"scale_decoder_outputs", true}}));
  EXPECT_FALSE(scaled("mt5", {{"tie_word_embeddings", true}})) << "as Transformers 5 writes it";
  EXPECT_TRUE(scaled("mt5", {{"tie_word_embeddings", true}, {"scale_decoder_outputs", true}}));
}

class TwoTexts : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(TwoTexts, TheEmbeddingHasAnyOfItsNames) {
  const auto [name, prefix] = GetParam();
  const std::string own = std::string(prefix) + "shared.weight";
  const TempFolder folder;
  std::filesystem::copy(family_folder_of(name), folder / "m");
  const NamedTensors tensors = tensors_of(folder / "m");
  for (const char* copy : {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"}) {
    NamedTensors changed = tensors;
    for (const char* other : {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"})
      changed.erase(std::string(prefix) + other);
    changed.insert_or_assign(std::string(prefix) + copy, tensors.at(own));
    changed.erase(own);
    put_tensors(folder / "m", changed);
    expect_same_model(folder / "m", family_folder_of(name));
    changed.insert_or_assign(own, tensors.at(own));
    put_tensors(folder / "m", changed);
    expect_same_model(folder / "m", family_folder_of(name));
    changed.at(std::string(prefix) + copy).data[0] += 1;
    put_tensors(folder / "m", changed);
    expect_has(loading_error(folder / "m"),
               "tensor '" + std::string(prefix) + copy + "' differs from '" + own + "', but both must hold ");
  }
}

TEST_P(TwoTexts, TwoCopiesThatDifferAreRefused) {
  const auto [name, prefix] = GetParam();
  const std::string own = std::string(prefix) + "shared.weight",
                    encoder = std::string(prefix) + "encoder.embed_tokens.weight",
                    decoder = std::string(prefix) + "decoder.embed_tokens.weight";
  const TempFolder folder;
  std::filesystem::copy(family_folder_of(name), folder / "m");
  NamedTensors tensors = tensors_of(folder / "m");
  for (const std::string& copy : {encoder, decoder}) tensors.insert_or_assign(copy, tensors.at(own));
  tensors.erase(own);
  put_tensors(folder / "m", tensors);
  expect_same_model(folder / "m", family_folder_of(name));
  tensors.at(decoder).data[0] += 1;
  put_tensors(folder / "m", tensors);
  expect_has(loading_error(folder / "m"), "tensor '" + decoder + "' differs from '" + encoder + "'");
}

INSTANTIATE_TEST_SUITE_P(All, TwoTexts,
                         ::testing::Values(std::pair("t5", ""), std::pair("mt5", ""),
                                           std::pair("marian", "model."), std::pair("bart", "model.")),
                         [](const auto& test) { return std::string(test.param.first); });

}  // namespace
}  // namespace attnlab::testing
