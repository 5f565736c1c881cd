// attention-lab diff, on a saved model.
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

TEST(Diff, TellsWhatAnEditChanges) {
  const TempFolder folder;
  const std::string model = folder / "letters";
  output_of(small_training("characters", {"--steps", "5", "--set", "context=16", "--out", model}));
  const auto diff = [&](const Arguments& more) {
    Arguments arguments{"diff", "--model", model, "--text", "It was"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  const std::string norm = "no norm decoder.layers.0.attention_norm";
  const std::string text = output_of(diff({"--edit", norm}));
  expect_has(text, "\nmost probable\n    0  ");
  expect_has(text, "\ndecoder.layers.0.attention_norm.output ");
  EXPECT_EQ(text.find("\ntarget.embedding "), std::string::npos) << "what came before is as it was";

  const auto answer = nlohmann::json::parse(output_of(diff({"--edit", norm, "--json"})));
  EXPECT_NE(answer["loss"]["before"], answer["loss"]["after"]);
  EXPECT_EQ(answer["predictions"].size(), 6u);
  EXPECT_EQ(answer["predictions"][0]["after"].size(), 5u);

  expect_has(error_of(diff({}), 2), "--edit");
  expect_has(error_of(diff({"--edit", "no norm decoder.layers.9.attention_norm"}), 2), "did you mean");
  expect_has(error_of(diff({"--edit", "token input[1]=ab"}), 2), "2 tokens, not one");
}

}  // namespace
}  // namespace attnlab::testing
