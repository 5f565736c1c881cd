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
#include <array>
#include <cmath>
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

namespace {

/// The marked pixels of a picture, row by row.
struct Marks {
  int width, height;
  std::vector<bool> marked;

  bool at(int x, int y) const {
    return x >= 0 && x < width && y >= 0 && y < height && marked[static_cast<std::size_t>(y * width + x)];
  }
  void clear(int x, int y) { marked[static_cast<std::size_t>(y * width + x)] = false; }
};

/// Removes all marks of the place with (x, y) and returns its width; 0 for few marks.
int take_place(Marks& marks, int x, int y) {
  int left = x, right = x, count = 0;
  std::vector<std::pair<int, int>> waiting{{x, y}};
  marks.clear(x, y);
  while (!waiting.empty()) {
    const auto [at_x, at_y] = waiting.back();
    waiting.pop_back();
    ++count;
    left = std::min(left, at_x);
    right = std::max(right, at_x);
    for (int near_y = at_y - 2; near_y <= at_y + 2; ++near_y)
      for (int near_x = at_x - kGap - 1; near_x <= at_x + kGap + 1; ++near_x)
        if (marks.at(near_x, near_y)) {
          marks.clear(near_x, near_y);
          waiting.push_back({near_x, near_y});
        }
  }
  return count < kLeastPlace ? 0 : right - left + 1;
}

void measure_places(Marks marks, PictureDifference& difference) {
  for (int y = 0; y < marks.height; ++y)
    for (int x = 0; x < marks.width; ++x)
      if (marks.at(x, y)) {
        const int width = take_place(marks, x, y);
        difference.changed_places += width > 0;
        difference.widest_place = std::max(difference.widest_place, width);
      }
}

double largest_tile(const Marks& marks) {
  int most = 0;
  for (int top = 0; top < marks.height; top += kTile)
    for (int left = 0; left < marks.width; left += kTile) {
      int count = 0;
      for (int y = top; y < top + kTile; ++y)
        for (int x = left; x < left + kTile; ++x) count += marks.at(x, y);
      most = std::max(most, count);
    }
  return static_cast<double>(most) / (kTile * kTile);
}

}  // namespace

namespace {

void expect_one_size(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height) {
    throw std::runtime_error("one picture is " + std::to_string(a.width) + "×" + std::to_string(a.height) +
                             ", the other " + std::to_string(b.width) + "×" + std::to_string(b.height));
  }
}

}  // namespace

PictureDifference compare(const Picture& a, const Picture& b) {
  expect_one_size(a, b);
  Marks changed{a.width, a.height, {}};
  double total = 0;
  for (std::size_t pixel = 0; pixel < a.pixels.size(); pixel += 3) {
    int largest = 0;
    for (std::size_t channel = pixel; channel < pixel + 3; ++channel) {
      const int difference = std::abs(int{a.pixels[channel]} - int{b.pixels[channel]});
      total += difference;
      largest = std::max(largest, difference);
    }
    changed.marked.push_back(largest > kQuiet);
  }
  PictureDifference difference{.mean = total / static_cast<double>(a.pixels.size()),
                               .changed_tile = largest_tile(changed)};
  measure_places(std::move(changed), difference);
  return difference;
}

namespace {

/// "WHAT IS (at most MOST); " where it is more.
std::string excess(double is, double most, const char* what) {
  std::ostringstream text;
  if (is > most) text << what << " " << is << " (at most " << most << "); ";
  return text.str();
}

/// Mean of a channel in a tile.
double mean_of_tile(const Picture& picture, int left, int top, int channel) {
  int sum = 0;
  for (int y = top; y < top + kLetterTile; ++y)
    for (int x = left; x < left + kLetterTile; ++x)
      sum += picture.pixels[static_cast<std::size_t>(3 * (y * picture.width + x) + channel)];
  return static_cast<double>(sum) / (kLetterTile * kLetterTile);
}

using TileMeans = std::array<double, 3>;

TileMeans means_of_tile(const Picture& picture, int left, int top) {
  return {mean_of_tile(picture, left, top, 0), mean_of_tile(picture, left, top, 1),
          mean_of_tile(picture, left, top, 2)};
}

double levels_between(const TileMeans& a, const TileMeans& b) {
  return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

/// Of a tile of `a` and the nearest tile of `b`: lines of other heights move what is below.
double levels_of_tile(const Picture& a, const Picture& b, int left, int top) {
  const TileMeans means = means_of_tile(a, left, top);
  double least = 255;
  for (const int down : {-kTileShift, 0, kTileShift})
    for (const int right : {-kTileShift, 0, kTileShift}) {
      const int x = std::clamp(left + right, 0, b.width - kLetterTile),
                y = std::clamp(top + down, 0, b.height - kLetterTile);
      least = std::min(least, levels_between(means, means_of_tile(b, x, y)));
    }
  return least;
}

}  // namespace

std::string what_differs(const PictureDifference& difference) {
  return excess(difference.mean, kMostMean, "mean difference") +
         excess(difference.changed_tile, kMostChangedTile, "share of changed pixels in one tile") +
         excess(difference.changed_places, kMostPlaces, "changed places") +
         excess(difference.widest_place, kWidestPlace, "pixels of the widest place");
}

TileDifference compare_tiles(const Picture& a, const Picture& b) {
  expect_one_size(a, b);
  TileDifference difference;
  double sum = 0;
  int count = 0;
  for (int top = 0; top + kLetterTile <= a.height; top += kLetterTile)
    for (int left = 0; left + kLetterTile <= a.width; left += kLetterTile) {
      const double levels = levels_of_tile(a, b, left, top);
      sum += levels;
      ++count;
      difference.largest = std::max(difference.largest, levels);
    }
  if (count > 0) difference.mean = sum / count;
  return difference;
}

std::string what_differs(const TileDifference& difference) {
  return excess(difference.mean, kMostTileMean, "mean difference of tiles") +
         excess(difference.largest, kMostTile, "difference of one tile");
}

}  // namespace attnlab::testing
