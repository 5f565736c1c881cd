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
};
inline constexpr int kTile = 16;

/// Throws std::runtime_error naming both sizes where they are not the same.
PictureDifference compare(const Picture& a, const Picture& b);

}  // namespace attnlab::testing
