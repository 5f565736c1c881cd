// The pen: what a stroke covers, and what a picture is under it.
#include "core/tasks/pictures/pen.h"

#include <gtest/gtest.h>

#include "core/tasks/pictures/picture_file.h"
#include "tests/support/error_text.h"

namespace attnlab {
namespace {

double at(const Picture& picture, Index channel, Index row, Index column) {
  return static_cast<double>(
      picture.pixels[static_cast<std::size_t>((channel * picture.height + row) * picture.width + column)]);
}

TEST(Pen, ColoursAreGreyAsFilesAre) {
  EXPECT_NEAR(pen_colour("red").in_channel(0, 1), 0.299, 1e-12);
  EXPECT_NEAR(pen_colour("green").in_channel(0, 1), 0.587, 1e-12);
  EXPECT_NEAR(pen_colour("blue").in_channel(0, 1), 0.114, 1e-12);
  EXPECT_EQ(pen_colour("blue").in_channel(2, 3), 1);
  EXPECT_EQ(pen_colour("blue").in_channel(0, 3), 0);
  EXPECT_TRUE(pen_colour("grey").is_grey());
  EXPECT_FALSE(pen_colour("cyan").is_grey());
  EXPECT_EQ(testing::error_text<std::invalid_argument>([] { pen_colour("redd"); }),
            "there is no colour redd; did you mean red, green or grey?");
}

TEST(Pen, ALineCoversWhatLiesWithinHalfItsWidth) {
  PenStroke stroke(8);
  stroke.line({1.5, 3.5}, {5.5, 3.5}, 2);
  const auto cover = [&](Index row, Index column) {
    return static_cast<double>(stroke.cover()[static_cast<std::size_t>(row * 8 + column)]);
  };
  for (Index column = 1; column <= 5; ++column) {
    EXPECT_EQ(cover(3, column), 1) << column;
    EXPECT_NEAR(cover(2, column), 0.5, 1e-6) << "its edge runs through the middle of this pixel";
    EXPECT_EQ(cover(1, column), 0);
  }
  EXPECT_NEAR(cover(3, 6), 0.5, 1e-6) << "its end is round";
  EXPECT_EQ(cover(3, 7), 0);
}

TEST(Pen, NothingIsCoveredTwiceByOneStroke) {
  PenStroke once(8), often(8);
  once.line({1, 3.5}, {6, 3.5}, 1.5);
  for (int i = 0; i < 5; ++i) {
    often.line({1, 3.5}, {4, 3.5}, 1.5);
    often.line({3, 3.5}, {6, 3.5}, 1.5);
  }
  for (std::size_t i = 0; i < once.cover().size(); ++i)
    EXPECT_NEAR(once.cover()[i], often.cover()[i], 1e-6) << i;
}

TEST(Pen, APictureIsMixedWithTheColour) {
  const Picture paper = blank_picture(4, 3, pen_colour("yellow"));
  ASSERT_EQ(paper.pixels.size(), 48u);
  EXPECT_EQ(at(paper, 2, 1, 1), 0);
  PenStroke stroke(4);
  stroke.line({0.5, 0.5}, {0.5, 0.5}, 1);
  const Picture drawn = stroke.on(paper, pen_colour("blue"));
  EXPECT_EQ(at(drawn, 0, 0, 0), 0);
  EXPECT_EQ(at(drawn, 2, 0, 0), 1);
  EXPECT_EQ(at(drawn, 0, 3, 3), 1) << "far from the stroke the paper stays";
  EXPECT_THROW(stroke.on(blank_picture(5, 3, pen_colour("black")), pen_colour("white")),
               std::invalid_argument);
}

TEST(ReadPicture, SaysWhatWasDoneToIt) {
  const auto words = [](Index width, Index height, Index size, Index channels) {
    return ReadPicture{{channels, size, size, {}}, width, height}.words();
  };
  EXPECT_EQ(words(640, 480, 16, 1),
            "640 × 480 pixels, cropped to the central 480 × 480, scaled to 16 × 16, in gray");
  EXPECT_EQ(words(30, 30, 16, 3), "30 × 30 pixels, scaled to 16 × 16");
  EXPECT_EQ(words(16, 20, 16, 3), "16 × 20 pixels, cropped to the central 16 × 16");
  EXPECT_EQ(words(16, 16, 16, 1), "16 × 16 pixels, in gray");
  EXPECT_EQ((ReadPicture{{1, 16, 16, {}}, 16, 16, true}.words()), "16 × 16 pixels, converted to gray");
}

}  // namespace
}  // namespace attnlab
