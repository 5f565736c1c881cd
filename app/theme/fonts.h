// The fonts: which faces and sizes are baked, and that every glyph we use is there.
#pragma once

#include <span>
#include <vector>

struct ImFont;
struct ImFontAtlas;

namespace attnlab {

/// Baked fonts. Sizes are for a text scale of 100 %; everything is multiplied by the scale.
struct Fonts {
  ImFont* ui = nullptr;                 ///< Inter 16, the default
  ImFont* ui_bold = nullptr;            ///< Inter SemiBold 16: titles of panels and matrices
  ImFont* small = nullptr;              ///< Inter 13.5: axis labels, badges
  ImFont* heading = nullptr;            ///< Inter SemiBold 22: the stage's title
  ImFont* mono = nullptr;               ///< JetBrains Mono 15.5: numbers
  ImFont* mono_small = nullptr;         ///< JetBrains Mono 12.5: numbers in cells and on axes
  ImFont* math = nullptr;               ///< Inter 23 upright, for formulas
  ImFont* math_italic = nullptr;        ///< Inter Italic 23, for variables
  ImFont* math_small = nullptr;         ///< Inter 16 upright: scripts
  ImFont* math_small_italic = nullptr;  ///< Inter Italic 16: scripts
  ImFont* math_large = nullptr;         ///< Inter 32 upright: formulas as headlines
  ImFont* math_large_italic = nullptr;  ///< Inter Italic 32
};

inline constexpr float kMinTextScale = 0.75f, kMaxTextScale = 3.0f;

/// What a font is a size of. All have DejaVu Sans for the letters that they lack.
enum class Typeface { Sans, SansSemiBold, SansItalic, Mono };

Typeface typeface_of(const ImFont* font);

/// The size of the type, as CSS and typesetters measure it, for a line height of one: fonts here are sized by
/// the height of a line.
float type_size(Typeface face);

/// Fills `atlas` with all fonts at `scale` (display scale × text scale) and makes them current.
/// Call before the renderer makes its font texture, and again after a scale change.
/// Throws std::runtime_error naming the font file that cannot be read.
void build_fonts(ImFontAtlas& atlas, float scale);

/// The fonts of the last build_fonts().
const Fonts& fonts();

/// Makes the fonts of an earlier build_fonts() current again, with the em() of that time.
void use_fonts(const Fonts& fonts, float em);

/// Height of the UI font in pixels: the unit in which widgets measure.
float em();

/// em() at a scale of 1.
inline constexpr float kBaseEm = 16.0f;

/// Every character that the program itself puts on screen beyond ASCII and Latin-1. All fonts must carry
/// them.
const char* required_glyphs();

/// Pairs first–last of code points, closed by 0, as ImGui wants them; lives as long as the program.
const unsigned short* text_ranges();

/// Fewer: what formulas, headings and tiny numbers need.
const unsigned short* math_ranges();

}  // namespace attnlab
