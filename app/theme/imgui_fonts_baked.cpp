// Fonts that are baked as a whole, up to Dear ImGui 1.91.
#include <imgui.h>

#if IMGUI_VERSION_NUM < 19200

#include <imgui_freetype.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/theme/imgui_fonts_parts.h"

namespace attnlab {
namespace {

/// A box's place in the texture.
struct PlacedBox {
  int rectangle;
  char32_t letter;
};

/// Of the atlas that is being made.
std::vector<PlacedBox> g_boxes;

void draw_boxes(ImFontAtlas& atlas) {
  if (g_boxes.empty()) return;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  for (const PlacedBox& box : std::exchange(g_boxes, {})) {
    const ImFontAtlasCustomRect& place = *atlas.GetCustomRectByIndex(box.rectangle);
    draw_code_point_box(box.letter, place.Width, pixels + place.Y * width + place.X, width);
  }
}

bool is_asked(const SizedFace& face, char32_t letter) {
  return face.letters.empty() || std::ranges::binary_search(face.letters, letter);
}

}  // namespace

void let_fonts_grow() {}

void begin_atlas(ImFontAtlas& atlas, float scale) {
  atlas.Clear();
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.TexDesiredWidth = scale > 1.3f ? 4096 : 2048;
  g_boxes.clear();
}

/// From 1.90 on, ImGui would round sizes down to whole pixels.
ImFont* add_font_face(ImFontAtlas& atlas, const FontFace& face) {
  ImFontConfig config = config_of(face);
  config.FontBuilderFlags =
      face.hinted ? ImGuiFreeTypeBuilderFlags_LightHinting : ImGuiFreeTypeBuilderFlags_NoHinting;
  config.FontDataOwnedByAtlas = false;
  ImFont* const font = add_to_atlas(atlas, face, config);
  if (font) atlas.ConfigData.back().SizePixels = face.size;
  return font;
}

void add_letter_boxes(ImFontAtlas& atlas, ImFont& font, float size, std::span<const StandIn> boxes) {
  const int side = box_side(size);
  for (const StandIn& box : boxes)
    g_boxes.push_back({atlas.AddCustomRectFontGlyph(&font, static_cast<ImWchar>(box.at), side, side,
                                                    float(side + 1), {kBoxLeft, box_top(size, side)}),
                       box.letter});
}

/// ImGui has copied each font's file, which nobody reads again then.
bool end_atlas(ImFontAtlas& atlas) {
  if (!atlas.Build()) return false;
  draw_boxes(atlas);
  atlas.ClearInputData();
  return true;
}

void set_advances(ImFont& font, std::span<const SizedFace> faces) {
  for (ImFontGlyph& glyph : font.Glyphs) {
    for (const SizedFace& face : faces) {
      if (!is_asked(face, glyph.Codepoint)) continue;
      const std::optional<float> width = face.advances->of(glyph.Codepoint);
      if (!width) continue;
      glyph.AdvanceX = std::round(*width * face.pixels);
      font.IndexAdvanceX[static_cast<int>(glyph.Codepoint)] = glyph.AdvanceX;
      break;
    }
  }
  if (font.FallbackGlyph) font.FallbackAdvanceX = font.FallbackGlyph->AdvanceX;
}

void begin_shared_atlas_frame(ImFontAtlas&) {}

void paint_letters(ImFontAtlas& atlas, const PaintLetters& paint) {
  if (atlas.TexID) return;
  unsigned char* pixels = nullptr;
  LetterPixels letters;
  atlas.GetTexDataAsRGBA32(&pixels, &letters.width, &letters.height);
  letters.pixels = reinterpret_cast<const std::uint32_t*>(pixels);
  atlas.SetTexID(reinterpret_cast<ImTextureID>(paint(nullptr, letters)));
  atlas.ClearTexData();
}

float font_size(const ImFont* font) { return font->FontSize; }
float imgui_line(const ImFont* font) { return font->FontSize; }
float font_ascent(const ImFont* font) { return font->Ascent; }

GlyphShape glyph_shape(const ImFont* font, char32_t letter) {
  const ImFontGlyph* const g = font->FindGlyph(held_letter(letter));
  return g ? GlyphShape{g->AdvanceX, g->X0, g->Y0, g->X1, g->Y1, g->Visible != 0} : GlyphShape{};
}

bool has_glyph(const ImFont* font, char32_t letter) {
  return letter <= IM_UNICODE_CODEPOINT_MAX && font->FindGlyphNoFallback(held_letter(letter));
}

const char* wrap_position(ImFont* font, std::string_view text, float width) {
  return font->CalcWordWrapPositionA(1.0f, text.data(), text.data() + text.size(), width);
}

float imgui_size(const ImFont*, float size) { return size; }

}  // namespace attnlab

#endif
