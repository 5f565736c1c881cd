// Folders of other programs' models on the command line.
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

std::string family_folder(const std::string& name) {
  return std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/" + name;
}

class FamilyOnCommandLine : public ::testing::TestWithParam<const char*> {
 protected:
  std::string folder() const { return family_folder(GetParam()); }
};

TEST_P(FamilyOnCommandLine, IsTracedExplainedAskedAndDrawn) {
  const std::string list = output_of({"trace", "--model", folder(), "--text", "the mill", "--list"});
  expect_has(list, "decoder.layers.0.self_attention.weights");
  expect_has(output_of({"explain", "--model", folder(), "--text", "the mill", "--tensor", "output.logits",
                        "--cell", "0,0,3"}),
             "output.logits");
  EXPECT_NE(output_of({"generate", "--model", folder(), "--prompt", "the", "--max-tokens", "3"}), "");
  const TempFolder out;
  output_of({"render", "--model", folder(), "--text", "the mill", "--stage", "softmax", "--out",
             (out / "m.svg").string()});
  expect_has(read_bytes(out / "m.svg"), "<svg");
}

INSTANTIATE_TEST_SUITE_P(All, FamilyOnCommandLine,
                         ::testing::Values("gpt2", "gpt2_f16", "gpt2_bf16", "gpt_neo", "neox", "llama"),
                         [](const auto& test) { return std::string(test.param); });

TEST(FamilyOnCommandLineExport, IsOpenedAgain) {
  const TempFolder out;
  const std::string folder = (out / "given").string();
  expect_has(output_of({"export", "--model", family_folder("neox"), "--to", "huggingface", "--out", folder}),
             "GPT-NeoX");
  EXPECT_EQ(
      output_of({"generate", "--model", folder, "--prompt", "the", "--max-tokens", "3"}),
      output_of({"generate", "--model", family_folder("neox"), "--prompt", "the", "--max-tokens", "3"}));
  expect_has(error_of({"export", "--model", family_folder("neox"), "--to", "onnx", "--out", folder}, 2),
             "huggingface");
}

TEST(FamilyOnCommandLineErrors, CannotBeTrainedOn) {
  const TempFolder out;
  EXPECT_NE(
      error_of({"train", "--resume", family_folder("gpt2"), "--steps", "2", "--out", (out / "m").string()},
               1),
      "");
}

}  // namespace
}  // namespace attnlab::testing
