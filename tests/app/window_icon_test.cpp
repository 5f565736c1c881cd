// The window's icon is the picture of the SVG file.
#include "app/gl/window_icon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace attnlab::testing {
namespace {

std::string icon_svg() {
  std::ifstream file(ATTNLAB_SOURCE_DIR "/assets/desktop/attention-lab.svg");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(WindowIcon, SvgHasRectanglesAlone) {
  const std::string svg = icon_svg();
  std::ptrdiff_t elements = 0;
  for (std::size_t at = 0; at + 1 < svg.size(); ++at)
    elements += svg[at] == '<' && std::isalpha(static_cast<unsigned char>(svg[at + 1])) != 0;
  EXPECT_EQ(elements, 1 + std::ssize(icon_rects(svg)));  // the first is svg
  EXPECT_NE(svg.find("viewBox=\"0 0 16 16\""), std::string::npos);
}

TEST(WindowIcon, IsTheSvgInPixels) {
  for (const int size : {16, 32, 48, 128}) {
    const Image image = window_icon(size);
    ASSERT_EQ(std::ssize(image.pixels), size * size);
    EXPECT_EQ(image.pixels.front() >> 24, 0u) << "the corner is round";
    const std::vector<IconRect> rects = icon_rects(icon_svg());
    ASSERT_EQ(rects.size(), 10u);
    for (std::size_t i = 1; i < rects.size(); ++i) {
      const float unit = static_cast<float>(size) / 16;
      const auto row = static_cast<int>((rects[i].y + rects[i].height / 2) * unit);
      const auto column = static_cast<int>((rects[i].x + rects[i].width / 2) * unit);
      EXPECT_EQ(image.pixels[static_cast<std::size_t>(row * size + column)], rects[i].fill)
          << size << ' ' << i;
    }
  }
}

TEST(WindowIcon, ReadsNoRectangleWithoutItsNumbers) {
  EXPECT_THROW(icon_rects(R"(<rect x="0" y="0" width="16" height="16" fill="#181B21"/>)"), std::logic_error);
  EXPECT_THROW(icon_rects(R"(<rect x="0" y="a" width="1" height="1" rx="0" fill="#181B21"/>)"),
               std::logic_error);
  EXPECT_THROW(icon_rects(R"(<rect x="0" y="0" width="1" height="1" rx="0" fill="red"/>)"), std::logic_error);
}

}  // namespace
}  // namespace attnlab::testing
