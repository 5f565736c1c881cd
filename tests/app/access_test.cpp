// Colours that every eye can distinguish, and text that it can read, in both themes and in high contrast.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/theme/theme.h"
#include "tests/app/colour_vision.h"

namespace attnlab {
namespace {

using namespace testing;

constexpr double kApart = 10;      ///< ΔE of CIEDE2000
constexpr float kReadable = 4.5f;  ///< contrast of text

struct NamedColour {
  std::string name;
  Colour colour;
};

constexpr Role kRoles[] = {Role::Query, Role::Key, Role::Value, Role::Output, Role::Residual, Role::Gradient};
constexpr Role kAllRoles[] = {Role::Query,    Role::Key,      Role::Value, Role::Output,
                              Role::Residual, Role::Gradient, Role::Masked};

Cielab seen(Colour colour, Vision vision) { return to_cielab(as_seen(unpack(colour), vision)); }

/// Each look of the program in turn.
class Looks : public ::testing::TestWithParam<std::tuple<ThemeKind, bool>> {
 protected:
  void SetUp() override { set_theme(std::get<0>(GetParam()), std::get<1>(GetParam())); }
  void TearDown() override { set_theme(ThemeKind::Dark); }
};

TEST_P(Looks, EveryEyeDistinguishesRolesAndSelection) {
  std::vector<NamedColour> all{{"selection", theme().palette.accent}};
  for (Role role : kRoles) all.push_back({role_name(role), role_colour(role)});
  for (Vision vision : kAllVisions)
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j)
        EXPECT_GE(ciede2000(seen(all[i].colour, vision), seen(all[j].colour, vision)), kApart)
            << all[i].name << " and " << all[j].name << ", " << vision_name(vision);
}

TEST_P(Looks, EveryEyeDistinguishesExpertsAndReadsOnThem) {
  constexpr int kDistinct = 8;
  for (int i = 0; i < kDistinct; ++i) {
    EXPECT_GE(contrast(unpack(expert_colour(i)), unpack(theme().palette.panel)), 3) << i;
    EXPECT_GE(contrast(unpack(text_on(expert_colour(i))), unpack(expert_colour(i))), kReadable) << i;
    EXPECT_EQ(expert_colour(i), expert_colour(i + kDistinct));
    for (int j = i + 1; j < kDistinct; ++j)
      for (Vision vision : kAllVisions)
        EXPECT_GE(ciede2000(seen(expert_colour(i), vision), seen(expert_colour(j), vision)), kApart)
            << i << " and " << j << ", " << vision_name(vision);
  }
}

/// Lightness over 1/32 of the map at a time, so that rounding to bytes does not matter.
void expect_monotone(const ColourMap::Steps& steps, std::size_t from, std::size_t to,
                     const std::string& name) {
  for (Vision vision : kAllVisions) {
    const double whole = seen(steps[to], vision).lightness - seen(steps[from], vision).lightness;
    const std::size_t stride = (std::max(from, to) - std::min(from, to)) / 32;
    for (std::size_t i = std::min(from, to); i + stride <= std::max(from, to); i += stride) {
      const double change = seen(steps[i + stride], vision).lightness - seen(steps[i], vision).lightness;
      EXPECT_GT(change * (whole > 0 ? 1 : -1) * (to > from ? 1 : -1), 0)
          << name << " at " << i << ", " << vision_name(vision);
    }
  }
}

TEST_P(Looks, MapsAreMonotoneInLightnessForEveryEye) {
  constexpr std::size_t last = ColourMap::kSteps - 1, middle = last / 2;
  expect_monotone(colour_map(Scale::Sequential).steps(), 0, last, "sequential");
  expect_monotone(colour_map(Scale::Diverging).steps(), middle, 0, "below zero");
  expect_monotone(colour_map(Scale::Diverging).steps(), middle, last, "above zero");
}

TEST_P(Looks, EveryEyeDistinguishesBothEndsOfASignedMap) {
  const ColourMap& map = colour_map(Scale::Diverging);
  for (Vision vision : kAllVisions)
    for (float size : {0.25f, 0.5f})
      EXPECT_GE(ciede2000(seen(map.at(0.5f - size), vision), seen(map.at(0.5f + size), vision)), kApart)
          << size << ", " << vision_name(vision);
}

void expect_readable(const NamedColour& ink, const NamedColour& face) {
  EXPECT_GE(contrast(unpack(ink.colour), unpack(face.colour)), kReadable) << ink.name << " on " << face.name;
}

Colour popup(const Palette& p) { return blend(p.panel, p.raised, 0.5f); }

TEST_P(Looks, TextReadsOnItsSurfaces) {
  const Palette& p = theme().palette;
  const std::vector<NamedColour> faces{
      {"background", p.background}, {"panel", p.panel}, {"popup", popup(p)}, {"raised", p.raised}};
  std::vector<NamedColour> inks{
      {"text", p.text}, {"dim text", p.text_dim}, {"accent", p.accent}, {"good", p.good}, {"bad", p.bad}};
  for (Role role : kAllRoles) inks.push_back({role_name(role), role_text(role)});
  for (const NamedColour& ink : inks)
    for (const NamedColour& face : faces) expect_readable(ink, face);
}

TEST_P(Looks, TextReadsOnWhatIsHoveredChosenOrPressed) {
  const Palette& p = theme().palette;
  for (const NamedColour& ink : {NamedColour{"text", p.text}, NamedColour{"dim text", p.text_dim}})
    for (const NamedColour& face :
         {NamedColour{"hovered", p.raised_hover}, NamedColour{"chosen", p.accent_soft}})
      expect_readable(ink, face);
  expect_readable({"text", p.text}, {"pressed", p.raised_active});
  expect_readable({"accent", p.accent}, {"chosen", p.accent_soft});
  expect_readable({"text", p.text}, {"chosen and hovered", blend(p.accent_soft, p.accent, 0.25f)});
  expect_readable({"text on accent", p.on_accent}, {"accent", p.accent});
  expect_readable({"text on accent", p.on_accent}, {"hovered accent", blend(p.accent, p.text, 0.16f)});
  expect_readable({"text on accent", p.on_accent}, {"pressed accent", blend(p.accent, p.background, 0.2f)});
}

TEST_P(Looks, TextReadsOnTints) {
  for (Role role : kAllRoles) {
    const NamedColour tint{std::string("tint of ") + role_name(role), role_tint(role)};
    expect_readable({"role", role_text_on_tint(role)}, tint);
    expect_readable({"text", theme().palette.text}, tint);
    expect_readable({"dim text", theme().palette.text_dim}, tint);
  }
}

TEST_P(Looks, TokensReadWhereTheirStrengthRises) {
  std::vector<Role> roles(std::begin(kRoles), std::end(kRoles));
  roles.push_back(Role::None);
  for (Role role : roles) {
    const Colour fill = strength_fill(role);
    const float alpha = static_cast<float>(fill >> 24) / 255.0f;
    expect_readable({"text", theme().palette.text},
                    {std::string("strength of ") + role_name(role),
                     blend(theme().palette.raised, fill | 0xFF000000u, alpha)});
  }
}

TEST_P(Looks, TextReadsOverStrengths) {
  const Palette& p = theme().palette;
  std::vector<Colour> fills{p.accent};
  for (Role role : kRoles) fills.push_back(role_colour(role));
  for (Colour fill : fills)
    for (Colour face : {p.panel, p.raised, p.raised_hover})
      for (float strength = 0; strength <= 1; strength += 0.125f) {
        const Colour behind = blend(face, fill, strength);
        expect_readable({"text", text_on(behind)}, {"strength " + std::to_string(strength), behind});
      }
}

TEST_P(Looks, NumbersReadOnEveryColourOfTheMaps) {
  for (Scale scale : {Scale::Diverging, Scale::Sequential})
    for (Colour face : colour_map(scale).steps()) expect_readable({"ink", ink_on(face)}, {"cell", face});
}

INSTANTIATE_TEST_SUITE_P(All, Looks,
                         ::testing::Combine(::testing::Values(ThemeKind::Dark, ThemeKind::Light),
                                            ::testing::Bool()),
                         [](const auto& look) {
                           return std::string(std::get<0>(look.param) == ThemeKind::Dark ? "Dark" : "Light") +
                                  (std::get<1>(look.param) ? "HighContrast" : "");
                         });

}  // namespace
}  // namespace attnlab
