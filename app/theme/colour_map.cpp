// Builds the colour maps: a path through a few anchor colours, resampled to equal perceived steps.
#include "app/theme/colour_map.h"

#include <cmath>
#include <span>
#include <vector>

namespace attnlab {
namespace {

constexpr int kPathColours = 2048;

/// A path of `kFine` colours through the anchors, as they can be displayed.
std::vector<Oklab> displayable_path(std::span<const Oklch> anchors) {
  std::vector<Oklab> path;
  const auto segments = float(anchors.size() - 1);
  for (int i = 0; i < kPathColours; ++i) {
    const float at = segments * float(i) / float(kPathColours - 1);
    const auto segment = std::min(static_cast<std::size_t>(at), anchors.size() - 2);
    const Oklab here = mix(to_oklab(anchors[segment]), to_oklab(anchors[segment + 1]), at - float(segment));
    path.push_back(to_oklab(to_rgb(here)));
  }
  return path;
}

std::vector<float> lengths_along(std::span<const Oklab> path) {
  std::vector<float> length{0.0f};
  for (std::size_t i = 1; i < path.size(); ++i) {
    length.push_back(length.back() + difference(path[i - 1], path[i]));
  }
  return length;
}

/// `count` colours at equal perceived distance along the anchors' path.
std::vector<Colour> equal_steps(std::span<const Oklch> anchors, int count) {
  const std::vector<Oklab> path = displayable_path(anchors);
  const std::vector<float> length = lengths_along(path);
  std::vector<Colour> steps;
  std::size_t at = 0;
  for (int i = 0; i < count; ++i) {
    const float wanted = length.back() * float(i) / float(count - 1);
    while (at + 1 < length.size() && length[at] < wanted) ++at;
    steps.push_back(pack(to_rgb(path[at])));
  }
  return steps;
}

ColourMap sequential(bool dark) {
  static constexpr Oklch on_dark[] = {{0.235f, 0.012f, 265}, {0.38f, 0.115f, 285}, {0.54f, 0.17f, 335},
                                      {0.70f, 0.165f, 35},   {0.85f, 0.135f, 75},  {0.965f, 0.07f, 100}};
  static constexpr Oklch on_light[] = {{0.970f, 0.008f, 95}, {0.875f, 0.085f, 80}, {0.74f, 0.14f, 45},
                                       {0.57f, 0.175f, 5},   {0.41f, 0.15f, 325},  {0.24f, 0.09f, 290}};
  const std::vector<Colour> steps = equal_steps(dark ? on_dark : on_light, ColourMap::kSteps);
  ColourMap::Steps out{};
  std::copy(steps.begin(), steps.end(), out.begin());
  return ColourMap(out);
}

ColourMap diverging(bool dark) {
  static constexpr Oklch dark_below[] = {{0.265f, 0.008f, 265}, {0.55f, 0.135f, 250}, {0.85f, 0.085f, 215}};
  static constexpr Oklch dark_above[] = {{0.265f, 0.008f, 265}, {0.55f, 0.155f, 38}, {0.85f, 0.125f, 78}};
  static constexpr Oklch light_below[] = {{0.962f, 0.004f, 265}, {0.70f, 0.125f, 240}, {0.38f, 0.13f, 262}};
  static constexpr Oklch light_above[] = {{0.962f, 0.004f, 265}, {0.72f, 0.145f, 50}, {0.40f, 0.135f, 32}};
  constexpr int half = ColourMap::kSteps / 2;
  const std::vector<Colour> below = equal_steps(dark ? dark_below : light_below, half + 1);
  const std::vector<Colour> above = equal_steps(dark ? dark_above : light_above, half + 1);
  ColourMap::Steps out{};
  for (int i = 0; i <= half; ++i) {
    out[half - i] = below[i];
    out[half + i] = above[i];
  }
  return ColourMap(out);
}

}  // namespace

Colour ColourMap::at(float t) const {
  if (!(t > 0.0f)) return steps_.front();
  if (t >= 1.0f) return steps_.back();
  return steps_[static_cast<std::size_t>(t * float(kSteps - 1) + 0.5f)];
}

const ColourMap& colour_map(Scale scale, bool dark) {
  static const ColourMap maps[] = {diverging(false), diverging(true), sequential(false), sequential(true)};
  return maps[(scale == Scale::Sequential ? 2 : 0) + (dark ? 1 : 0)];
}

Colour ink_on(Colour background) {
  const Rgb paper = unpack(background);
  const Rgb white{1, 1, 1}, black{0, 0, 0};
  return pack(contrast(white, paper) >= contrast(black, paper) ? white : black);
}

}  // namespace attnlab
