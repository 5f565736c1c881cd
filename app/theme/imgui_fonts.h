// What differs between the versions of Dear ImGui about fonts: up to 1.91 they are baked as a whole before
// the first frame, from 1.92 on they draw a letter when a text needs it. All else that differs is in
// app/widgets/base/imgui_versions.h, which this folder may not include.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "app/theme/advances.h"
#include "app/theme/fonts.h"
#include "app/theme/stand_ins.h"

namespace attnlab {

/// Whether fonts take letters while they are in use. If not, new letters need new fonts.
inline constexpr bool kFontsGrow = IMGUI_VERSION_NUM >= 19200;

/// Lets the fonts of the current context grow where kFontsGrow. The window's renderer asks for that by
/// itself; contexts without a window call this.
void let_fonts_grow();

/// A face of a font file in an atlas. The bytes must outlive the atlas.
struct FontFace {
  std::string_view bytes;
  int number = 0;  ///< of the face in the file
  float size = 0;  ///< pixels of a line
  bool hinted = false;
  const ImWchar* ranges = nullptr;  ///< what is baked, where fonts do not grow
  ImFont* joins = nullptr;          ///< gives the letters that this font lacks; null: makes a new font
};

/// Empties the atlas, for fonts at `scale`.
void begin_atlas(ImFontAtlas& atlas, float scale);
/// The font that the face was added to; null if ImGui cannot read the face. Only the newest font can be
/// joined where fonts do not grow.
ImFont* add_font_face(ImFontAtlas& atlas, const FontFace& face);
/// Gives the font, `size` pixels high, a box for each of these letters, in place of their stand-ins. Call
/// before end_atlas(), or where fonts grow between two frames.
void add_letter_boxes(ImFontAtlas& atlas, ImFont& font, float size, std::span<const StandIn> boxes);
/// Bakes the fonts where they do not grow. False if that is impossible at this size.
bool end_atlas(ImFontAtlas& atlas);
/// Gives each baked letter the width of the first face that has it, rounded to the nearest pixel. Fonts that
/// grow have these widths by themselves.
void set_advances(ImFont& font, std::span<const SizedFace> faces);

/// Begins a frame with an atlas that several contexts share; call before ImGui::NewFrame().
void begin_shared_atlas_frame(ImFontAtlas& atlas);

/// A texture of letters: packed colours.
struct LetterPixels {
  int width = 0, height = 0;
  const std::uint32_t* pixels = nullptr;  ///< null: the texture is to go
};
/// Has `paint` make each texture of the atlas that is new or has changed: it gets the texture that it
/// returned before, null at first, and the pixels. For renderers other than OpenGL's; call it before the
/// first frame and before painting.
using PaintLetters = std::function<void*(void* texture, const LetterPixels& pixels)>;
void paint_letters(ImFontAtlas& atlas, const PaintLetters& paint);

/// The height of a line as ImGui lays it out: font_size(), which from 1.92 on it rounds to whole pixels.
float imgui_line(const ImFont* font);

/// A letter at font_size(): its advance, and its box from the upper left corner of the line.
struct GlyphShape {
  float advance = 0, left = 0, top = 0, right = 0, bottom = 0;
  bool visible = false;
};
/// That of U+FFFD where the font lacks the letter.
GlyphShape glyph_shape(const ImFont* font, char32_t letter);
bool has_glyph(const ImFont* font, char32_t letter);

/// The size of a text that is `size` pixels high. It ends, at `rest`, where it would be wider than `width`.
ImVec2 text_extent(ImFont* font, float size, float width, std::string_view text, const char** rest = nullptr);
/// Where a line of `text` that is to be no wider than `width` ends.
const char* wrap_position(ImFont* font, std::string_view text, float width);
void add_text(ImDrawList& list, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text);
/// Without clipping by letters: the list's own rectangle still clips.
void add_unclipped_text(ImDrawList& list, ImFont* font, float size, ImVec2 at, ImU32 colour,
                        std::string_view text);

}  // namespace attnlab
