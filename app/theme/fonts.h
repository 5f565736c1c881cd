// The fonts: which faces and sizes are baked, and which glyphs they must have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/theme/stand_ins.h"

struct ImFont;
struct ImFontAtlas;

namespace attnlab {

/// Baked fonts. Sizes are for a text scale of 100 %; everything is multiplied by the scale.
struct Fonts {
  ImFont* ui = nullptr;           ///< Inter 16, the default
  ImFont* ui_bold = nullptr;      ///< Inter SemiBold 16: titles of panels and matrices
  ImFont* small = nullptr;        ///< Inter 13.5: axis labels, badges
  ImFont* heading = nullptr;      ///< Inter SemiBold 22: the stage's title
  ImFont* mono = nullptr;         ///< JetBrains Mono 15.5: numbers
  ImFont* mono_small = nullptr;   ///< JetBrains Mono 12.5: numbers in cells and on axes
  ImFont* mono_tiny = nullptr;    ///< JetBrains Mono of 12.5, or less with large text: numbers in small cells
  ImFont* math = nullptr;         ///< Inter 23 upright, for formulas
  ImFont* math_italic = nullptr;  ///< Inter Italic 23, for variables
  ImFont* math_small = nullptr;   ///< Inter 16 upright: scripts
  ImFont* math_small_italic = nullptr;  ///< Inter Italic 16: scripts
  ImFont* math_large = nullptr;         ///< Inter 32 upright: formulas as headlines
  ImFont* math_large_italic = nullptr;  ///< Inter Italic 32
};

inline constexpr float kMinTextScale = 0.75f, kMaxTextScale = 3.0f;

/// The height of a line of the font in pixels, and of what is above its baseline.
float font_size(const ImFont* font);
float font_ascent(const ImFont* font);

/// The face of a font. DejaVu Sans supplies the letters that a face lacks.
enum class Typeface { Sans, SansSemiBold, SansItalic, Mono };

Typeface typeface_of(const ImFont* font);

/// The size of the type, as CSS and typesetters measure it, per unit of line height: `Fonts` are sized by the
/// height of a line.
float type_size(Typeface face);

/// Fills `atlas` with all fonts at `scale` (display scale × text scale) and makes them current.
/// Those that texts are set in get `letters`, ascending, beside base_ranges(): from their own faces, from
/// DejaVu Sans, or from the font of the system that has them; what no font has, or lies beyond most_letters()
/// of them, stays out. Those of `letters` that are stand-ins become boxes with their letters' code points, in
/// the fonts of fields.
/// Call before the renderer makes its font texture, and again after a change of scale or letters.
/// Throws std::runtime_error naming the font file that cannot be read.
void build_fonts(ImFontAtlas& atlas, float scale, std::span<const char32_t> letters = {},
                 std::span<const StandIn> stand_ins = {});

/// Has the fonts of the last build_fonts() draw `letters` too, between two frames. Where fonts grow
/// (imgui_fonts.h), only faces of the system join them; else they are built anew.
void add_letters(ImFontAtlas& atlas, float scale, std::span<const char32_t> letters,
                 std::span<const StandIn> stand_ins = {});

/// Whether fonts of texts can have this letter: from DejaVu Sans, or from a font of the system.
bool can_draw(char32_t letter);

/// The fonts of the last build_fonts().
const Fonts& fonts();

/// Makes the fonts and the em() of an earlier build_fonts() current again.
void use_fonts(const Fonts& fonts, float em);

/// A number of all bytes of the font files that are built in: pictures drawn with others differ in each
/// letter.
std::uint64_t font_files();

/// Height of the UI font in pixels: the unit in which widgets measure.
float em();

/// Pixels of a point, the unit of the sizes that people choose for windows and panels: the scale of the
/// window's display. 1 without a window.
float point();
void set_point(float pixels);

/// em() at a scale of 1.
inline constexpr float kBaseEm = 16.0f;

/// Every character that the program itself puts on screen beyond ASCII and Latin-1. All fonts must carry
/// them.
const char* required_glyphs();

/// What every font has from the start: pairs first–last of code points, closed by 0, as ImGui wants them;
/// lives as long as the program. Texts are set in fonts that have Latin Extended-A too.
const unsigned short* base_ranges();

}  // namespace attnlab
