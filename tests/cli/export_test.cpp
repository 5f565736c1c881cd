// attention-lab trace --csv and --numpy, and of each stored step.
#include <filesystem>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

class Exports : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("reverse", {"--steps", "5", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "model"; }
  static std::string path(const std::string& name) { return *folder_ / name; }
  static Arguments trace(const Arguments& more) {
    Arguments arguments{"trace", "--model", model(), "--source", "ab", "--target", "ba"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(Exports, TablesHaveTokens) {
  EXPECT_EQ(output_of(trace({"--csv", path("tables")})), "");
  const std::vector<std::string> lines =
      lines_of(read_bytes(path("tables/decoder.layers.0.cross_attention.weights.csv")));
  EXPECT_EQ(lines.at(0), "head,query,query token,0 a,1 b,2 <eos>");
  EXPECT_TRUE(lines.at(1).starts_with("0,0,<sos>,")) << lines[1];
}

TEST_F(Exports, TheScriptStandsBesideWhatItReads) {
  EXPECT_EQ(output_of(trace({"--out", path("t.safetensors"), "--numpy", path("t.py")})), "");
  const std::string script = read_bytes(path("t.py"));
  expect_has(script, "os.path.join(folder, \"t.safetensors\")");
  expect_has(script, "# The encoder reads [\"a\",\"b\",\"<eos>\"]");
  if (run_process({"/usr/bin/python3", "-c", "import numpy"}).exit_code != 0)
    GTEST_SKIP() << "/usr/bin/python3 has no NumPy: install python3-numpy";
  const ProcessResult result = run_process({"/usr/bin/python3", path("t.py")});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const std::vector<std::string> lines = lines_of(result.output);
  expect_has(lines.at(0), "ok  source.embedding  [1, 3, 16]");
  expect_has(lines.back(), "all " + std::to_string(lines.size() - 1) + " tensors recomputed; ");
}

/// Each stored step is listed with its loss, as if it were asked for alone.
TEST_F(Exports, EveryStoredStepHasItsList) {
  const auto all = events_of(output_of(trace({"--step", "all", "--list", "--json"})));
  ASSERT_EQ(all.size(), 6u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i]["step"], i);
    const auto alone = events_of(output_of(trace({"--step", std::to_string(i), "--list", "--json"})));
    ASSERT_EQ(alone.size(), 1u);
    EXPECT_EQ(all[i], alone[0]);
  }
  EXPECT_NE(all[0]["loss"], all[5]["loss"]);
  EXPECT_EQ(events_of(output_of(trace({"--list", "--json"})))[0], all[5]) << "the newest";
  const std::string one = output_of(trace({"--step", "0", "--list"})),
                    text = output_of(trace({"--step", "all", "--list"}));
  EXPECT_TRUE(text.starts_with("step 0\n" + one + "step 1\n" + one)) << text.substr(0, 200);
}

TEST_F(Exports, EveryStoredStepHasItsFiles) {
  EXPECT_EQ(output_of(trace({"--step", "all", "--out", path("s.safetensors"), "--numpy", path("s.py"),
                             "--csv", path("each/")})),
            "");
  for (const char* step : {"0", "3", "5"}) {
    const std::string name = std::string("s-") + step;
    expect_has(read_bytes(path(name + ".py")), "os.path.join(folder, \"" + name + ".safetensors\")");
    EXPECT_TRUE(std::filesystem::exists(path(name + ".safetensors"))) << step;
    EXPECT_TRUE(std::filesystem::exists(path(std::string("each-") + step + "/tensors.csv"))) << step;
  }
  EXPECT_FALSE(std::filesystem::exists(path("s.safetensors")));
  const std::string weights = "/decoder.layers.0.cross_attention.weights.csv";
  EXPECT_NE(read_bytes(path("each-0" + weights)), read_bytes(path("each-5" + weights)));
}

TEST_F(Exports, Errors) {
  expect_has(error_of(trace({"--numpy", path("t.py")}), 2), "--out");
  expect_has(error_of(trace({"--csv", path("model")}), 1), "does not hold a folder of tables");
  expect_has(error_of(trace({"--out", path("t.safetensors"), "--numpy", "/no/such/t.py"}), 1),
             "/no/such/t.py");
  expect_has(error_of(trace({"--out", path("t.safetensors"), "--numpy", path("model")}), 1),
             "it is a folder");
}

}  // namespace
}  // namespace attnlab::testing
