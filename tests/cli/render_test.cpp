// attention-lab render: figures without a display.
#include "app/feature/features.h"
#include "tests/cli/program.h"
#include "tests/support/picture_files.h"
#include "tests/support/xml.h"

namespace attnlab::testing {
namespace {

class Rendered : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    output_of(small_training("reverse", {"--steps", "5", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "reverse"; }

  static Arguments render(const std::string& file, const Arguments& more) {
    Arguments arguments{"render",   "--model", model(), "--source",     "abc",
                        "--target", "cba",     "--out", *folder_ / file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  static std::vector<XmlElement> drawn(const std::string& file, const Arguments& more) {
    EXPECT_EQ(output_of(render(file, more)), "");
    return read_xml(read_bytes(*folder_ / file));
  }

  inline static TempFolder* folder_ = nullptr;
};

bool says(const std::vector<XmlElement>& elements, const std::string& text) {
  for (const XmlElement& e : elements)
    if (e.name == "text" && e.text == text) return true;
  return false;
}

TEST_F(Rendered, TheStageAsTextAndRectangles) {
  const auto elements = drawn("scores.svg", {"--attention", "cross", "--layer", "0", "--stage", "scores"});
  EXPECT_TRUE(says(elements, "a"));
  EXPECT_TRUE(says(elements, "Scores"));
  EXPECT_TRUE(named(elements, "image").empty());
  EXPECT_GT(named(elements, "text").size(), 20u);
  const auto& root = elements[0].attributes;
  EXPECT_LE(std::stof(root.at("width")), 960);
  EXPECT_GT(std::stof(root.at("width")), 300);
}

TEST_F(Rendered, OneWidgetAlone) {
  const Arguments stage{"--attention", "cross", "--stage", "softmax"};
  Arguments alone = stage;
  alone.insert(alone.end(), {"--only", "stage.result"});
  const auto whole = drawn("whole.svg", stage), part = drawn("part.svg", alone);
  const auto width = [](const auto& elements) { return std::stof(elements[0].attributes.at("width")); };
  EXPECT_TRUE(says(whole, "Unmasked scores") && says(whole, "Attention weights A"));
  EXPECT_TRUE(says(part, "Attention weights A"));
  EXPECT_FALSE(says(part, "Unmasked scores"));
  EXPECT_LT(width(part), width(whole) / 1.5f);
  alone.back() = "stage.resul";
  expect_has(error_of(render("a.svg", alone), 2), "a widget stage.resul; did you mean stage.result");
}

TEST_F(Rendered, AnyCommandCanBeSaidBefore) {
  const auto plain = drawn("plain.svg", {"--tensor", "decoder.layers.0.self_attention.weights"});
  const auto digits =
      drawn("digits.svg", {"--tensor", "decoder.layers.0.self_attention.weights", "--do", "digits 6"});
  EXPECT_NE(read_bytes(*folder_ / "plain.svg"), read_bytes(*folder_ / "digits.svg"));
}

TEST_F(Rendered, EditsChangeTheNumbers) {
  drawn("whole.svg", {"--attention", "cross", "--stage", "output"});
  drawn("edited.svg",
        {"--attention", "cross", "--stage", "output", "--edit", "zero decoder.layers.0.cross_attention#0"});
  EXPECT_NE(read_bytes(*folder_ / "whole.svg"), read_bytes(*folder_ / "edited.svg"));
}

TEST_F(Rendered, PngsScaleAndMayBeTransparent) {
  const auto size_of = [&](const std::string& file, const Arguments& more) {
    EXPECT_EQ(output_of(render(file, more)), "");
    const std::string bytes = read_bytes(*folder_ / file);
    EXPECT_EQ(bytes.substr(1, 3), "PNG");
    const auto number = [&](std::size_t at) {
      return static_cast<unsigned char>(bytes[at + 2]) * 256 + static_cast<unsigned char>(bytes[at + 3]);
    };
    return std::array<int, 3>{number(16), number(20), bytes[25]};
  };
  const auto once = size_of("once.png", {"--scale", "1"}), thrice = size_of("thrice.png", {"--scale", "3"});
  EXPECT_NEAR(thrice[0], 3 * once[0], 30);
  EXPECT_NEAR(thrice[1], 3 * once[1], 30);
  EXPECT_EQ(once[2], 2);                                                     // RGB
  EXPECT_EQ(size_of("clear.png", {"--scale", "1", "--transparent"})[2], 6);  // RGBA
}

TEST_F(Rendered, PastStepsHaveFiguresOfTheirOwn) {
  const Arguments stage{"--attention", "cross", "--stage", "softmax", "--do", "digits 6"};
  const auto with = [&](const std::string& file, const std::string& step) {
    Arguments arguments = stage;
    arguments.insert(arguments.end(), {"--step", step});
    EXPECT_EQ(output_of(render(file, arguments)), "");
  };
  with("steps.svg", "all");
  with("early.svg", "2");
  for (int step = 0; step <= 5; ++step)
    EXPECT_FALSE(read_bytes(*folder_ / ("steps-" + std::to_string(step) + ".svg")).empty()) << step;
  EXPECT_EQ(read_bytes(*folder_ / "steps-2.svg"), read_bytes(*folder_ / "early.svg"));
  EXPECT_NE(read_bytes(*folder_ / "steps-0.svg"), read_bytes(*folder_ / "steps-5.svg"));
  expect_has(error_of(render("a.svg", {"--step", "many"}), 2), "a number of steps");
}

TEST_F(Rendered, TheSameFigureTwiceIsTheSameFile) {
  drawn("first.svg", {});
  drawn("second.svg", {});
  EXPECT_EQ(read_bytes(*folder_ / "first.svg"), read_bytes(*folder_ / "second.svg"));
}

TEST_F(Rendered, TheHelpNamesAllViews) {
  const std::string help = output_of({"render", "--help"});
  for (const std::string& name : view_names()) expect_has(help, name);
}

TEST_F(Rendered, CompareNeedsSomethingToCompare) {
  expect_has(error_of(render("c.svg", {"--view", "compare"}), 2), "something to compare with: give --edit");
  EXPECT_FALSE(std::filesystem::exists(*folder_ / "c.svg"));
  drawn("edits.svg", {"--view", "compare", "--edit", "zero decoder.layers.0.cross_attention#0"});
  drawn("texts.svg", {"--view", "compare", "--do", "compare.text cab"});
}

TEST_F(Rendered, WhatCannotBeIsSaidInOneLine) {
  expect_has(error_of(render("a.pdf", {}), 2), "a.pdf\"");
  expect_has(error_of(render("a.svg", {"--scale", "9"}), 2), "from 1 to 4");
  expect_has(error_of(render("a.svg", {"--view", "head"}), 2), "heads");
  expect_has(error_of(render("a.svg", {"--tensor", "nothing"}), 2), "nothing");
  expect_has(error_of(render("a.svg", {"--do", "fly"}), 2), "fly");
  expect_has(error_of(render("a.svg", {"--layer", "7"}), 2), "7");
  expect_has(error_of({"render", "--preset", "nothing", "--out", *folder_ / "a.svg"}, 2), "nothing");
  expect_has(error_of({"render", "--model", *folder_ / "missing", "--out", *folder_ / "a.svg"}, 1),
             "missing");
}

}  // namespace
}  // namespace attnlab::testing
