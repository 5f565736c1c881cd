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
#include <sstream>
#include <stdexcept>

#include "app/figure/png.h"

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

void write_picture(const Picture& picture, const std::filesystem::path& path) {
  Image image{picture.width, picture.height, {}};
  for (std::size_t at = 0; at < picture.pixels.size(); at += 3)
    image.pixels.push_back(picture.pixels[at] | std::uint32_t{picture.pixels[at + 1]} << 8 |
                           std::uint32_t{picture.pixels[at + 2]} << 16 | 0xFF000000u);
  write_png(image, path);
}

Picture halved(const Picture& picture) {
  Picture half{picture.width / 2, picture.height / 2, {}};
  const auto line = std::size_t{3} * static_cast<std::size_t>(picture.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(half.height); ++y)
    for (std::size_t x = 0; x < static_cast<std::size_t>(half.width); ++x)
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::uint8_t* const at = &picture.pixels[2 * y * line + 6 * x + channel];
        half.pixels.push_back(static_cast<std::uint8_t>((at[0] + at[3] + at[line] + at[line + 3] + 2) / 4));
      }
  return half;
}

PictureDifference compare(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height) {
    throw std::runtime_error("one picture is " + std::to_string(a.width) + "×" + std::to_string(a.height) +
                             ", the other " + std::to_string(b.width) + "×" + std::to_string(b.height));
  }
  double total = 0;
  std::size_t changed = 0;
  const auto width = static_cast<std::size_t>(a.width);
  const std::size_t across = width / kTile + 1;
  std::vector<int> in_tile(across * (static_cast<std::size_t>(a.height) / kTile + 1));
  for (std::size_t pixel = 0; pixel < a.pixels.size() / 3; ++pixel) {
    int largest = 0;
    for (std::size_t channel = 3 * pixel; channel < 3 * pixel + 3; ++channel) {
      const int difference = std::abs(int{a.pixels[channel]} - int{b.pixels[channel]});
      total += difference;
      largest = std::max(largest, difference);
    }
    if (largest <= 48) continue;
    ++changed;
    ++in_tile[pixel / width / kTile * across + pixel % width / kTile];
  }
  const auto count = static_cast<double>(a.pixels.size());
  const int most = in_tile.empty() ? 0 : *std::ranges::max_element(in_tile);
  const auto tiles =
      std::ranges::count_if(in_tile, [](int pixels) { return pixels > kQuietTile * kTile * kTile; });
  return {total / count, static_cast<double>(changed) / (count / 3),
          static_cast<double>(most) / (kTile * kTile), static_cast<int>(tiles)};
}

std::string what_differs(const PictureDifference& difference) {
  std::ostringstream text;
  const auto note = [&](double is, double most, const char* what) {
    if (is > most) text << what << " " << is << " (at most " << most << "); ";
  };
  note(difference.mean, kMostMean, "mean difference");
  note(difference.changed_share, kMostChanged, "share of changed pixels");
  note(difference.changed_tile, kMostChangedTile, "share of changed pixels in one place");
  note(difference.changed_tiles, kMostChangedTiles, "changed places");
  return text.str();
}

}  // namespace attnlab::testing
