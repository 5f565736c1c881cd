// Pictures for tests: reading PNG files and comparing two of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attnlab::testing {

/// RGB, row by row from the top.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

/// Throws std::runtime_error that names the file if it is no picture.
Picture read_picture(const std::filesystem::path& path);

/// Throws std::runtime_error naming a file that cannot be written.
void write_picture(const Picture& picture, const std::filesystem::path& path);

/// Half as wide and half as high: each pixel is the mean of four. An odd last column or row is dropped.
Picture halved(const Picture& picture);

/// How far two pictures differ. A pixel has changed where some channel differs by more than kQuiet levels.
struct PictureDifference {
  double mean = 0;  ///< mean absolute difference of a channel, in levels of 255
  double changed_tile =
      0;  ///< share of changed pixels in the tile of kTile × kTile pixels where it is largest
  int changed_places = 0;  ///< groups of neighbouring changed pixels
  int widest_place = 0;    ///< pixels from the left to the right end of a place
};
inline constexpr int kTile = 16, kQuiet = 32;
/// The largest gap in a row within one place (letters of a word, digits of a number), and the least place.
inline constexpr int kGap = 5, kLeastPlace = 4;

/// Throws std::runtime_error naming both sizes where they are not the same.
PictureDifference compare(const Picture& a, const Picture& b);

/// Pictures of one model on two processors differ only in single digits, rounded the other way. A missing or
/// moved legend, label or outline changes more: the whole, one tile, many places, or a place as wide as a
/// word. The limit of the mean allows for storing pictures in few colours.
inline constexpr double kMostMean = 0.6, kMostChangedTile = 0.2;
inline constexpr int kMostPlaces = 16, kWidestPlace = 24;

/// How two pictures differ; "" where they are alike.
std::string what_differs(const PictureDifference& difference);

/// How far two pictures differ whose letters have other shapes and widths: in the mean colours of tiles of
/// kLetterTile × kLetterTile pixels, in levels of 255. A tile is compared with the nearest of those that lie
/// up to kTileShift pixels away. What is left over at the right and below does not count.
struct TileDifference {
  double mean = 0, largest = 0;
};
inline constexpr int kLetterTile = 32;
inline constexpr int kTileShift = 4;

/// Throws what compare() throws.
TileDifference compare_tiles(const Picture& a, const Picture& b);

/// Measured with the fonts of Debian 13 beside those of Debian 12, in 142 pictures: means of up to 1.3, and
/// tiles of up to 21. A matrix that is missing changes its tiles by more.
inline constexpr double kMostTileMean = 1.6, kMostTile = 26;

std::string what_differs(const TileDifference& difference);

}  // namespace attnlab::testing
