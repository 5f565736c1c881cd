// Colour maps are uniform, monotone and neutral at zero; roles are readable.
#include "app/theme/colour_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/theme/theme.h"
#include "app/widgets/heat_map/value_range.h"

namespace attnlab {
namespace {

Oklab lab(Colour c) { return to_oklab(unpack(c)); }

TEST(Oklab, RoundTrips) {
  for (std::uint32_t hex : {0x0072B2u, 0xE69F00u, 0x009E73u, 0xCC79A7u, 0x000000u, 0xFFFFFFu}) {
    EXPECT_EQ(pack(to_rgb(to_oklab(rgb_from_hex(hex)))), pack(rgb_from_hex(hex))) << std::hex << hex;
  }
}

TEST(Oklab, WhiteIsOneAndGrey) {
  const Oklab white = to_oklab(Rgb{1, 1, 1});
  EXPECT_NEAR(white.lightness, 1.0f, 1e-3f);
  EXPECT_NEAR(white.a, 0.0f, 1e-3f);
  EXPECT_NEAR(white.b, 0.0f, 1e-3f);
}

TEST(Oklab, TooVividColoursKeepTheirLightness) {
  const Oklab shown = to_oklab(to_rgb(Oklch{0.6f, 0.5f, 145}));
  EXPECT_NEAR(shown.lightness, 0.6f, 0.01f);
}

TEST(Oklab, ContrastOfBlackAndWhiteIs21) { EXPECT_NEAR(contrast(Rgb{0, 0, 0}, Rgb{1, 1, 1}), 21.0f, 0.01f); }

class Maps : public ::testing::TestWithParam<bool> {};

TEST_P(Maps, SequentialLightnessIsMonotone) {
  const ColourMap::Steps& steps = colour_map(Scale::Sequential, GetParam()).steps();
  for (std::size_t i = 8; i < steps.size(); i += 8) {
    const float change = lab(steps[i]).lightness - lab(steps[i - 8]).lightness;
    EXPECT_GT(GetParam() ? change : -change, 0.0f) << i;
  }
}

/// Differences over 1/16 of the map, so that rounding to bytes does not matter.
void expect_uniform(const ColourMap::Steps& steps, std::size_t first, std::size_t last) {
  const std::size_t stride = (last - first) / 16;
  float least = 1e9f, most = 0;
  for (std::size_t i = first; i + stride <= last; i += stride) {
    const float d = difference(lab(steps[i]), lab(steps[i + stride]));
    least = std::min(least, d);
    most = std::max(most, d);
  }
  EXPECT_LT(most / least, 1.2f);
}

TEST_P(Maps, StepsLookEqual) {
  expect_uniform(colour_map(Scale::Sequential, GetParam()).steps(), 0, 510);
  expect_uniform(colour_map(Scale::Diverging, GetParam()).steps(), 0, 255);
  expect_uniform(colour_map(Scale::Diverging, GetParam()).steps(), 255, 510);
}

TEST_P(Maps, ZeroIsNeutralAndNearTheBackground) {
  const Oklab zero = lab(colour_map(Scale::Diverging, GetParam()).at(0.5f));
  EXPECT_LT(std::hypot(zero.a, zero.b), 0.015f);
  const Palette p = make_palette(GetParam() ? ThemeKind::Dark : ThemeKind::Light, false);
  EXPECT_LT(difference(zero, lab(p.panel)), 0.09f);
}

TEST_P(Maps, HalvesAreEquallyStrong) {
  const ColourMap& map = colour_map(Scale::Diverging, GetParam());
  for (float t : {0.1f, 0.25f, 0.5f}) {
    const float below = lab(map.at(0.5f - t)).lightness, above = lab(map.at(0.5f + t)).lightness;
    EXPECT_NEAR(below, above, 0.06f) << t;
  }
}

TEST_P(Maps, NumbersAreReadableOnEveryColour) {
  for (Scale scale : {Scale::Diverging, Scale::Sequential}) {
    for (Colour c : colour_map(scale, GetParam()).steps()) {
      EXPECT_GT(contrast(unpack(c), unpack(ink_on(c))), 3.5f);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(LightAndDark, Maps, ::testing::Bool());

TEST(ColourMap, ClampsAndTakesNaN) {
  const ColourMap& map = colour_map(Scale::Sequential, true);
  EXPECT_EQ(map.at(-1.0f), map.at(0.0f));
  EXPECT_EQ(map.at(2.0f), map.at(1.0f));
  EXPECT_EQ(map.at(std::numeric_limits<float>::quiet_NaN()), map.at(0.0f));
}

TEST(Theme, RoleTextIsReadable) {
  for (ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
    for (bool high : {false, true}) {
      set_theme(kind, high);
      for (int r = 1; r < 8; ++r) {
        const Role role = static_cast<Role>(r);
        EXPECT_GE(contrast(unpack(role_text(role)), unpack(theme().palette.panel)), high ? 6.9f : 4.5f)
            << role_name(role);
        EXPECT_GE(contrast(unpack(role_text_on_tint(role)), unpack(role_tint(role))), 4.5f)
            << role_name(role);
      }
    }
  }
  set_theme(ThemeKind::Dark);
}

TEST(Theme, TextIsReadableOnItsSurfaces) {
  for (ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
    const Palette p = make_palette(kind, false);
    for (Colour surface : {p.background, p.panel, p.raised}) {
      EXPECT_GE(contrast(unpack(p.text), unpack(surface)), 11.0f);
      EXPECT_GE(contrast(unpack(p.text_dim), unpack(surface)), 4.5f);
    }
    EXPECT_GE(contrast(unpack(p.on_accent), unpack(p.accent)), 4.5f);
  }
}

TEST(ValueRange, ModesMeasureWhatTheySay) {
  const float inf = std::numeric_limits<float>::infinity();
  const float values[] = {1, -inf, 4, -2, 3, inf};
  const MatrixView m = matrix_view(values, 2, 3);
  const auto range = [&](RangeMode mode) { return colour_ranges(m, {Scale::Diverging, mode, {-7, 7}}); };
  EXPECT_EQ(range(RangeMode::PerMatrix)[0].lo, -2);
  EXPECT_EQ(range(RangeMode::PerMatrix)[0].hi, 4);
  EXPECT_EQ(range(RangeMode::Symmetric)[0].lo, -4);
  EXPECT_EQ(range(RangeMode::Symmetric)[0].hi, 4);
  EXPECT_EQ(range(RangeMode::Fixed)[0].hi, 7);
  ASSERT_EQ(range(RangeMode::PerRow).size(), 2u);
  EXPECT_EQ(range(RangeMode::PerRow)[0].lo, 0);
  EXPECT_EQ(range(RangeMode::PerRow)[1].lo, -2);
}

TEST(ValueRange, ZeroStaysInTheMiddle) {
  EXPECT_FLOAT_EQ(colour_position(0, {-1, 8}, Scale::Diverging), 0.5f);
  EXPECT_FLOAT_EQ(colour_position(8, {-1, 8}, Scale::Diverging), 1.0f);
  EXPECT_FLOAT_EQ(colour_position(-1, {-1, 8}, Scale::Diverging), 0.4375f);
  EXPECT_FLOAT_EQ(colour_position(0.25f, {0, 1}, Scale::Sequential), 0.25f);
  EXPECT_FLOAT_EQ(colour_position(3, {0, 0}, Scale::Sequential), 0.0f);
}

TEST(MatrixView, VersionFollowsContentAndMask) {
  float values[] = {1, 2, 3, 4};
  const MatrixView m = matrix_view(values, 2, 2);
  const std::uint64_t before = content_version(m);
  MatrixView masked = m;
  const unsigned char mask[] = {0, 1, 0, 0};
  masked.mask = mask;
  EXPECT_NE(content_version(masked), before);
  values[3] = 5;
  EXPECT_NE(content_version(m), before);
  EXPECT_EQ(m.transposed().at(0, 1), 3);
}

}  // namespace
}  // namespace attnlab
