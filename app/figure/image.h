// Image: a picture in memory.
#pragma once

#include <cstdint>
#include <vector>

namespace attnlab {

/// RGBA, 8 bits per channel, top row first.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  ///< width × height, red in the lowest byte
};

}  // namespace attnlab
