// Bakes Inter, JetBrains Mono and DejaVu Sans into one atlas.
#include "app/theme/fonts.h"

#include <imgui.h>
#include <imgui_freetype.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/theme/advances.h"
#include "embedded_fonts.h"

namespace attnlab {
namespace {

Fonts g_fonts;
float g_em = kBaseEm;

std::string_view font_bytes(std::string_view name) {
  for (const EmbeddedFile& file : embedded_fonts()) {
    if (file.name == name) return file.bytes;
  }
  throw std::runtime_error("font " + std::string(name) + " is not built into this program");
}

/// What a font is made of: its own face, and DejaVu Sans for what that lacks.
struct Recipe {
  std::string_view file;
  float size;
  unsigned hinting;
  const ImWchar* ranges;
};

constexpr std::string_view kSans = "Inter-Regular.otf", kMono = "JetBrainsMono-Regular.ttf";

/// DejaVu's letters are wider than the others', so they are set smaller.
constexpr std::string_view kFallback = "DejaVuSans.ttf";
constexpr float kFallbackScale = 0.94f;

void add_face(ImFontAtlas& atlas, std::string_view file, float size, const Recipe& recipe, bool merge) {
  const std::string_view bytes = font_bytes(file);
  ImFontConfig config;
  config.FontBuilderFlags = recipe.hinting;
  config.MergeMode = merge;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = config.OversampleV = 1;
  config.EllipsisChar = 0x2026;
  void* data = const_cast<char*>(bytes.data());  // ImGui does not write to data that it does not own
  if (!atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), size, &config, recipe.ranges)) {
    throw std::runtime_error("font " + std::string(file) + " cannot be read");
  }
}

/// All fonts of one atlas while they are made.
struct Maker {
  ImFontAtlas& atlas;
  std::vector<std::pair<ImFont*, Recipe>> made{};

  ImFont* add(std::string_view file, float size, unsigned hinting, const ImWchar* ranges = text_ranges()) {
    const Recipe recipe{file, size, hinting, ranges};
    add_face(atlas, file, size, recipe, false);
    add_face(atlas, kFallback, size * kFallbackScale, recipe, true);
    made.emplace_back(atlas.Fonts.back(), recipe);
    return made.back().first;
  }

  void build() {
    if (!atlas.Build()) throw std::runtime_error("the fonts cannot be drawn at this text size");
    FontAdvances fallback(font_bytes(kFallback));
    for (const auto& [font, recipe] : made) {
      FontAdvances own(font_bytes(recipe.file));
      set_advances(*font, {{&own, recipe.size}, {&fallback, recipe.size * kFallbackScale}});
    }
  }
};

/// Formulas are shown at several sizes and positions, so their outlines stay unhinted.
void add_math(Maker& maker, float scale) {
  constexpr unsigned unhinted = ImGuiFreeTypeBuilderFlags_NoHinting;
  constexpr std::string_view upright = kSans, italic = "Inter-Italic.otf";
  g_fonts.math = maker.add(upright, 23.0f * scale, unhinted, math_ranges());
  g_fonts.math_italic = maker.add(italic, 23.0f * scale, unhinted, math_ranges());
  g_fonts.math_small = maker.add(upright, 16.0f * scale, unhinted, math_ranges());
  g_fonts.math_small_italic = maker.add(italic, 16.0f * scale, unhinted, math_ranges());
  g_fonts.math_large = maker.add(upright, 32.0f * scale, unhinted, math_ranges());
  g_fonts.math_large_italic = maker.add(italic, 32.0f * scale, unhinted, math_ranges());
}

}  // namespace

void build_fonts(ImFontAtlas& atlas, float scale) {
  constexpr unsigned light = ImGuiFreeTypeBuilderFlags_LightHinting;
  atlas.Clear();
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.TexDesiredWidth = scale > 1.3f ? 4096 : 2048;
  g_em = kBaseEm * scale;
  Maker maker{atlas};
  g_fonts.ui = maker.add(kSans, g_em, light);
  g_fonts.ui_bold = maker.add("Inter-SemiBold.otf", g_em, light, math_ranges());
  g_fonts.small = maker.add(kSans, 13.5f * scale, light);
  g_fonts.heading = maker.add("Inter-SemiBold.otf", 22.0f * scale, light, math_ranges());
  g_fonts.mono = maker.add(kMono, 15.5f * scale, light);
  g_fonts.mono_small = maker.add(kMono, 12.5f * scale, light, math_ranges());
  add_math(maker, scale);
  maker.build();
}

const Fonts& fonts() { return g_fonts; }

void use_fonts(const Fonts& fonts, float em) {
  g_fonts = fonts;
  g_em = em;
}

float em() { return g_em; }

Typeface typeface_of(const ImFont* font) {
  const Fonts& f = g_fonts;
  if (font == f.ui_bold || font == f.heading) return Typeface::SansSemiBold;
  if (font == f.math_italic || font == f.math_small_italic || font == f.math_large_italic)
    return Typeface::SansItalic;
  return font == f.mono || font == f.mono_small ? Typeface::Mono : Typeface::Sans;
}

float type_size(Typeface face) {
  static const float inter = FontAdvances(font_bytes(kSans)).em(),
                     mono = FontAdvances(font_bytes(kMono)).em();
  return face == Typeface::Mono ? mono : inter;
}

}  // namespace attnlab
