// Picture files for tests: a plain or given picture as the bytes of a PNG or JPEG file.
#pragma once

#include <string>
#include <vector>

namespace attnlab::testing {

/// Pixels [height,width,channels], 0 to 255; channels as in the files: 1 grey, 3 colours, 4 with opacity.
struct RawPicture {
  int width, height, channels;
  std::vector<unsigned char> pixels;
};

/// A picture of one colour.
RawPicture plain_picture(int width, int height, std::vector<unsigned char> colour);

std::string png_bytes(const RawPicture& picture);
std::string jpeg_bytes(const RawPicture& picture);

}  // namespace attnlab::testing
