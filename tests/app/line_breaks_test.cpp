// Lines break between words and keep numbers whole.
#include <gtest/gtest.h>
#include <imgui.h>

#include <string>

#include "app/theme/fonts.h"
#include "app/widgets/base/visual_order.h"

namespace attnlab {
namespace {

struct LineBreaks : ::testing::Test {
  LineBreaks() { build_fonts(atlas, 1); }
  ImFontAtlas atlas;
};

TEST_F(LineBreaks, AtNoWidthWithinANumber) {
  const std::string text = "The loss is 0.125 after 1,501 steps, 12,345,678 tokens.";
  for (float width = 120; width < 400; width += 1) {
    std::string all;
    for (const std::string_view line : broken_lines(fonts().ui, text, width)) {
      all += (all.empty() ? "" : " ") + std::string(line);
      for (const char* part : {"501", "345", "125"})
        EXPECT_FALSE(line.starts_with(part)) << width << ": " << line;
    }
    EXPECT_EQ(all, text) << width;
  }
}

TEST_F(LineBreaks, AtNoWidthBetweenANumberAndItsPercent) {
  const std::string text = "Directions a and b have 92.6 % and 6.3 % of the variance of the path.";
  for (float width = 120; width < 400; width += 1) {
    std::string all;
    for (const std::string_view line : broken_lines(fonts().ui, text, width)) {
      all += (all.empty() ? "" : " ") + std::string(line);
      EXPECT_FALSE(line.starts_with("%")) << width << ": " << line;
    }
    EXPECT_EQ(all, text) << width;
  }
}

TEST_F(LineBreaks, KeepParagraphsApart) {
  const auto lines = broken_lines(fonts().ui, "one\n\ntwo", 400);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1], "");
  EXPECT_EQ(lines[2], "two");
}

}  // namespace
}  // namespace attnlab
