// Subcommands on saved models that describe pictures.
#include "core/io/safetensors.h"
#include "tests/cli/events.h"
#include "tests/support/picture_files.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

class Describers : public ::testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    write_bytes(picture(), png_bytes(plain_picture(30, 30, {3, 3, 90})));
    output_of(small_training("describe", {"--steps", "4", "--out", *folder_ / "describe"}));
    output_of({"train", "--preset", "describe-rnn", "--set", "width=16", "--set", "batch=4", "--steps", "4",
               "--out", *folder_ / "describe-rnn"});
    output_of(small_training("reverse", {"--steps", "2", "--out", *folder_ / "pair"}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string picture() { return *folder_ / "dark.png"; }
  static std::string model() { return *folder_ / GetParam(); }

  static Arguments with_model(const char* subcommand, const Arguments& more) {
    Arguments arguments{subcommand, "--model", model()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_P(Describers, GenerateFromAPicture) {
  EXPECT_EQ(lines_of(output_of(with_model("generate", {"--image", picture()}))).size(), 1u);
  const Json said =
      Json::parse(output_of(with_model("generate", {"--picture", "3", "--seed", "2", "--json"})));
  EXPECT_EQ(said["picture"], "3");
  EXPECT_LE(said["tokens"], 12);
  EXPECT_FALSE(said.contains("prompt"));
  const Json beams =
      Json::parse(output_of(with_model("generate", {"--picture", "3", "--beams", "2", "--json"})));
  EXPECT_EQ(beams["beams"].size(), 2u);
  EXPECT_GE(beams["beams"][0]["score"], beams["beams"][1]["score"]);
}

TEST_P(Describers, RefuseWhatIsNoPicture) {
  expect_has(error_of(with_model("generate", {"--prompt", "a"}), 2),
             "this model describes images: give --image FILE or --picture N");
  expect_has(error_of(with_model("generate", {"--image", picture(), "--picture", "1"}), 2), "--picture");
  expect_has(error_of(with_model("generate", {"--image", *folder_ / "none.png"}), 1), "none.png");
  expect_has(error_of(with_model("trace", {"--text", "a", "--list"}), 2),
             "this model reads images: remove --text");
  expect_has(error_of(with_model("trace", {"--list"}), 2),
             "give --image FILE or --picture N (and --target TEXT)");
  expect_has(error_of(with_model("classify", {"--image", picture()}), 2),
             "writes text and does not classify");
  expect_has(error_of({"generate", "--model", *folder_ / "pair", "--picture", "1"}, 2),
             "this model reads texts: give --prompt TEXT");
  expect_has(error_of({"trace", "--model", *folder_ / "pair", "--picture", "1", "--list"}, 2),
             "this model reads texts: remove --picture");
}

TEST_P(Describers, TraceAndExplainAPicture) {
  const Json known = Json::parse(output_of(with_model("trace", {"--picture", "3", "--list", "--json"})));
  EXPECT_TRUE(known["loss"].is_number()) << "the right answer is the target";
  const Json own = Json::parse(output_of(with_model("trace", {"--image", picture(), "--list", "--json"})));
  EXPECT_TRUE(own["loss"].is_number()) << "its own description is the target";
  EXPECT_NE(output_of(with_model("explain", {"--picture", "3", "--target", "a red", "--next"})), "");
  EXPECT_NE(
      output_of(with_model("explain", {"--picture", "3", "--tensor", "picture.pixels", "--cell", "0,2,5,5"})),
      "");
}

TEST_P(Describers, EvaluateOnePictureAndAll) {
  const Json one = Json::parse(output_of(with_model("evaluate", {"--picture", "3", "--json"})));
  EXPECT_EQ(one["sequences"], 1);
  EXPECT_GE(one["tokens"], 8);
  EXPECT_TRUE(one.contains("perplexity"));
  const Json all = Json::parse(output_of(with_model("evaluate", {"--json"})));
  EXPECT_EQ(all["sequences"], 1000);
}

TEST_P(Describers, DiffTwoPicturesAndRenderOne) {
  expect_has(output_of(with_model("diff", {"--picture", "3", "--other-picture", "4"})), "most probable");
  const std::string figure = *folder_ / (std::string(GetParam()) + ".svg");
  EXPECT_EQ(output_of(with_model("render", {"--view", "map", "--picture", "2", "--out", figure})), "");
  expect_has(read_bytes(figure), "<svg");
  expect_has(error_of(with_model("render", {"--source", "a", "--out", figure}), 2),
             "this model reads images: choose one with --picture N");
}

TEST_P(Describers, WriteAScriptThatNumpyRepeats) {
  const std::string tensors = *folder_ / "t.safetensors", script = *folder_ / "t.py";
  EXPECT_EQ(output_of(with_model("trace", {"--picture", "1", "--out", tensors, "--numpy", script})), "");
  if (run_process({"/usr/bin/python3", "-c", "import numpy"}).exit_code != 0)
    GTEST_SKIP() << "/usr/bin/python3 has no NumPy: install python3-numpy";
  EXPECT_EQ(run_process({"/usr/bin/python3", script}).exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(All, Describers, ::testing::Values("describe", "describe-rnn"),
                         [](const auto& given) {
                           return std::string(given.param) == "describe" ? "Transformer" : "Recurrent";
                         });

}  // namespace
}  // namespace attnlab::testing
