// Folders of other programs' models against PyTorch: logits, loss and every gradient of the weights as the
// files hold them; and ids of lines against another implementation of the tokenizer.
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/io/family_export.h"
#include "core/io/tensor_folder.h"
#include "core/models/model.h"
#include "tests/golden/model_case.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kFamilyFolders = fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families";

class FamilyFolders : public ::testing::TestWithParam<const char*> {};

TEST_P(FamilyFolders, LogitsLossAndGradientsAreThoseOfPyTorch) {
  const std::string name = GetParam();
  const Checkpoint opened = load_checkpoint(kFamilyFolders / name);
  EXPECT_TRUE(opened.remarks.empty()) << opened.remarks.front();
  const GoldenFile file = golden_file("families/" + name + "/expected");
  const Batch batch = golden_batch(file);
  const ParameterLayout& layout = opened.model->parameters();
  const AlignedBuffer& weights = opened.state->snapshot->weights;
  for (const Mode mode : {Mode::Train, Mode::Record}) {
    Tape tape(mode);
    AlignedBuffer gradient(weights.size(), Real(0));
    tape.bind(layout, weights.data(), gradient.data());
    const Variable logits = opened.model->logits(tape, batch);
    EXPECT_TRUE(matches({logits.data(), static_cast<std::size_t>(logits.size())}, file.tensor("logits"),
                        name + " logits"));
    tape.reset();
    const Variable loss = opened.model->loss(tape, batch, 0, batch.counted_targets());
    EXPECT_TRUE(matches({loss.data(), 1}, file.tensor("loss"), name + " loss"));
    tape.backward(loss);
    expect_parameters(file, "grad.", layout, gradient);
  }
}

TEST_P(FamilyFolders, SavedByUsTheyAreTheSameModel) {
  const Checkpoint opened = load_checkpoint(kFamilyFolders / GetParam());
  const TempFolder folder;
  save_checkpoint(folder / "m", opened);
  const Checkpoint again = load_checkpoint(folder / "m");
  EXPECT_EQ(again.preset.model, opened.preset.model);
  EXPECT_EQ(again.state->snapshot->weights, opened.state->snapshot->weights);
  EXPECT_EQ(again.vocabularies->target.to_json(), opened.vocabularies->target.to_json());
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

/// Tensors that no output reads are not given back, and RoBERTa has rows of positions that no token has.
bool is_given_back(const std::string& name) {
  for (const char* part : {"masked_bias", "bert.pooler.", "cls.seq_relationship"})
    if (name.find(part) != name.npos && name.find("class") == name.npos) return false;
  return true;
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
  EXPECT_EQ(again.vocabularies->target.to_json(), opened.vocabularies->target.to_json());
  const std::map<std::string, Tensor> before = tensors_in(kFamilyFolders / name),
                                      after = tensors_in(folder / "m");
  for (const auto& [tensor, wanted] : before) {
    if (!is_given_back(tensor)) continue;
    const bool renamed =
        name == "bert_class" || name == "gpt2_f16";  // an old file, and one without the prefix
    const auto found = after.find(tensor);
    if (renamed && found == after.end()) continue;
    ASSERT_NE(found, after.end()) << tensor;
    EXPECT_EQ(found->second.shape, wanted.shape) << tensor;
    const std::size_t unread = tensor.find("roberta.embeddings.position") == 0 ? 2 * 8 : 0;
    EXPECT_TRUE(std::equal(found->second.data.begin() + static_cast<std::ptrdiff_t>(unread),
                           found->second.data.end(),
                           wanted.data.begin() + static_cast<std::ptrdiff_t>(unread)))
        << tensor;
  }
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
            "no family of other programs has this model: the nearest is GPT-2, which would have "
            "model.norm_kind layer and not rms");
  config = ModelConfig();
  config.architecture = "recurrent";
  config.heads = 4;
  EXPECT_NE(refusal(config), "");
}

INSTANTIATE_TEST_SUITE_P(All, FamilyFolders,
                         ::testing::Values("gpt2", "gpt2_f16", "gpt2_bf16", "gpt_neo", "neox", "neox_serial",
                                           "llama", "llama_heads", "qwen2", "bert", "bert_class",
                                           "bert_labels", "roberta", "roberta_class", "distilbert",
                                           "distilbert_class", "vit", "vit_grey"),
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
