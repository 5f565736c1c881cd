// Fonts that draw a letter when a text needs it, from Dear ImGui 1.92 on.
#include <imgui.h>

#if IMGUI_VERSION_NUM >= 19200

#include <imgui_freetype.h>
// ImGui's main header comes before its internal one.
#include <imgui_internal.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/theme/imgui_fonts_parts.h"
#include "app/theme/system_fonts.h"

namespace attnlab {
namespace {

const ImFontLoader& freetype() { return *ImGuiFreeType::GetFontLoader(); }

/// The letters of an atlas that have boxes, by their stand-ins.
std::map<char32_t, char32_t>& boxes_of(const ImFontAtlas& atlas) {
  static std::map<const ImFontAtlas*, std::map<char32_t, char32_t>> all;
  return all[&atlas];
}

const FontAdvances& advances_of(const ImFontConfig& source) {
  static std::map<std::pair<const void*, int>, FontAdvances> all;
  const std::string_view bytes(static_cast<const char*>(source.FontData),
                               static_cast<std::size_t>(source.FontDataSize));
  const auto number = static_cast<int>(source.FontNo);
  return all.try_emplace({source.FontData, number}, bytes, number).first->second;
}

/// ImGui has sizes of whole pixels only: a font whose lines are not is drawn at its own size in lines that
/// are.
float true_size(const ImFontBaked& baked) {
  const float own = baked.ContainerFont->LegacySize;
  return ImGui::GetRoundedFontSize(own) == baked.Size ? own : baked.Size;
}

/// At other sizes a text is as long as its share of the length at the font's own size.
std::optional<float> true_advance(const ImFontConfig& source, const ImFontBaked& baked, ImWchar letter) {
  const std::optional<float> width = advances_of(source).of(letter);
  if (!width) return std::nullopt;
  const float own = baked.ContainerFont->LegacySize;
  return std::round(*width * source.SizePixels) * true_size(baked) / own;
}

bool load_box(ImFontAtlas& atlas, ImFontConfig& source, ImFontBaked& baked, char32_t letter,
              ImFontGlyph* glyph, float* advance) {
  const int side = box_side(true_size(baked));
  const auto wide = float(side);
  if (advance) return *advance = wide + 1, true;
  const ImFontAtlasRectId place = ImFontAtlasPackAddRect(&atlas, side, side);
  if (place == ImFontAtlasRectId_Invalid) return false;
  const float top = box_top(true_size(baked), side);
  glyph->AdvanceX = wide + 1;
  glyph->X0 = kBoxLeft, glyph->X1 = kBoxLeft + wide, glyph->Y0 = top, glyph->Y1 = top + wide;
  glyph->Visible = true;
  glyph->PackId = place;
  std::vector<unsigned char> pixels(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  draw_code_point_box(letter, side, pixels.data(), side);
  ImFontAtlasBakedSetFontGlyphBitmap(&atlas, &baked, &source, glyph, ImFontAtlasPackGetRect(&atlas, place),
                                     pixels.data(), ImTextureFormat_Alpha8, side);
  return true;
}

/// The letter whose box this source gives; 0: none. The first source of a font gives its boxes.
char32_t box_in(const ImFontAtlas& atlas, const ImFontConfig& source, ImWchar letter) {
  if (source.MergeMode) return 0;
  const std::map<char32_t, char32_t>& boxes = boxes_of(atlas);
  const auto found = boxes.find(letter);
  return found == boxes.end() ? 0 : found->second;
}

/// Whether this face is the system's choice for the letter: a font may have joined several that have it. The
/// first two faces of a font are the program's own.
bool gives(const ImFontConfig& source, ImWchar letter) {
  const ImVector<ImFontConfig*>& all = source.DstFont->Sources;
  if (std::find(all.begin(), all.end(), &source) - all.begin() < 2) return true;
  const std::optional<FontFile> file = system_font_with(letter);
  return file && file->face == static_cast<int>(source.FontNo) &&
         font_file_bytes(file->path).data() == source.FontData;
}

/// What ImGui's FreeType loader does not do: widths, boxes, sizes between whole pixels, and fonts that are in
/// memory once.
struct GrowingFont {
  static bool init_source(ImFontAtlas* atlas, ImFontConfig* source) {
    source->FontDataOwnedByAtlas = false;  // see add_font_face()
    const bool good = freetype().FontSrcInit(atlas, source);
    source->PixelSnapH = false;  // widths are rounded already
    return good;
  }

  static bool contains(ImFontAtlas* atlas, ImFontConfig* source, ImWchar letter) {
    if (box_in(*atlas, *source, letter) != 0) return true;
    return gives(*source, letter) && freetype().FontSrcContainsGlyph(atlas, source, letter);
  }

  static bool init_size(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* data) {
    const float size = std::exchange(baked->Size, true_size(*baked));
    const bool good = freetype().FontBakedInit(atlas, source, baked, data);
    baked->Size = size;
    return good;
  }

  static bool load(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* data, ImWchar letter,
                   ImFontGlyph* glyph, float* advance) {
    if (const char32_t boxed = box_in(*atlas, *source, letter))
      return load_box(*atlas, *source, *baked, boxed, glyph, advance);
    if (!gives(*source, letter)) return false;
    if (!freetype().FontBakedLoadGlyph(atlas, source, baked, data, letter, glyph, advance)) return false;
    if (const std::optional<float> width = true_advance(*source, *baked, letter))
      (glyph ? glyph->AdvanceX : *advance) = *width;
    return true;
  }

  static const ImFontLoader& loader() {
    static const ImFontLoader made = [] {
      ImFontLoader all = freetype();
      all.FontSrcInit = init_source;
      all.FontSrcContainsGlyph = contains;
      all.FontBakedInit = init_size;
      all.FontBakedLoadGlyph = load;
      return all;
    }();
    return made;
  }
};

ImFontBaked& baked_of(const ImFont* font) {
  return *const_cast<ImFont*>(font)->GetFontBaked(font->LegacySize);
}

void forget_drawn_letters(ImFontAtlas& atlas, ImFont& font) { ImFontAtlasFontDiscardBakes(&atlas, &font, 0); }

}  // namespace

void let_fonts_grow() { ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures; }

void begin_atlas(ImFontAtlas& atlas, float) {
  atlas.Clear();
  atlas.SetFontLoader(&GrowingFont::loader());
  boxes_of(atlas).clear();
}

/// ImGui would copy the data of each face that the atlas does not own; it is let believe that it does until
/// the source begins. A face joins the last font of the list only, so the other fonts change places for it.
ImFont* add_font_face(ImFontAtlas& atlas, const FontFace& face) {
  ImFontConfig config = config_of(face);
  config.FontLoaderFlags =
      face.hinted ? ImGuiFreeTypeLoaderFlags_LightHinting : ImGuiFreeTypeLoaderFlags_NoHinting;
  config.FontDataOwnedByAtlas = true;
  config.DstFont = face.joins;
  if (!face.joins) return add_to_atlas(atlas, face, config);
  forget_drawn_letters(atlas, *face.joins);
  face.joins->FallbackChar = 0;  // the new face may have U+FFFD, which ImGui prefers
  ImFont** const place = std::find(atlas.Fonts.begin(), atlas.Fonts.end(), face.joins);
  std::swap(*place, atlas.Fonts.back());
  ImFont* const font = add_to_atlas(atlas, face, config);
  std::swap(*place, atlas.Fonts.back());
  return font;
}

void add_letter_boxes(ImFontAtlas& atlas, ImFont& font, float, std::span<const StandIn> boxes) {
  for (const StandIn& box : boxes) boxes_of(atlas)[box.at] = box.letter;
  if (!boxes.empty()) forget_drawn_letters(atlas, font);
}

bool end_atlas(ImFontAtlas&) { return true; }
void set_advances(ImFont&, std::span<const SizedFace>) {}

void begin_shared_atlas_frame(ImFontAtlas& atlas) {
  ImFontAtlasUpdateNewFrame(&atlas, atlas.Builder ? atlas.Builder->FrameCount + 1 : 0, true);
}

void paint_letters(ImFontAtlas& atlas, const PaintLetters& paint) {
  for (ImTextureData* const texture : atlas.TexList) {
    void* const before = reinterpret_cast<void*>(texture->TexID);
    if (texture->Status == ImTextureStatus_WantDestroy) {
      if (before) paint(before, {});
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    } else if (texture->Status != ImTextureStatus_OK && texture->Status != ImTextureStatus_Destroyed) {
      const auto* const pixels = static_cast<const std::uint32_t*>(texture->GetPixels());
      void* const made = paint(before, {texture->Width, texture->Height, pixels});
      texture->SetTexID(reinterpret_cast<ImTextureID>(made));
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
}

float font_size(const ImFont* font) { return font->LegacySize; }
float imgui_line(const ImFont* font) { return ImGui::GetRoundedFontSize(font->LegacySize); }
float font_ascent(const ImFont* font) { return baked_of(font).Ascent; }

GlyphShape glyph_shape(const ImFont* font, char32_t letter) {
  const ImFontGlyph& g = *baked_of(font).FindGlyph(held_letter(letter));
  return {g.AdvanceX, g.X0, g.Y0, g.X1, g.Y1, g.Visible != 0};
}

bool has_glyph(const ImFont* font, char32_t letter) {
  return letter <= IM_UNICODE_CODEPOINT_MAX && baked_of(font).FindGlyphNoFallback(held_letter(letter));
}

const char* wrap_position(ImFont* font, std::string_view text, float width) {
  return font->CalcWordWrapPosition(imgui_line(font), text.data(), text.data() + text.size(), width);
}

/// A size that ImGui rounds to that of the font's lines is a share of it.
float imgui_size(const ImFont* font, float size) {
  const float line = imgui_line(font);
  return ImGui::GetRoundedFontSize(size) == line ? size * line / font->LegacySize : size;
}

}  // namespace attnlab

#endif
