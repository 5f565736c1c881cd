// attention-lab diff, on a saved model.
#include <algorithm>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

Json diff_json(const std::string& model, const Arguments& more) {
  Arguments arguments{"diff", "--model", model, "--text", "It was", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return Json::parse(output_of(arguments));
}

/// "logits" and probabilities of the first pass are the second's of the other way round.
TEST(Diff, ComparesStepsModelsAndTexts) {
  const TempFolder folder;
  const std::string model = folder / "letters", wider = folder / "wider";
  output_of(small_training("characters", {"--steps", "5", "--set", "context=16", "--out", model}));
  output_of(small_training(
      "characters", {"--steps", "2", "--set", "context=16", "--set", "feed_forward=24", "--out", wider}));
  const Json steps = diff_json(model, {"--other-step", "2", "--token", "e"});
  const Json back = diff_json(model, {"--step", "2", "--other-step", "5", "--token", "e"});
  EXPECT_NE(steps["loss"]["before"], steps["loss"]["after"]);
  EXPECT_EQ(steps["loss"]["before"], back["loss"]["after"]);
  EXPECT_EQ(steps["token"]["before"], back["token"]["after"]);
  EXPECT_EQ(steps["token"]["after"], back["token"]["before"]);
  EXPECT_EQ(steps["token"]["after"].size(), 6u);
  EXPECT_EQ(diff_json(model, {"--other-model", model})["loss"]["before"], steps["loss"]["after"]);

  const Json models = diff_json(model, {"--other-model", wider});
  const auto& unmatched = models["unmatched"];
  EXPECT_NE(std::ranges::find(unmatched, "decoder.layers.0.feed_forward.hidden"), unmatched.end());
  EXPECT_EQ(models["predictions"].size(), 6u);

  const Json texts = diff_json(model, {"--other-text", "It wa"});
  EXPECT_TRUE(texts["predictions"].empty());
  EXPECT_FALSE(texts["unmatched"].empty());
  const std::string text =
      output_of({"diff", "--model", model, "--text", "It was", "--other-step", "0", "--token", "e"});
  expect_has(text, "\nlogit and probability of \"e\"\n    0  ");
}

/// Each stored step is compared as if it were asked for alone: with its own pass, or with one other.
TEST(Diff, ComparesEveryStoredStep) {
  const TempFolder folder;
  const std::string model = folder / "letters";
  output_of(small_training("characters", {"--steps", "3", "--set", "context=16", "--out", model}));
  for (const Arguments& with : {Arguments{"--edit", "no positions"}, Arguments{"--other-step", "1"}}) {
    Arguments more = with;
    more.insert(more.end(), {"--step", "all"});
    Arguments arguments{"diff", "--model", model, "--text", "It was", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::vector<Json> all = events_of(output_of(arguments));
    ASSERT_EQ(all.size(), 4u) << with[0];
    for (std::size_t i = 0; i < all.size(); ++i) {
      Arguments alone = with;
      alone.insert(alone.end(), {"--step", std::to_string(i)});
      Json expected = diff_json(model, alone);
      expected["step"] = i;
      EXPECT_EQ(all[i], expected) << with[0] << " " << i;
    }
    EXPECT_NE(all[0]["loss"], all[3]["loss"]) << with[0];
  }
  const std::string text =
      output_of({"diff", "--model", model, "--text", "It was", "--edit", "no positions", "--step", "all"});
  EXPECT_TRUE(text.starts_with("step 0\nloss  ")) << text;
  expect_has(text, "\nstep 3\nloss  ");
}

TEST(Diff, ReadsEditsFromAFile) {
  const TempFolder folder;
  const std::string model = folder / "letters", file = folder / "edits.txt";
  output_of(small_training("characters", {"--steps", "3", "--set", "context=16", "--out", model}));
  write_bytes(file, "# two heads\n\nzero decoder.layers.0.self_attention#0,1\r\nno positions\n");
  const Json wanted =
      diff_json(model, {"--edit", "zero decoder.layers.0.self_attention", "--edit", "no positions"});
  EXPECT_EQ(diff_json(model, {"--edits", file}), wanted);
  write_bytes(file, "zero decoder.layers.0.self_attention");
  EXPECT_EQ(diff_json(model, {"--edits", file, "--edit", "no positions"}), wanted);
  write_bytes(file, "nonsense\n");
  expect_has(error_of({"diff", "--model", model, "--text", "a", "--edits", file}, 2), "edit \"nonsense\"");
  expect_has(error_of({"diff", "--model", model, "--text", "a", "--edits", folder / "none"}, 1), "none");
}

TEST(Diff, RefusesAStepThatIsNotStored) {
  const TempFolder folder;
  const std::string model = folder / "letters";
  output_of(small_training("characters", {"--steps", "3", "--set", "context=16", "--out", model}));
  const auto refusal = [&](const Arguments& more) {
    Arguments arguments{"diff", "--model", model, "--text", "It was"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return error_of(arguments, 2);
  };
  expect_has(refusal({"--other-step", "9"}),
             "step 9 of '" + model + "' is not stored; the closest stored steps: 3");
  expect_has(refusal({"--other-step", "many"}), "\"many\", but must be a number of steps");
  expect_has(refusal({"--other-step", "1", "--token", "zz"}), "\"zz\" is not one of");
}

TEST(Diff, ShowsWhatAnEditChanges) {
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
  expect_has(error_of(diff({"--edit", "token input[1]=ab"}), 2), "2 tokens, but must be one token");
}

TEST(Diff, CountsWhatTheTaskCounts) {
  const TempFolder folder;
  const std::string model = folder / "sums";
  output_of(small_training("addition", {"--steps", "2", "--set", "digits=1", "--out", model}));
  const auto diff = [&](const Arguments& more) {
    Arguments arguments{"diff", "--model", model, "--text", "1+2=03", "--edit", "no positions", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return nlohmann::json::parse(output_of(arguments))["loss"];
  };
  const auto found = diff({}), by_hand = diff({"--question", "1+2="}), all = diff({"--question", ""});
  EXPECT_EQ(found["counted"], 3) << "two digits and the end";
  EXPECT_EQ(found["positions"], 6);
  EXPECT_EQ(found, by_hand);
  EXPECT_EQ(all["counted"], 6);
  EXPECT_NE(all["before"], found["before"]);
  expect_has(output_of({"diff", "--model", model, "--text", "1+2=03", "--edit", "no positions"}),
             "  over 3 of 6 positions\n");
  expect_has(
      error_of({"diff", "--model", model, "--text", "1+2=03", "--question", "2", "--edit", "no positions"},
               2),
      "--text does not begin with --question \"2\"");
}

TEST(Diff, WithoutATargetThereIsNoLoss) {
  const TempFolder folder;
  const std::string model = folder / "nouns";
  output_of(small_training("pronoun", {"--steps", "2", "--out", model}));
  const std::string text =
      output_of({"diff", "--model", model, "--text", "the dog", "--edit", "no positions"});
  expect_has(text, "loss  –  (there is nothing to predict");
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  const std::string said =
      output_of({"classify", "--model", model, "--text", "because it was too big , the dog"});
  EXPECT_TRUE(said.starts_with("   1  it")) << "the one token that it labels: " << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1);
}

}  // namespace
}  // namespace attnlab::testing
