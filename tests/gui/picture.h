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

/// How far two pictures differ.
struct PictureDifference {
  double mean = 0;           ///< mean absolute difference of a channel, in levels of 255
  double changed_share = 0;  ///< share of pixels of which some channel differs by more than 48 levels
  double changed_tile = 0;   ///< the same within the tile of kTile × kTile pixels where it is largest
  int changed_tiles = 0;     ///< tiles in which it is more than kQuietTile
};
inline constexpr int kTile = 16;
/// Of a tile's pixels: the edge of one letter drawn otherwise is less.
inline constexpr double kQuietTile = 0.015;

/// Throws std::runtime_error naming both sizes where they are not the same.
PictureDifference compare(const Picture& a, const Picture& b);

/// Two pictures of one model on two processors are alike but for single digits that are rounded the other way.
/// A legend, a label or an outline that is missing or elsewhere changes more: of all pixels, of one tile's
/// pixels, or so many tiles. The mean is that of storing pictures in few colours.
inline constexpr double kMostMean = 0.9, kMostChanged = 0.001, kMostChangedTile = 0.2;
inline constexpr int kMostChangedTiles = 12;

/// In what two pictures are not alike: "" where they are.
std::string what_differs(const PictureDifference& difference);

}  // namespace attnlab::testing
