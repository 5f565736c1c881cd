// Folders of other programs' models against PyTorch: logits, loss and every gradient of the weights as the
// files hold them; and ids of lines against another implementation of the tokenizer.
#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/models/model.h"
#include "tests/golden/model_case.h"

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

INSTANTIATE_TEST_SUITE_P(All, FamilyFolders, ::testing::Values("gpt2", "gpt2_f16", "gpt2_bf16", "llama"),
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
