// Bakes Inter, JetBrains Mono and DejaVu Sans into one atlas.
#include "app/theme/fonts.h"

#include <imgui.h>
#include <imgui_freetype.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "embedded_fonts.h"

namespace attnlab {
namespace {

Fonts g_fonts;
float g_em = 15.0f;

constexpr float kUiSize = 15.0f;

std::string_view font_bytes(std::string_view name) {
  for (const EmbeddedFile& file : embedded_fonts()) {
    if (file.name == name) return file.bytes;
  }
  throw std::runtime_error("font " + std::string(name) + " is not built into this program");
}

void add_face(ImFontAtlas& atlas, std::string_view file, float size, ImFontConfig config) {
  const std::string_view bytes = font_bytes(file);
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = config.OversampleV = 1;
  config.EllipsisChar = 0x2026;
  void* data = const_cast<char*>(bytes.data());  // ImGui does not write to data that it does not own
  if (!atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), size, &config, text_ranges())) {
    throw std::runtime_error("font " + std::string(file) + " cannot be read");
  }
}

/// One font: `file` first, then whatever it lacks from DejaVu Sans, whose letters are wider and so set
/// smaller.
ImFont* add_font(ImFontAtlas& atlas, std::string_view file, float size, unsigned hinting) {
  ImFontConfig config;
  config.FontBuilderFlags = hinting;
  add_face(atlas, file, size, config);
  ImFont* font = atlas.Fonts.back();
  config.MergeMode = true;
  add_face(atlas, "DejaVuSans.ttf", size * 0.94f, config);
  return font;
}

/// Formulas are shown at several sizes and positions, so their outlines stay unhinted.
void add_math(ImFontAtlas& atlas, float scale) {
  constexpr unsigned unhinted = ImGuiFreeTypeBuilderFlags_NoHinting;
  g_fonts.math = add_font(atlas, "Inter-Regular.otf", 22.0f * scale, unhinted);
  g_fonts.math_italic = add_font(atlas, "Inter-Italic.otf", 22.0f * scale, unhinted);
  g_fonts.math_small = add_font(atlas, "Inter-Regular.otf", 15.5f * scale, unhinted);
  g_fonts.math_small_italic = add_font(atlas, "Inter-Italic.otf", 15.5f * scale, unhinted);
}

}  // namespace

void build_fonts(ImFontAtlas& atlas, float scale) {
  constexpr unsigned light = ImGuiFreeTypeBuilderFlags_LightHinting;
  atlas.Clear();
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.TexDesiredWidth = scale > 1.6f ? 4096 : 2048;
  g_em = kUiSize * scale;
  g_fonts.ui = add_font(atlas, "Inter-Regular.otf", g_em, light);
  g_fonts.ui_bold = add_font(atlas, "Inter-SemiBold.otf", g_em, light);
  g_fonts.small = add_font(atlas, "Inter-Regular.otf", 12.5f * scale, light);
  g_fonts.heading = add_font(atlas, "Inter-SemiBold.otf", 21.0f * scale, light);
  g_fonts.mono = add_font(atlas, "JetBrainsMono-Regular.ttf", 14.0f * scale, light);
  g_fonts.mono_small = add_font(atlas, "JetBrainsMono-Regular.ttf", 11.5f * scale, light);
  add_math(atlas, scale);
  if (!atlas.Build()) throw std::runtime_error("the fonts cannot be drawn at this text size");
}

const Fonts& fonts() { return g_fonts; }

float em() { return g_em; }

}  // namespace attnlab
