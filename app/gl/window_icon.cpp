// Reads the icon's SVG, which is made of rectangles alone, and draws them.
#include "app/gl/window_icon.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

#include "core/config/scan_number.h"
#include "embedded_icon.h"

namespace attnlab {
namespace {

constexpr float kViewBox = 16;  // width and height
constexpr int kSamples = 4;     // a pixel's, along each axis

/// The value of `name="…"` in an element.
std::string_view icon_attribute(std::string_view element, const std::string& name) {
  const std::string key = " " + name + "=\"";
  const std::size_t at = element.find(key);
  if (at == std::string_view::npos) throw std::logic_error("the icon has a rectangle without " + name);
  const std::string_view rest = element.substr(at + key.size());
  return rest.substr(0, rest.find('"'));
}

float icon_number(std::string_view element, const std::string& name) {
  const std::string_view text = icon_attribute(element, name);
  float value = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::logic_error("the icon has a rectangle whose " + name + " is not a number");
  return value;
}

Colour icon_colour(std::string_view element) {
  const std::string_view text = icon_attribute(element, "fill");
  std::uint32_t hex = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), hex, 16);
  if (text.size() != 7 || error != std::errc{} || end != text.data() + text.size())
    throw std::logic_error("the icon has a rectangle whose fill is not a color like #181B21");
  return pack(rgb_from_hex(hex));
}

bool holds_point(const IconRect& r, float x, float y) {
  const float outside_x = std::max({r.x + r.radius - x, x - (r.x + r.width - r.radius), 0.0f});
  const float outside_y = std::max({r.y + r.radius - y, y - (r.y + r.height - r.radius), 0.0f});
  return outside_x * outside_x + outside_y * outside_y <= r.radius * r.radius && x >= r.x &&
         x <= r.x + r.width && y >= r.y && y <= r.y + r.height;
}

/// The topmost colour at each sample of the icon, kSamples of each of `size` pixels along each axis; 0
/// outside. Each rectangle is painted over those before it, as most samples lie in few of them.
std::vector<Colour> painted_samples(const std::vector<IconRect>& rects, int size) {
  const int side = size * kSamples;
  const float unit = kViewBox / float(side);
  const auto sample_at = [&](float place) { return std::clamp(static_cast<int>(place / unit), 0, side - 1); };
  std::vector<Colour> samples(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 0);
  for (const IconRect& r : rects)
    for (int row = sample_at(r.y); row <= sample_at(r.y + r.height); ++row)
      for (int column = sample_at(r.x); column <= sample_at(r.x + r.width); ++column)
        if (holds_point(r, (float(column) + 0.5f) * unit, (float(row) + 0.5f) * unit))
          samples[row * side + column] = r.fill;
  return samples;
}

/// The mean of a pixel's samples, with as much alpha as lie within the icon.
Colour pixel_colour(const std::vector<Colour>& samples, int column, int row, int size) {
  std::uint32_t sums[3] = {}, inside = 0;
  for (int i = 0; i < kSamples * kSamples; ++i) {
    const int place = (row * kSamples + i / kSamples) * size * kSamples + column * kSamples + i % kSamples;
    const Colour colour = samples[place];
    if (colour == 0) continue;
    ++inside;
    for (int c = 0; c < 3; ++c) sums[c] += colour >> (8 * c) & 255;
  }
  if (inside == 0) return 0;
  Colour out = inside * 255 / (kSamples * kSamples) << 24;
  for (int c = 0; c < 3; ++c) out |= sums[c] / inside << (8 * c);
  return out;
}

}  // namespace

std::vector<IconRect> icon_rects(std::string_view svg) {
  std::vector<IconRect> rects;
  for (std::size_t at = svg.find("<rect"); at != std::string_view::npos; at = svg.find("<rect", at + 1)) {
    const std::string_view element = svg.substr(at, svg.find('>', at) - at);
    rects.push_back({icon_number(element, "x"), icon_number(element, "y"), icon_number(element, "width"),
                     icon_number(element, "height"), icon_number(element, "rx"), icon_colour(element)});
  }
  return rects;
}

Image window_icon(int size) {
  const std::vector<Colour> samples = painted_samples(icon_rects(embedded_icon().front().bytes), size);
  Image image{size, size, {}};
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      image.pixels.push_back(pixel_colour(samples, column, row, size));
  return image;
}

}  // namespace attnlab
