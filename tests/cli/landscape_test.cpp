// attention-lab landscape: planes, the path, tables, the figure and refusals.
#include <cmath>

#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

class Landscape : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("reverse", {"--steps", "6", "--set", "max_length=4", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "model"; }

  static std::string landscape(Arguments more) {
    more.insert(more.begin(), {"landscape", "--model", model(), "--size", "9", "--positions", "64"});
    return output_of(more);
  }

  inline static TempFolder* folder_ = nullptr;
};

TEST_F(Landscape, HasThePathAndThePlane) {
  const Json all = Json::parse(landscape({"--json"}));
  ASSERT_EQ(all["path"].size(), 7u);
  EXPECT_EQ(all["path"][0]["step"], 0);
  EXPECT_EQ(all["path"][6]["a"], 0);
  EXPECT_EQ(all["path"][6]["b"], 0);
  EXPECT_GT(all["share_a"], all["share_b"]);
  EXPECT_GE(all["targets"], 1);
  ASSERT_EQ(all["loss"].size(), 9u);
  for (const Json& row : all["loss"]) {
    ASSERT_EQ(row.size(), 9u);
    for (const Json& loss : row) EXPECT_TRUE(loss.is_number());
  }
  EXPECT_EQ(Json::parse(landscape({"--json"})), all) << "the same each time";
}

/// The middle is the model itself, in every random plane.
TEST_F(Landscape, RandomDirectionsGoThroughTheModel) {
  const Json one = Json::parse(landscape({"--json", "--plane", "random"})),
             two = Json::parse(landscape({"--json", "--plane", "random", "--seed", "2"}));
  EXPECT_EQ(one["loss"][4][4], one["path"][6]["loss"]);
  EXPECT_EQ(one["loss"][4][4], two["loss"][4][4]);
  EXPECT_NE(one["loss"][0][0], two["loss"][0][0]);
}

TEST_F(Landscape, IsATableAndAText) {
  const std::string csv = landscape({"--csv"});
  EXPECT_TRUE(csv.starts_with("step,a,b,loss\n0,")) << csv;
  EXPECT_EQ(lines_of(csv).size(), 1u + 7 + 81);
  const std::string text = landscape({});
  for (const char* what : {"variance of the path: a ", "held-out examples", "loss on the plane"})
    expect_has(text, what);
}

TEST_F(Landscape, IsDrawn) {
  const std::string file = *folder_ / "landscape.svg";
  EXPECT_EQ(landscape({"--figure", file, "--log"}), "");
  const std::string svg = read_bytes(file);
  for (const char* what : {"<svg", "log₁₀ of the validation loss", "step 6"}) expect_has(svg, what);
}

TEST_F(Landscape, RefusesWhatItCannotMeasure) {
  expect_has(error_of({"landscape", "--model", model(), "--size", "8"}, 2), "9 to 41");
  const std::string young = *folder_ / "young";
  output_of(small_training("reverse", {"--steps", "1", "--out", young}));
  expect_has(error_of({"landscape", "--model", young}, 2), "at least three stored states");
}

}  // namespace
}  // namespace attnlab::testing
