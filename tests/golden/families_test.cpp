// Folders of other programs' models against PyTorch: logits, loss and every gradient of the weights as the
// files hold them; and ids of lines against another implementation of the tokenizer.
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/io/family_export.h"
#include "core/io/tensor_folder.h"
#include "core/models/generation/generation.h"
#include "core/models/model.h"
#include "tests/golden/family_pass.h"
#include "tests/golden/model_case.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kFamilyFolders = fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families";

void expect_same_tokenizers(const Checkpoint& again, const Checkpoint& opened) {
  EXPECT_EQ(again.vocabularies->target.to_json(), opened.vocabularies->target.to_json());
  ASSERT_EQ(again.vocabularies->source.has_value(), opened.vocabularies->source.has_value());
  if (!opened.vocabularies->source) return;
  EXPECT_EQ(again.vocabularies->source->to_json(), opened.vocabularies->source->to_json());
}

class FamilyFolders : public ::testing::TestWithParam<const char*> {};

/// Those that answer.
class FamilyPairs : public FamilyFolders {};

TEST_P(FamilyFolders, LogitsLossAndGradientsAreThoseOfPyTorch) {
  const Checkpoint opened = load_checkpoint(kFamilyFolders / GetParam());
  EXPECT_TRUE(opened.remarks.empty()) << opened.remarks.front();
  expect_golden_pass(GetParam(), opened);
}

TEST_P(FamilyFolders, SavedByUsTheyAreTheSameModel) {
  const Checkpoint opened = load_checkpoint(kFamilyFolders / GetParam());
  const TempFolder folder;
  save_checkpoint(folder / "m", opened);
  const Checkpoint again = load_checkpoint(folder / "m");
  EXPECT_EQ(again.preset.model, opened.preset.model);
  EXPECT_EQ(again.state->snapshot->weights, opened.state->snapshot->weights);
  expect_same_tokenizers(again, opened);
}

/// What `opened` answers to the sources of a golden file, with an end behind each answer that is shorter than
/// the file's.
TEST_P(FamilyPairs, AnswersAreThoseOfPyTorch) {
  const std::string name = GetParam();
  const GoldenFile file = golden_file("families/" + name + "/expected");
  const Checkpoint opened = load_checkpoint(kFamilyFolders / name);
  const Tokenizer& tokenizer = opened.vocabularies->target;
  const Batch batch = golden_batch(file);
  const std::vector<TokenId> wanted = file.ids("greedy");
  const std::size_t most = wanted.size() / static_cast<std::size_t>(batch.size);
  auto answers = decode_greedily(*opened.model, opened.state->snapshot->weights, batch, tokenizer.sos(),
                                 tokenizer.eos(), static_cast<Index>(most));
  for (std::size_t row = 0; row < answers.size(); ++row) {
    answers[row].resize(most, tokenizer.eos());
    const auto from = wanted.begin() + static_cast<std::ptrdiff_t>(row * most);
    EXPECT_EQ(answers[row], std::vector<TokenId>(from, from + static_cast<std::ptrdiff_t>(most))) << row;
  }
}

/// Shapes and cells of all tensors that a model reads, by name.
std::map<std::string, Tensor> tensors_in(const fs::path& folder) {
  std::map<std::string, Tensor> all;
  const TensorFolder tensors(folder);
  for (const auto& [name, stored] : tensors.all()) {
    if (stored.entry->type == SafetensorsEntry::Type::Other) continue;
    Tensor& tensor = all.emplace(name, Tensor(stored.entry->shape)).first->second;
    stored.file->read(*stored.entry, tensor.data);
  }
  return all;
}

/// Tensors that no output reads, and copies of others, are not given back.
bool is_given_back(const std::string& folder, const std::string& name) {
  if (folder == "marian" && name.find("embed_positions") != name.npos) return false;
  for (const char* part : {"masked_bias", "bert.pooler.", "cls.seq_relationship", "embed_tokens.weight"})
    if (name.find(part) != name.npos && name.find("class") == name.npos) return false;
  return true;
}

/// Cells of positions that no token has, in RoBERTa, where <pad> has the second, and in BART.
std::size_t cells_that_nobody_reads(const std::string& tensor) {
  if (tensor.starts_with("roberta.embeddings.position")) return 8;
  return tensor.starts_with("model.") && tensor.find("embed_positions") != tensor.npos ? 2 * 8 : 0;
}

TEST_P(FamilyFolders, GivenBackTheyHaveTheSameTensors) {
  const std::string name = GetParam();
  const Checkpoint opened = load_checkpoint(kFamilyFolders / name);
  const TempFolder folder;
  save_family_folder(folder / "m", opened);
  const Checkpoint again = load_checkpoint(folder / "m");
  EXPECT_TRUE(again.remarks.empty());
  EXPECT_EQ(again.preset.model, opened.preset.model);
  EXPECT_EQ(again.state->snapshot->weights, opened.state->snapshot->weights);
  expect_same_tokenizers(again, opened);
  const std::map<std::string, Tensor> before = tensors_in(kFamilyFolders / name),
                                      after = tensors_in(folder / "m");
  for (const auto& [tensor, wanted] : before) {
    if (!is_given_back(name, tensor)) continue;
    const bool renamed =
        name == "bert_class" || name == "gpt2_f16";  // an old file, and one without the prefix
    const auto found = after.find(tensor);
    if (renamed && found == after.end()) continue;
    ASSERT_NE(found, after.end()) << tensor;
    EXPECT_EQ(found->second.shape, wanted.shape) << tensor;
    const std::size_t unread = cells_that_nobody_reads(tensor);
    EXPECT_TRUE(std::equal(found->second.data.begin() + static_cast<std::ptrdiff_t>(unread),
                           found->second.data.end(),
                           wanted.data.begin() + static_cast<std::ptrdiff_t>(unread)))
        << tensor;
  }
}

/// What is read of the folder that is written of `model`: the same weights, tokenizer and ids of lines.
void expect_given_back(const Checkpoint& model, const std::vector<std::string>& lines) {
  const TempFolder folder;
  save_family_folder(folder / "first", model);
  const Checkpoint read = load_checkpoint(folder / "first");
  save_family_folder(folder / "second", read);
  const Checkpoint again = load_checkpoint(folder / "second");
  expect_same_tokenizers(again, read);
  for (const Checkpoint* const other : {&read, &again}) {
    EXPECT_EQ(other->state->snapshot->weights, model.state->snapshot->weights);
    const Tokenizer &theirs = other->vocabularies->target, &ours = model.vocabularies->target;
    EXPECT_EQ(theirs.mask(), ours.mask());
    for (const std::string& line : lines) {
      EXPECT_EQ(theirs.encode(line), ours.encode(line)) << line;
      EXPECT_EQ(theirs.decode(theirs.encode(line)), ours.decode(ours.encode(line))) << line;
    }
  }
}

TEST(FamilyExport, WordPieceIsGivenBack) {
  const TempFolder folder;
  fs::copy(kFamilyFolders / "bert", folder / "m");
  fs::remove(folder / "m/tokenizer.json");
  std::string words = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\n##ing\n.\n1\n##2\n";
  Index count = 10;
  for (char letter = 'a'; letter <= 'z'; ++letter, count += 2)
    words += std::string(1, letter) + "\n##" + std::string(1, letter) + "\n";
  const Index size = load_checkpoint(kFamilyFolders / "bert").preset.model.source_vocabulary;
  for (; count < size; ++count) words += "[unused" + std::to_string(count) + "]\n";
  write_bytes(folder / "m/vocab.txt", words);
  write_bytes(
      folder / "m/special_tokens_map.json",
      R"({"cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]", "pad_token": "[PAD]"})");
  const Checkpoint opened = load_checkpoint(folder / "m");
  const Tokenizer& tokenizer = opened.vocabularies->target;
  EXPECT_EQ(tokenizer.encode("The [MASK] 12"), (std::vector<TokenId>{5, tokenizer.mask(), 8, 9}));
  const auto golden = nlohmann::json::parse(read_bytes(kFamilyFolders / "lines.json"));
  expect_given_back(opened, golden.at("lines").get<std::vector<std::string>>());
}

TEST(FamilyExport, CharactersAreGivenBack) {
  Checkpoint model = load_checkpoint(kFamilyFolders / "gpt2");
  ModelConfig& config = model.preset.model;
  std::vector<std::string> letters = {"\n", " ", ".", "\u00E9", "\u4F60", "\U0001F388"};
  for (char letter = 'a'; letter <= 'z'; ++letter) letters.emplace_back(1, letter);
  config.target_vocabulary = static_cast<Index>(letters.size());
  model.preset.name = "letters";
  model.model = make_model(config);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(static_cast<std::size_t>(model.model->parameters().size()));
  model.model->parameters().initialize(snapshot->weights, 7);
  model.state =
      std::make_shared<const TrainingState>(TrainingState{snapshot, nullptr, first_settings(model.preset)});
  model.vocabularies = std::make_shared<const Vocabularies>(Vocabularies{
      std::nullopt, Tokenizer::from_vocabulary(letters, TokenLevel::Characters, kNoSpecialTokens)});
  expect_given_back(model, {"", "the owl.\n", "l\u00E9 \u4F60\U0001F388"});
}

TEST(FamilyExport, RefusesWhatNoFamilyHas) {
  Checkpoint opened = load_checkpoint(kFamilyFolders / "gpt2");
  const auto refusal = [](ModelConfig config) {
    return error_text<std::invalid_argument>([&] { family_of_model(config); });
  };
  ModelConfig config = opened.preset.model;
  EXPECT_EQ(family_of_model(config).family->name, "gpt2");
  config.dropout = 0.2;
  EXPECT_EQ(family_of_model(config).family->name, "gpt2") << "how a model learns is not written";
  config.norm_kind = "rms";
  EXPECT_EQ(refusal(config),
            "no model family of other programs matches this model; the closest is GPT-2, but with "
            "model.norm_kind layer instead of rms");
  config = ModelConfig();
  config.architecture = "recurrent";
  config.heads = 4;
  EXPECT_NE(refusal(config), "");
}

INSTANTIATE_TEST_SUITE_P(All, FamilyFolders,
                         ::testing::Values("gpt2", "gpt2_f16", "gpt2_bf16", "gpt_neo", "neox", "neox_serial",
                                           "llama", "llama_heads", "llama3", "yarn", "qwen2", "mistral",
                                           "bert", "bert_class", "bert_labels", "roberta", "roberta_class",
                                           "distilbert", "distilbert_class", "vit", "vit_grey", "nanogpt",
                                           "t5", "t5_gated", "mt5", "marian", "bart", "bart_scaled"),
                         [](const auto& test) { return std::string(test.param); });

INSTANTIATE_TEST_SUITE_P(All, FamilyPairs,
                         ::testing::Values("t5", "t5_gated", "mt5", "marian", "bart", "bart_scaled"),
                         [](const auto& test) { return std::string(test.param); });

TEST(FamilyTokenizers, IdsAreThoseOfAnotherImplementation) {
  const auto golden = nlohmann::json::parse(read_bytes(kFamilyFolders / "lines.json"));
  const auto lines = golden.at("lines").get<std::vector<std::string>>();
  ASSERT_GE(lines.size(), 120u);
  for (const auto& [name, ids] : golden.at("ids").items()) {
    const Tokenizer tokenizer = load_checkpoint(kFamilyFolders / name).vocabularies->target;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::vector<TokenId> found = tokenizer.encode(lines[i]);
      EXPECT_EQ(found, ids.at(i).get<std::vector<TokenId>>()) << name << ", line " << i << ": " << lines[i];
      EXPECT_EQ(tokenizer.decode(found), lines[i]) << name << ", line " << i;
    }
  }
}

}  // namespace
}  // namespace attnlab::testing
