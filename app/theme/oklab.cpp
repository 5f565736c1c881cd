// Conversions between sRGB and OKLab after Björn Ottosson's definition (2020).
#include "app/theme/oklab.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attnlab {
namespace {

float to_linear(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }

float to_gamma(float c) { return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f; }

float luminance(Rgb c) {
  return 0.2126f * to_linear(c.r) + 0.7152f * to_linear(c.g) + 0.0722f * to_linear(c.b);
}

Rgb linear_from_oklab(Oklab c) {
  const float l = std::pow(c.lightness + 0.3963377774f * c.a + 0.2158037573f * c.b, 3.0f);
  const float m = std::pow(c.lightness - 0.1055613458f * c.a - 0.0638541728f * c.b, 3.0f);
  const float s = std::pow(c.lightness - 0.0894841775f * c.a - 1.2914855480f * c.b, 3.0f);
  return {4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s,
          -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s,
          -0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s};
}

bool displayable(Rgb linear) {
  constexpr float slack = 1e-4f;
  const auto inside = [](float c) { return c >= -slack && c <= 1.0f + slack; };
  return inside(linear.r) && inside(linear.g) && inside(linear.b);
}

Rgb encoded(Rgb linear) {
  const auto channel = [](float c) { return std::clamp(to_gamma(std::clamp(c, 0.0f, 1.0f)), 0.0f, 1.0f); };
  return {channel(linear.r), channel(linear.g), channel(linear.b)};
}

std::uint32_t to_byte(float c) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(c, 0.0f, 1.0f) * 255.0f));
}

}  // namespace

Rgb rgb_from_hex(std::uint32_t hex) {
  const auto channel = [hex](int shift) { return float((hex >> shift) & 255u) / 255.0f; };
  return {channel(16), channel(8), channel(0)};
}

Oklab to_oklab(Rgb c) {
  const float r = to_linear(c.r), g = to_linear(c.g), b = to_linear(c.b);
  const float l = std::cbrt(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
  const float m = std::cbrt(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
  const float s = std::cbrt(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
  return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
          1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
          0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

Oklab to_oklab(Oklch c) {
  const float radians = c.hue * std::numbers::pi_v<float> / 180.0f;
  return {c.lightness, c.chroma * std::cos(radians), c.chroma * std::sin(radians)};
}

Oklch to_oklch(Oklab c) {
  const float degrees = std::atan2(c.b, c.a) * 180.0f / std::numbers::pi_v<float>;
  return {c.lightness, std::hypot(c.a, c.b), degrees < 0 ? degrees + 360.0f : degrees};
}

Rgb to_rgb(Oklch c) {
  if (displayable(linear_from_oklab(to_oklab(c)))) return encoded(linear_from_oklab(to_oklab(c)));
  float inside = 0.0f, outside = c.chroma;
  for (int i = 0; i < 20; ++i) {
    c.chroma = (inside + outside) / 2;
    (displayable(linear_from_oklab(to_oklab(c))) ? inside : outside) = c.chroma;
  }
  c.chroma = inside;
  return encoded(linear_from_oklab(to_oklab(c)));
}

Rgb to_rgb(Oklab c) { return to_rgb(to_oklch(c)); }

float difference(Oklab a, Oklab b) { return std::hypot(a.lightness - b.lightness, a.a - b.a, a.b - b.b); }

Oklab mix(Oklab a, Oklab b, float t) {
  return {std::lerp(a.lightness, b.lightness, t), std::lerp(a.a, b.a, t), std::lerp(a.b, b.b, t)};
}

float contrast(Rgb a, Rgb b) {
  const float la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

Rgb with_contrast(Rgb colour, Rgb background, float ratio) {
  const float step = luminance(background) < 0.18f ? 0.01f : -0.01f;
  Oklch c = to_oklch(to_oklab(colour));
  while (contrast(to_rgb(c), background) < ratio && c.lightness > 0.01f && c.lightness < 0.99f) {
    c.lightness += step;
  }
  return to_rgb(c);
}

Colour pack(Rgb c, float alpha) {
  return to_byte(c.r) | to_byte(c.g) << 8 | to_byte(c.b) << 16 | to_byte(alpha) << 24;
}

Rgb unpack(Colour c) {
  const auto channel = [c](int shift) { return float((c >> shift) & 255u) / 255.0f; };
  return {channel(0), channel(8), channel(16)};
}

Colour faded(Colour colour, float alpha) {
  const float old = float(colour >> 24) / 255.0f;
  return (colour & 0x00FFFFFFu) | to_byte(old * alpha) << 24;
}

Colour blend(Colour a, Colour b, float t) {
  Colour out = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const float from = float((a >> shift) & 255u), to = float((b >> shift) & 255u);
    out |= static_cast<Colour>(std::lround(std::lerp(from, to, t))) << shift;
  }
  return out;
}

}  // namespace attnlab
