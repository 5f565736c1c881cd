// Help, versions, lists, and the errors of wrong command lines.
#include <algorithm>

#include "core/tensor/arithmetic.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

TEST(Help, OfTrainShowsEveryOptionOfThePreset) {
  const std::string help = output_of({"train", "--preset", "nanogpt-cpu", "--help"});
  expect_has(help, "preset nanogpt-cpu");
  expect_has(help, "model.layers=4");
  expect_has(help, "training.label_smoothing=");
  expect_has(help, "task.corpus=village");
}

TEST(Version, IsOneLine) { expect_has(output_of({"--version"}), "attention-lab 0."); }

TEST(Presets, AreListedOneALine) {
  const std::vector<std::string> lines = lines_of(output_of({"presets"}));
  EXPECT_GE(lines.size(), 7u);
  for (const char* name : {"reverse", "translate", "characters", "nanogpt-cpu"}) {
    const auto begins = [&](const std::string& line) { return line.starts_with(std::string(name) + " "); };
    EXPECT_EQ(std::ranges::count_if(lines, begins), 1) << name;
  }
  expect_has(output_of({"presets", "reverse"}), "task.max_length=12");
}

TEST(Info, NeedsNoDisplayAndSaysSo) {
  const std::string info = output_of({"info"});
  for (const char* what :
       {"attention-lab", "compiler", "Eigen", "ImGui", "GLFW", "SIMD", "threads", "--device gpu"})
    expect_has(info, std::string(what) + " ");
  expect_has(info, "none: no display");
}

TEST(Json, OfPresetsAndInfoIsWhatTheyPrint) {
  const auto list = nlohmann::json::parse(output_of({"presets", "--json"}));
  EXPECT_EQ(list.size(), lines_of(output_of({"presets"})).size());
  EXPECT_EQ(nlohmann::json::parse(output_of({"presets", "reverse", "--json"}))["name"], "reverse");
  const auto info = nlohmann::json::parse(output_of({"info", "--json"}));
  EXPECT_EQ(info.size(), lines_of(output_of({"info"})).size());
  expect_has(info["OpenGL"], "none: no display");
  EXPECT_EQ(info["SIMD"], simd_in_use());
}

TEST(Window, WithoutADisplayIsOneErrorLine) { expect_has(error_of({}, 1), "display"); }

struct Wrong {
  Arguments arguments;
  std::string part;
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
  for (const std::string& argument : wrong.arguments) *out << argument.substr(0, 40) << ' ';
}

class WrongUsage : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongUsage, IsExitCodeTwoAndOneLine) {
  expect_has(error_of(GetParam().arguments, 2), GetParam().part);
}

INSTANTIATE_TEST_SUITE_P(
    Cli, WrongUsage,
    ::testing::Values(
        Wrong{{"trian"}, "did you mean train"},
        Wrong{{"train"}, "--preset NAME, --config FILE, --model FOLDER or --resume FOLDER"},
        Wrong{{"train", "--preset"}, "--preset needs a value: NAME"},
        Wrong{{"train", "--preset", "revers"}, "did you mean reverse"},
        Wrong{{"train", "--preset", "reverse", "--step", "3"}, "did you mean --steps"},
        Wrong{{"train", "--preset", "reverse", "--resume", "x"}, "cannot be combined"},
        Wrong{{"train", "--preset", "reverse", "extra"}, "extra"},
        Wrong{{"train", "--preset", "reverse", "--steps", "many"}, "many"},
        Wrong{{"train", "--preset", "reverse", "--steps", "0"},
              "--steps: must be a whole number from 1 to 100000000, not '0'"},
        Wrong{{"train", "--preset", "reverse", "--steps", "1e3"}, "must be a whole number"},
        Wrong{{"train", "--preset", "reverse", "--out", ""}, "--out: is empty"},
        Wrong{{"train", "--resume", ""}, "--resume: is empty"},
        Wrong{{"train", "--preset", "reverse", "--config", "x"}, "cannot be combined"},
        Wrong{{"train", "--preset", "reverse", "--json", "--quiet"}, "cannot be combined"},
        Wrong{{"sweep", "--preset", "reverse", "--out", ""}, "--out: is empty"},
        Wrong{{"trace", "--model", "x", "--out", ""}, "--out: is empty"},
        Wrong{{"train", "--preset", "reverse", "--seed", "-1"}, "--seed"},
        Wrong{{"train", "--preset", "reverse", "--threads", "-1"}, "--threads"},
        Wrong{{"train", "--preset", "reverse", "--set", "model.layers"}, "does not have a value"},
        Wrong{{"train", "--preset", "reverse", "--set", "model.layres=3"}, "did you mean layers"},
        Wrong{{"train", "--preset", "reverse", "--set", "model.layers=0"}, "from 1 to 96"},
        Wrong{{"train", "--preset", "reverse", "--set", "model.layers=two"}, "whole number"},
        Wrong{{"train", "--preset", "reverse", "--set", "model.heads=3"}, "divisor"},
        Wrong{{"train", "--preset", "reverse", "--set", "model.architecture=gpt"}, "architecture"},
        Wrong{{"train", "--preset", "reverse", "--set", "model.context=4"}, "at least 13"},
        Wrong{{"train", "--preset", "reverse", "--set", "name=a\nb"}, "task.name"},
        Wrong{{"train", "--preset", "reverse", "--corpus", "x"}, "not for task reverse"},
        Wrong{{"train", "--preset", "characters", "--corpus", "village", "--set", "task.name=sort"},
              "task.corpus is village, but must be left empty: task sort does not use it"},
        Wrong{{"train", "--preset", "reverse", "--set", "task=sort"}, "task is a section of options"},
        Wrong{{"train", "--preset", "reverse", "--set", "width=16384", "--set", "feed_forward=65536", "--set",
               "layers=96"},
              "GB of memory"},
        Wrong{{"trace", "--model", "x"}, "--list, --out FILE.safetensors or --csv FOLDER"},
        Wrong{{"trace", "--list"}, "--model"},
        Wrong{{"trace", "--model", "x", "--list", "--text", "a", "--source", "b"}, "cannot be combined"},
        Wrong{{"generate", "--model", "x"}, "--prompt"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--max-tokens", "0"}, "--max-tokens"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--seed", "-1"},
              "--seed: must be a whole number from 0 to 4294967295, not '-1'"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--temperature", "warm"},
              "--temperature: must be a number of at least 0, not 'warm'"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--temperature", "inf"},
              "--temperature: must be a finite number of at least 0, not 'inf'"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--temperature", "1e999"},
              "--temperature: must be a finite number of at least 0, not '1e999'"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--temperature", "0x10"},
              "--temperature: must be a number of at least 0, not '0x10'"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--top-p", "nan"},
              "--top-p: must be a finite number over 0 and at most 1, not 'nan'"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--top-k", "99999999999999999999"},
              "--top-k: must be a whole number from 0 to 9223372036854775807"},
        Wrong{{"generate", "--model", "x", "--prompt", "a", "--stop", ""}, "--stop: is empty"},
        Wrong{{"lens", "--model", "x", "--text", "a", "--steps", ""}, "--steps: is empty"},
        Wrong{{"render", "--preset", "reverse", "--layer", "first", "--out", "a.svg"}, "--layer: must be"},
        Wrong{{"presets", "gpt2"}, "did you mean gpt2-small"},
        Wrong{{"presets", "nothing"}, "there is no preset nothing"}, Wrong{{"info", "--all"}, "--all"},
        Wrong{{"--preset", "nothing"}, "there is no preset nothing"}, Wrong{{"--scrip", "x"}, "--script"},
        Wrong{{std::string(100000, 'x')}, "not known"}));

TEST(ListedSteps, AreReadByOneRule) {
  const TempFolder folder;
  const std::string run = folder / "run";
  output_of(small_training("induction", {"--steps", "8", "--set", "layers=2", "--out", run}));
  for (const Arguments& more :
       std::vector<Arguments>{{"lens", "--text", "qkvaq"},
                              {"contributions", "--text", "qkvaq"},
                              {"attribute", "--text", "qkvaq", "--method", "gradient"},
                              {"neurons", "--text", "qkvaq"},
                              {"patch", "--clean", "qkvaq", "--changed", "qxvaq", "--clean-answer", "k",
                               "--changed-answer", "x"},
                              {"circuits"},
                              {"probe", "--label", "position", "--training", "60", "--held-out", "60"}}) {
    const auto with = [&](const std::string& steps) {
      Arguments arguments = more;
      arguments.insert(arguments.end(), {"--model", run, "--json", "--steps", steps});
      return arguments;
    };
    for (const char* wrong : {"8,", ",8", "0,,8", ","})
      expect_has(error_of(with(wrong), 2),
                 "--steps is \"" + std::string(wrong) + "\", but must be all, or steps");
    const std::string rising = output_of(with("0,8"));
    EXPECT_EQ(output_of(with("8,0")), rising) << more[0];
    EXPECT_EQ(output_of(with("0,8,8")), rising) << more[0];
  }
}

TEST(Gradients, AreAskedForByOneNameOrTheOlderOne) {
  const TempFolder folder;
  const std::string run = folder / "run";
  output_of(small_training("induction", {"--steps", "2", "--out", run}));
  for (Arguments arguments :
       std::vector<Arguments>{{"trace", "--list"}, {"explain", "--tensor", "loss.mean", "--cell", ""}}) {
    arguments.insert(arguments.end(), {"--model", run, "--text", "qkvaq", "--gradients"});
    const std::string output = output_of(arguments);
    expect_has(output, ".grad");
    arguments.back() = "--grad";
    EXPECT_EQ(output_of(arguments), output) << arguments[0];
  }
}

TEST(Pictures, OfATaskAreReadByEachSubcommandThatHasTheOption) {
  for (const Arguments& arguments :
       std::vector<Arguments>{{"experts", "--preset", "digits", "--set", "experts=2"},
                              {"recurrence", "--preset", "describe-rnn"},
                              {"vectors", "--preset", "digits", "--what", "states", "--project", "pca"}}) {
    Arguments with = arguments;
    with.insert(with.end(), {"--picture", "0", "--json"});
    EXPECT_NE(output_of(with), "") << arguments[0];
  }
}

TEST(ErrorPaths, AreWrittenWithoutDetours) {
  const TempFolder folder;
  const std::string path = (folder.path() / "a" / ".." / "." / "none").string();
  for (const Arguments& arguments :
       std::vector<Arguments>{{"trace", "--model", path, "--text", "a", "--list"},
                              {"train", "--config", path},
                              {"train", "--preset", "characters", "--corpus", path},
                              {"generate", "--model", path, "--prompt", "a"},
                              {"tokens", "--model", path, "--text", "a"},
                              {"attend", "--file", path + ".csv"},
                              {"runs", path},
                              {"--open", path}}) {
    const std::string errors = run_program(arguments).errors;
    EXPECT_NE(errors.find((folder.path() / "none").string()), errors.npos) << arguments[0] << ": " << errors;
    EXPECT_EQ(errors.find("/../"), errors.npos) << arguments[0] << ": " << errors;
  }
}

TEST(Output, ThatCannotBeWrittenIsAFailure) {
  const ProcessResult result =
      run_process({"sh", "-c", std::string(ATTNLAB_PROGRAM) + " presets > /dev/full"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.errors, "attention-lab: cannot write to standard output\n");
}

}  // namespace
}  // namespace attnlab::testing
