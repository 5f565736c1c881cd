// The palettes, and the colours of roles and series in them.
#include <array>

#include "app/theme/theme.h"

namespace attnlab {
namespace {

Theme g_theme{ThemeKind::Dark, false, make_palette(ThemeKind::Dark, false)};

Colour hex(std::uint32_t rgb, float alpha = 1.0f) { return pack(rgb_from_hex(rgb), alpha); }

Palette dark_palette() {
  return {.background = hex(0x101216),
          .panel = hex(0x181B21),
          .raised = hex(0x232831),
          .raised_hover = hex(0x2D333E),
          .raised_active = hex(0x373E4B),
          .border = hex(0x2A303A),
          .grid = hex(0x262B34),
          .text = hex(0xE7EAF0),
          .text_dim = hex(0x9BA4B3),
          .text_faint = hex(0x667080),
          .accent = hex(0x8B93FF),
          .accent_soft = hex(0x2C305A),
          .on_accent = hex(0x0F1120),
          .good = hex(0x52C99B),
          .bad = hex(0xFF7B6B),
          .hatch = hex(0x515A69),
          .shadow = hex(0x000000, 0.45f)};
}

Palette light_palette() {
  return {.background = hex(0xEEF0F4),
          .panel = hex(0xFFFFFF),
          .raised = hex(0xEFF1F5),
          .raised_hover = hex(0xE3E7EE),
          .raised_active = hex(0xD5DAE4),
          .border = hex(0xDADFE7),
          .grid = hex(0xE6E9EF),
          .text = hex(0x1A1E26),
          .text_dim = hex(0x596274),
          .text_faint = hex(0x98A1B0),
          .accent = hex(0x3836C3),
          .accent_soft = hex(0xE4E6FD),
          .on_accent = hex(0xFFFFFF),
          .good = hex(0x0A7850),
          .bad = hex(0xC23321),
          .hatch = hex(0xB4BCC9),
          .shadow = hex(0x1A2233, 0.16f)};
}

void raise_contrast(Palette& p, bool dark) {
  p.background = dark ? hex(0x000000) : hex(0xFFFFFF);
  p.panel = p.background;
  p.text = dark ? hex(0xFFFFFF) : hex(0x000000);
  p.text_dim = dark ? hex(0xD5DAE3) : hex(0x2C323D);
  p.text_faint = dark ? hex(0x9DA6B5) : hex(0x5B6473);
  if (!dark) p.good = hex(0x06603F), p.bad = hex(0x9E1F10);
  p.border = dark ? hex(0x6B7485) : hex(0x7A8394);
  p.hatch = dark ? hex(0x8490A3) : hex(0x7A8394);
}

Rgb role_rgb(Role role) {
  constexpr std::array<std::uint32_t, 8> colours{0,        0x0072B2, 0xE69F00, 0x009E73,
                                                 0xCC79A7, 0x606E84, 0xD55E00, 0x8A93A3};
  return rgb_from_hex(colours[static_cast<std::size_t>(role)]);
}

/// A role's colour for text, cached for each theme, as the search for contrast is slow.
Colour readable_role(Role role, const Theme& in) {
  Rgb colour = role_rgb(role);
  for (Colour face : {in.palette.panel, in.palette.background, in.palette.raised})
    colour = with_contrast(colour, unpack(face), in.high_contrast && face == in.palette.panel ? 7.0f : 4.6f);
  return pack(colour);
}

}  // namespace

Palette make_palette(ThemeKind kind, bool high_contrast) {
  Palette p = kind == ThemeKind::Dark ? dark_palette() : light_palette();
  if (high_contrast) raise_contrast(p, kind == ThemeKind::Dark);
  return p;
}

const Theme& theme() { return g_theme; }

void set_theme(ThemeKind kind, bool high_contrast) {
  g_theme = {kind, high_contrast, make_palette(kind, high_contrast)};
}

Colour role_colour(Role role) { return role == Role::None ? g_theme.palette.text_dim : pack(role_rgb(role)); }

Colour role_text(Role role) {
  if (role == Role::None) return g_theme.palette.text;
  static Colour cache[2][2][8] = {};
  Colour& cached = cache[g_theme.dark()][g_theme.high_contrast][static_cast<std::size_t>(role)];
  if (cached == 0) cached = readable_role(role, g_theme);
  return cached;
}

Colour role_tint(Role role) {
  if (role == Role::None) return g_theme.palette.raised;
  return blend(g_theme.palette.panel, role_colour(role), g_theme.dark() ? 0.22f : 0.14f);
}

Colour strength_fill(Role role) {
  return faded(role == Role::None ? g_theme.palette.accent : role_colour(role), 0.42f);
}

Colour role_text_on_tint(Role role) {
  if (role == Role::None) return g_theme.palette.text_dim;
  static Colour cache[2][2][8] = {};
  Colour& cached = cache[g_theme.dark()][g_theme.high_contrast][static_cast<std::size_t>(role)];
  if (cached == 0)
    cached =
        pack(with_contrast(role_rgb(role), unpack(role_tint(role)), g_theme.high_contrast ? 7.0f : 4.8f));
  return cached;
}

Colour text_on(Colour face) {
  const Colour text = g_theme.palette.text;
  return contrast(unpack(text), unpack(face)) >= 4.6f ? text : ink_on(face);
}

const char* role_name(Role role) {
  constexpr const char* names[] = {"", "query", "key", "value", "output", "residual", "gradient", "masked"};
  return names[static_cast<std::size_t>(role)];
}

Colour series_colour(int index) {
  constexpr std::array<std::uint32_t, 8> colours{0x4C8DFF, 0xE69F00, 0x00A87A, 0xCC79A7,
                                                 0xD55E00, 0x56B4E9, 0x9A7DE0, 0x8C97A8};
  const Rgb colour = rgb_from_hex(colours[static_cast<std::size_t>(index) % colours.size()]);
  return pack(with_contrast(colour, unpack(g_theme.palette.panel), 3.0f));
}

Colour expert_colour(int index) {
  // Found by a search for the largest least difference (CIEDE2000) under all visions of
  // tests/app/colour_vision.h.
  constexpr std::array<std::uint32_t, 8> on_dark{0xEBE600, 0xAB81EF, 0x5FAC9D, 0x995189,
                                                 0xDCD9FF, 0x899D41, 0x56FFCA, 0x3C7453};
  constexpr std::array<std::uint32_t, 8> on_light{0xB98A00, 0x6551BB, 0x176C5F, 0x4E1C0E,
                                                  0x419BD4, 0x646100, 0x192B55, 0x929292};
  const auto& colours = g_theme.dark() ? on_dark : on_light;
  return hex(colours[static_cast<std::size_t>(index) % colours.size()]);
}

const ColourMap& colour_map(Scale scale) { return colour_map(scale, g_theme.dark()); }

}  // namespace attnlab
