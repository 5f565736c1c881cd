// The comparison of pictures: which differences fail, and which pass.
#include "tests/gui/picture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attnlab::testing {
namespace {

/// A stored picture, and places in it by pixel.
struct Area {
  int left, top, width, height;
};

Picture stored() {
  return read_picture(std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests/gui/screens/softmax-dark.png");
}

std::uint8_t* at(Picture& picture, int x, int y) {
  return &picture.pixels[std::size_t{3} * static_cast<std::size_t>(y * picture.width + x)];
}

/// Copies the pixels of `from` to (left, top).
Picture copied(Picture picture, Area from, int left, int top) {
  const Picture before = picture;
  for (int y = 0; y < from.height; ++y) {
    Picture source = before;
    std::copy_n(at(source, from.left, from.top + y), 3 * from.width, at(picture, left, top + y));
  }
  return picture;
}

Picture erased(Picture picture, Area area) {
  for (int y = 0; y < area.height; ++y)
    for (int x = 0; x < area.width; ++x)
      std::copy_n(at(picture, area.left, area.top), 3, at(picture, area.left + x, area.top + y));
  return picture;
}

std::string seen(const Picture& changed) { return what_differs(compare(stored(), changed)); }

TEST(Picture, DifferencesAreMeasured) {
  Picture plain{40, 40, std::vector<std::uint8_t>(4800, 20)}, marked = plain;
  EXPECT_EQ(compare(plain, marked).mean, 0);
  EXPECT_EQ(what_differs(compare(plain, marked)), "");
  for (std::size_t i = 0; i < 60; ++i) marked.pixels[i] = 250;       // 20 pixels of the first row
  for (std::size_t i = 4650; i < 4662; ++i) marked.pixels[i] = 250;  // and four far below
  const PictureDifference difference = compare(plain, marked);
  EXPECT_NEAR(difference.mean, 230 * 72 / 4800.0, 1e-9);
  EXPECT_EQ(difference.changed_tile, 16.0 / 256);
  EXPECT_EQ(difference.changed_places, 2);
  EXPECT_EQ(difference.widest_place, 20);
  marked.width = 30;
  EXPECT_THROW(compare(plain, marked), std::runtime_error);
}

/// With other fonts: what is on screen must still be there, whatever its letters look like.
TEST(Picture, TilesShowAMissingMatrix) {
  const auto of_tiles = [](const Picture& changed) { return what_differs(compare_tiles(stored(), changed)); };
  EXPECT_EQ(of_tiles(stored()), "");
  const std::filesystem::path screens = std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests/gui/screens";
  EXPECT_NE(of_tiles(read_picture(screens / "scores-light.png")), "");
  EXPECT_NE(of_tiles(erased(stored(), {219, 196, 185, 168})), "");
}

/// The stored picture shows scores and weights with their numbers.
TEST(Picture, ADigitThatIsRoundedTheOtherWayPasses) {
  EXPECT_EQ(seen(copied(stored(), {594, 286, 5, 7}, 594, 303)), "");
  EXPECT_EQ(seen(copied(stored(), {209, 236, 5, 7}, 227, 303)), "");
}

TEST(Picture, AMissingLegendIsSeen) {
  EXPECT_NE(seen(erased(stored(), {423, 368, 100, 16})), "");
  EXPECT_NE(seen(erased(stored(), {318, 370, 34, 10})), "") << "only \"per matrix\"";
}

TEST(Picture, AShiftedLabelIsSeen) {
  EXPECT_NE(seen(copied(stored(), {180, 153, 60, 12}, 182, 153)), "") << "a title";
}

TEST(Picture, AMissingOutlineIsSeen) {
  const Picture unselected = copied(stored(), {443, 214, 19, 17}, 462, 231);
  EXPECT_NE(seen(unselected), "");
}

TEST(Picture, HalvedPicturesAreMeansOfFour) {
  const Picture four{3, 2, {0, 10, 4, 0, 20, 4, 9, 9, 9, 100, 30, 4, 100, 40, 5, 9, 9, 9}};
  const Picture half = halved(four);
  EXPECT_EQ(half.width, 1);
  EXPECT_EQ(half.height, 1);
  EXPECT_EQ(half.pixels, (std::vector<std::uint8_t>{50, 25, 4}));
}

}  // namespace
}  // namespace attnlab::testing
