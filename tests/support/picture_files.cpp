// Picture files by stb_image_write, which is compiled into this file.
#include "tests/support/picture_files.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace attnlab::testing {
namespace {

void append(void* context, void* data, int size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

RawPicture plain_picture(int width, int height, std::vector<unsigned char> colour) {
  RawPicture picture{width, height, static_cast<int>(colour.size()), {}};
  for (int i = 0; i < width * height; ++i)
    picture.pixels.insert(picture.pixels.end(), colour.begin(), colour.end());
  return picture;
}

std::string png_bytes(const RawPicture& p) {
  std::string bytes;
  stbi_write_png_to_func(append, &bytes, p.width, p.height, p.channels, p.pixels.data(),
                         p.width * p.channels);
  return bytes;
}

std::string jpeg_bytes(const RawPicture& p) {
  std::string bytes;
  stbi_write_jpg_to_func(append, &bytes, p.width, p.height, p.channels, p.pixels.data(), 95);
  return bytes;
}

}  // namespace attnlab::testing
