// Colour vision: dichromats' sight, CIELAB and CIEDE2000.
#include "tests/app/colour_vision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace attnlab::testing {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

constexpr Matrix kIdentity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kProtanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritanopia{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix kXyzFromRgb{{{0.4124564, 0.3575761, 0.1804375},
                              {0.2126729, 0.7151522, 0.0721750},
                              {0.0193339, 0.1191920, 0.9503041}}};
constexpr Vector kWhitePoint{0.95047, 1.0, 1.08883};
constexpr double kDegree = std::numbers::pi / 180;

const Matrix& matrix_of(Vision vision) {
  constexpr static const Matrix* all[] = {&kIdentity, &kProtanopia, &kDeuteranopia, &kTritanopia};
  return *all[static_cast<std::size_t>(vision)];
}

Vector operator*(const Matrix& m, const Vector& v) {
  Vector out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

double linear(float c) { return c <= 0.04045f ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

float encoded(double c) {
  c = std::clamp(c, 0.0, 1.0);
  return static_cast<float>(c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055);
}

Vector linear(Rgb c) { return {linear(c.r), linear(c.g), linear(c.b)}; }

double hue(double a, double b) {
  if (a == 0 && b == 0) return 0;
  const double degrees = std::atan2(b, a) / kDegree;
  return degrees < 0 ? degrees + 360 : degrees;
}

/// √(c⁷ / (c⁷ + 25⁷)).
double chroma_weight(double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))); }

double hue_difference(double from, double to) {
  const double d = to - from;
  return d > 180 ? d - 360 : d < -180 ? d + 360 : d;
}

double mean_hue(double h1, double h2) {
  if (std::abs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
}

double hue_weight(double h) {
  return 1 - 0.17 * std::cos((h - 30) * kDegree) + 0.24 * std::cos(2 * h * kDegree) +
         0.32 * std::cos((3 * h + 6) * kDegree) - 0.20 * std::cos((4 * h - 63) * kDegree);
}

}  // namespace

const char* vision_name(Vision vision) {
  constexpr const char* names[] = {"normal sight", "protanopia", "deuteranopia", "tritanopia"};
  return names[static_cast<std::size_t>(vision)];
}

Rgb as_seen(Rgb colour, Vision vision) {
  const Vector seen = matrix_of(vision) * linear(colour);
  return {encoded(seen[0]), encoded(seen[1]), encoded(seen[2])};
}

Cielab to_cielab(Rgb colour) {
  const Vector xyz = kXyzFromRgb * linear(colour);
  const auto f = [&](std::size_t i) {
    const double t = xyz[i] / kWhitePoint[i];
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  return {116 * f(1) - 16, 500 * (f(0) - f(1)), 200 * (f(1) - f(2))};
}

double ciede2000(Cielab p, Cielab q) {
  const double g = 0.5 * (1 - chroma_weight((std::hypot(p.a, p.b) + std::hypot(q.a, q.b)) / 2));
  const double a1 = (1 + g) * p.a, a2 = (1 + g) * q.a;
  const double c1 = std::hypot(a1, p.b), c2 = std::hypot(a2, q.b), c = (c1 + c2) / 2;
  const double h1 = hue(a1, p.b), h2 = hue(a2, q.b);
  const bool grey = c1 * c2 == 0;
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin((grey ? 0 : hue_difference(h1, h2)) / 2 * kDegree);
  const double h = grey ? h1 + h2 : mean_hue(h1, h2);
  const double from_middle = std::pow((p.lightness + q.lightness) / 2 - 50, 2);
  const double lightness =
      (q.lightness - p.lightness) / (1 + 0.015 * from_middle / std::sqrt(20 + from_middle));
  const double chroma = (c2 - c1) / (1 + 0.045 * c), turn = dh / (1 + 0.015 * c * hue_weight(h));
  const double rotation =
      -std::sin(60 * std::exp(-std::pow((h - 275) / 25, 2)) * kDegree) * 2 * chroma_weight(c);
  return std::sqrt(lightness * lightness + chroma * chroma + turn * turn + rotation * chroma * turn);
}

}  // namespace attnlab::testing
