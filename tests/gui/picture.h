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
  int changed_places = 0;  ///< of changed pixels next to each other
  int widest_place = 0;    ///< pixels from the left to the right end of a place
};
inline constexpr int kTile = 16, kQuiet = 32;
/// Pixels of a row that may lie between two of one place: letters of a word, digits of a number.
inline constexpr int kGap = 5, kLeastPlace = 4;

/// Throws std::runtime_error naming both sizes where they are not the same.
PictureDifference compare(const Picture& a, const Picture& b);

/// Two pictures of one model on two processors are alike but for single digits that are rounded the other
/// way. A legend, a label or an outline that is missing or elsewhere changes more: the whole, one tile, many
/// places, or one that is as wide as a word. The mean is that of storing pictures in few colours.
inline constexpr double kMostMean = 0.6, kMostChangedTile = 0.2;
inline constexpr int kMostPlaces = 16, kWidestPlace = 24;

/// In what two pictures are not alike: "" where they are.
std::string what_differs(const PictureDifference& difference);

}  // namespace attnlab::testing
