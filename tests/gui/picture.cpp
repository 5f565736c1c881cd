// Reading PNG files by stb_image, and comparing pictures pixel by pixel.
#include "tests/gui/picture.h"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace attnlab::testing {

Picture read_picture(const std::filesystem::path& path) {
  Picture picture;
  int channels = 0;
  stbi_uc* data = stbi_load(path.c_str(), &picture.width, &picture.height, &channels, 3);
  if (!data) throw std::runtime_error(path.string() + " cannot be read as a picture");
  picture.pixels.assign(data,
                        data + std::size_t{3} * static_cast<std::size_t>(picture.width * picture.height));
  stbi_image_free(data);
  return picture;
}

PictureDifference compare(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height) {
    throw std::runtime_error("one picture is " + std::to_string(a.width) + "×" + std::to_string(a.height) +
                             ", the other " + std::to_string(b.width) + "×" + std::to_string(b.height));
  }
  double total = 0;
  std::size_t changed = 0;
  for (std::size_t pixel = 0; pixel < a.pixels.size(); pixel += 3) {
    int largest = 0;
    for (std::size_t channel = pixel; channel < pixel + 3; ++channel) {
      const int difference = std::abs(int{a.pixels[channel]} - int{b.pixels[channel]});
      total += difference;
      largest = std::max(largest, difference);
    }
    if (largest > 48) ++changed;
  }
  const auto count = static_cast<double>(a.pixels.size());
  return {total / count, static_cast<double>(changed) / (count / 3)};
}

}  // namespace attnlab::testing
