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

/// How far two pictures differ.
struct PictureDifference {
  double mean = 0;           ///< mean absolute difference of a channel, in levels of 255
  double changed_share = 0;  ///< share of pixels of which some channel differs by more than 48 levels
};

/// Throws std::runtime_error naming both sizes where they are not the same.
PictureDifference compare(const Picture& a, const Picture& b);

}  // namespace attnlab::testing
