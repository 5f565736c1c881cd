// Colours of cells that are smaller than pixels, against means computed by hand.
#include "app/widgets/heat_map/cell_pixels.h"

#include <gtest/gtest.h>

#include <limits>

#include "app/theme/theme.h"

namespace attnlab {
namespace {

constexpr ColourScale kScale{Scale::Sequential, RangeMode::Fixed, {0, 1}};

MatrixFacts facts_of(bool masked = false) { return {{kScale.fixed}, 1, masked, false}; }

std::vector<Colour> painted(const std::vector<float>& cells, int rows, int cols, int height, int width,
                            bool masked = false) {
  std::vector<Colour> pixels(static_cast<std::size_t>(height) * static_cast<std::size_t>(width));
  paint_cells(matrix_view(cells.data(), rows, cols), facts_of(masked), kScale.scale, height, width, pixels);
  return pixels;
}

/// The mean of colours, channel by channel.
Colour mean(const std::vector<std::pair<Colour, double>>& parts) {
  Colour all = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    double sum = 0, weight = 0;
    for (const auto& [colour, share] : parts) sum += share * (colour >> shift & 255u), weight += share;
    all |= static_cast<Colour>(sum / weight + 0.5) << shift;
  }
  return all;
}

void expect_near(Colour a, Colour b) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    EXPECT_NEAR(static_cast<int>(a >> shift & 255u), static_cast<int>(b >> shift & 255u), 1) << shift;
}

Colour colour(float value) { return value_colour(value, kScale.fixed, kScale.scale); }

TEST(CellPixels, OneACellAreTheCellsThemselves) {
  const auto pixels = painted({0, 0.25f, 0.5f, 0.75f, 1, 0.1f}, 2, 3, 2, 3);
  EXPECT_EQ(pixels[0], colour(0));
  EXPECT_EQ(pixels[3], colour(0.75f));
  EXPECT_EQ(pixels[5], colour(0.1f));
}

TEST(CellPixels, ThreeCellsInTwoPixelsShareTheMiddleOne) {
  const Colour a = colour(0), b = colour(0.5f), c = colour(1);
  const auto across = painted({0, 0.5f, 1}, 1, 3, 1, 2), down = painted({0, 0.5f, 1}, 3, 1, 2, 1);
  expect_near(across[0], mean({{a, 1}, {b, 0.5}}));
  expect_near(across[1], mean({{b, 0.5}, {c, 1}}));
  EXPECT_EQ(down, across);
}

TEST(CellPixels, OnePixelIsTheMeanOfAll) {
  const auto pixels = painted({0, 1, 0.5f, 0.25f, 0.75f, 1}, 2, 3, 1, 1);
  expect_near(
      pixels[0],
      mean({{colour(0), 1}, {colour(1), 2}, {colour(0.5f), 1}, {colour(0.25f), 1}, {colour(0.75f), 1}}));
}

TEST(CellPixels, AManyfoldOfCellsIsSharedEvenly) {
  std::vector<float> cells(7 * 4096, 0.3f);
  for (const Colour pixel : painted(cells, 7, 4096, 5, 333)) expect_near(pixel, colour(0.3f));
}

TEST(CellPixels, AreTheSameInParts) {
  std::vector<float> cells;
  for (int i = 0; i < 9 * 50; ++i) cells.push_back(static_cast<float>(i * 37 % 101) / 100.0f);
  const MatrixView m = matrix_view(cells.data(), 9, 50);
  for (const auto& [height, width] : {std::pair(9, 50), std::pair(4, 13)}) {
    CellPainting painting(m, height, width);
    std::size_t none = 0, shares = 1;
    EXPECT_FALSE(painting.go_on(m, facts_of(), kScale.scale, none));
    for (std::size_t left = 60; !painting.go_on(m, facts_of(), kScale.scale, left); left = 60) ++shares;
    EXPECT_EQ(shares, 5u) << "two rows each";
    const auto pixels = painting.pixels();
    EXPECT_EQ(std::vector<Colour>(pixels.begin(), pixels.end()), painted(cells, 9, 50, height, width));
  }
}

TEST(CellPixels, MaskedCellsCountWithTheirOwnFace) {
  const float hidden = -std::numeric_limits<float>::infinity();
  expect_near(painted({hidden, 1}, 1, 2, 1, 1, true)[0], mean({{masked_face(), 1}, {colour(1), 1}}));
}

}  // namespace
}  // namespace attnlab
