// Puts Inter, JetBrains Mono, DejaVu Sans and what fonts of the system add into one atlas.
#include "app/theme/fonts.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/theme/advances.h"
#include "app/theme/imgui_fonts.h"
#include "app/theme/letter_faces.h"
#include "app/theme/letters.h"
#include "app/theme/system_fonts.h"
#include "core/language/messages.h"
#include "embedded_fonts.h"

namespace attnlab {
namespace {

Fonts g_fonts;
float g_em = kBaseEm;
float g_point = 1;

std::string_view font_bytes(std::string_view name) {
  for (const EmbeddedFile& file : embedded_fonts()) {
    if (file.name == name) return file.bytes;
  }
  throw std::runtime_error(tr("the font {1} is not built into this program", name));
}

/// What a font is made of: its own face, DejaVu Sans for what that lacks, and faces of the system.
struct Recipe {
  std::string_view file;
  float size;
  bool hinted;
  const ImWchar* ranges;
};

constexpr std::string_view kSans = "Inter-Regular.otf", kSansBold = "Inter-SemiBold.otf",
                           kMono = "JetBrainsMono-Regular.ttf";

/// Letters of Latin scripts, which texts have from the start: fonts are built anew for others.
constexpr ImWchar kLatinExtended[] = {0x0100, 0x017F};

/// DejaVu's letters are wider than the others', so they are set smaller.
constexpr std::string_view kFallback = "DejaVuSans.ttf";
constexpr float kFallbackScale = 0.94f;

/// `name` is for a message.
ImFont* add_face(ImFontAtlas& atlas, std::string_view name, const FontFace& face) {
  if (ImFont* const font = add_font_face(atlas, face)) return font;
  throw std::runtime_error(tr("the font {1} cannot be read", name));
}

/// The line height at which a face is of the same type size as `own` at `size`.
float size_beside(const FontAdvances& own, float size, const LetterFace& face) {
  return size * own.em() / face.advances->em();
}

/// `base`, and behind them each of the letters, as ImGui wants ranges.
std::vector<ImWchar> with_letters(const ImWchar* base, std::span<const char32_t> letters) {
  std::vector<ImWchar> ranges;
  for (; base && *base; ++base) ranges.push_back(*base);
  for (const char32_t letter : letters) ranges.insert(ranges.end(), 2, static_cast<ImWchar>(letter));
  ranges.push_back(0);
  return ranges;
}

/// All fonts of one atlas while they are made.
class Maker {
 public:
  Maker(ImFontAtlas& atlas, std::span<const char32_t> letters, std::span<const StandIn> boxes)
      : atlas_(atlas), extra_(letter_faces(letters, fallback_)), boxes_(boxes) {
    texts_ = with_letters(base_ranges(), letters);
    texts_.insert(texts_.begin(), std::begin(kLatinExtended), std::end(kLatinExtended));
    labels_ = with_letters(base_ranges(), letters);
    for (const LetterFace& face : extra_) extra_ranges_.push_back(with_letters(nullptr, face.letters));
  }

  /// A font for formulas, which name nothing of the user's.
  ImFont* add_math(std::string_view file, float size) { return add({file, size, false, base_ranges()}); }

  /// A font for numbers, which needs no letters of the user's texts.
  ImFont* add_numbers(std::string_view file, float size) { return add({file, size, true, base_ranges()}); }

  /// A font for texts; labels have fewer characters from the start.
  ImFont* add_text(std::string_view file, float size, bool label = false) {
    const std::vector<ImWchar>& ranges = label ? labels_ : texts_;
    ImFont* const font = add({file, size, true, ranges.data()});
    if (!label) add_letter_boxes(atlas_, *font, size, boxes_);
    if (extra_.empty()) return font;
    FontAdvances own(font_bytes(file));
    for (std::size_t i = 0; i < extra_.size(); ++i)
      add_face(atlas_, "of the system",
               {extra_[i].bytes, extra_[i].face, size_beside(own, size, extra_[i]), false,
                extra_ranges_[i].data(), font});
    return font;
  }

  void build() {
    if (!end_atlas(atlas_)) throw std::runtime_error(tr("the fonts cannot be drawn at this text size"));
    if (kFontsGrow) return;
    for (const auto& [font, recipe] : made_) {
      FontAdvances own(font_bytes(recipe.file));
      std::vector<SizedFace> faces{{&own, recipe.size}, {&fallback_, recipe.size * kFallbackScale}};
      for (const LetterFace& face : extra_)
        faces.push_back({face.advances.get(), size_beside(own, recipe.size, face), face.letters});
      set_advances(*font, faces);
    }
  }

 private:
  ImFont* add(const Recipe& recipe) {
    ImFont* const font =
        add_face(atlas_, recipe.file,
                 {font_bytes(recipe.file), 0, recipe.size, recipe.hinted, recipe.ranges, nullptr});
    add_face(atlas_, kFallback,
             {font_bytes(kFallback), 0, recipe.size * kFallbackScale, recipe.hinted, recipe.ranges, font});
    made_.emplace_back(font, recipe);
    return font;
  }

  ImFontAtlas& atlas_;
  FontAdvances fallback_{font_bytes(kFallback)};
  std::vector<LetterFace> extra_;
  std::span<const StandIn> boxes_;
  std::vector<ImWchar> texts_, labels_;
  std::vector<std::vector<ImWchar>> extra_ranges_;
  std::vector<std::pair<ImFont*, Recipe>> made_;
};

/// Letters that fonts may have, and those of which there are boxes instead.
struct AskedLetters {
  std::vector<char32_t> letters;
  std::vector<StandIn> boxes;

  AskedLetters(std::span<const char32_t> asked, std::span<const StandIn> stand_ins) {
    for (const char32_t letter : asked) {
      const auto box = std::ranges::find(stand_ins, letter, &StandIn::at);
      box == stand_ins.end() ? letters.push_back(letter) : boxes.push_back(*box);
    }
  }
};

/// Numbers in cells may stay smaller than other text, but not smaller than at 100 %.
float tiny_scale(float scale) { return std::min(scale, std::max(1.0f, scale * 0.7f)); }

/// Faces of the system, for a font that grows.
void join_faces(ImFontAtlas& atlas, ImFont& font, std::span<const LetterFace> faces) {
  const Typeface type = typeface_of(&font);
  const FontAdvances own(font_bytes(type == Typeface::Mono           ? kMono
                                    : type == Typeface::SansSemiBold ? kSansBold
                                                                     : kSans));
  for (const LetterFace& face : faces)
    add_face(atlas, "of the system",
             {face.bytes, face.face, size_beside(own, font_size(&font), face), false, nullptr, &font});
}

/// Formulas are shown at several sizes and positions, so their outlines stay unhinted.
void add_math(Maker& maker, float scale) {
  constexpr std::string_view upright = kSans, italic = "Inter-Italic.otf";
  g_fonts.math = maker.add_math(upright, 23.0f * scale);
  g_fonts.math_italic = maker.add_math(italic, 23.0f * scale);
  g_fonts.math_small = maker.add_math(upright, 16.0f * scale);
  g_fonts.math_small_italic = maker.add_math(italic, 16.0f * scale);
  g_fonts.math_large = maker.add_math(upright, 32.0f * scale);
  g_fonts.math_large_italic = maker.add_math(italic, 32.0f * scale);
}

}  // namespace

void build_fonts(ImFontAtlas& atlas, float scale, std::span<const char32_t> letters,
                 std::span<const StandIn> stand_ins) {
  begin_atlas(atlas, scale);
  g_em = kBaseEm * scale;
  const AskedLetters asked(letters.first(std::min(letters.size(), most_letters())), stand_ins);
  Maker maker(atlas, asked.letters, asked.boxes);
  g_fonts.ui = maker.add_text(kSans, g_em);
  g_fonts.ui_bold = maker.add_text(kSansBold, g_em, true);
  g_fonts.small = maker.add_text(kSans, 13.5f * scale);
  g_fonts.heading = maker.add_text(kSansBold, 22.0f * scale, true);
  g_fonts.mono = maker.add_text(kMono, 15.5f * scale);
  g_fonts.mono_small = maker.add_text(kMono, 12.5f * scale, true);
  g_fonts.mono_tiny = maker.add_numbers(kMono, 12.5f * tiny_scale(scale));
  add_math(maker, scale);
  maker.build();
}

void add_letters(ImFontAtlas& atlas, float scale, std::span<const char32_t> letters,
                 std::span<const StandIn> stand_ins) {
  if (!kFontsGrow) return build_fonts(atlas, scale, letters, stand_ins);
  const AskedLetters asked(letters, stand_ins);
  std::vector<char32_t> lacking = asked.letters;
  std::erase_if(lacking, [](char32_t letter) { return has_glyph(g_fonts.ui, letter); });
  const FontAdvances fallback(font_bytes(kFallback));
  const std::vector<LetterFace> faces = letter_faces(lacking, fallback);
  for (ImFont* const font :
       {g_fonts.ui, g_fonts.ui_bold, g_fonts.small, g_fonts.heading, g_fonts.mono, g_fonts.mono_small})
    join_faces(atlas, *font, faces);
  for (ImFont* const font : {g_fonts.ui, g_fonts.small, g_fonts.mono})
    add_letter_boxes(atlas, *font, font_size(font), asked.boxes);
}

bool can_draw(char32_t letter) {
  static const FontAdvances fallback(font_bytes(kFallback));
  if (letter > IM_UNICODE_CODEPOINT_MAX) return false;
  return fallback.of(letter) || system_font_with(letter);
}

const Fonts& fonts() { return g_fonts; }

void use_fonts(const Fonts& fonts, float em) {
  g_fonts = fonts;
  g_em = em;
}

std::uint64_t font_files() {
  std::uint64_t number = 14695981039346656037u;  // FNV-1a of 64 bits
  for (const EmbeddedFile& file : embedded_fonts())
    for (const char byte : file.bytes) number = (number ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return number;
}

float em() { return g_em; }

float point() { return g_point; }
void set_point(float pixels) { g_point = pixels; }

Typeface typeface_of(const ImFont* font) {
  const Fonts& f = g_fonts;
  if (font == f.ui_bold || font == f.heading) return Typeface::SansSemiBold;
  if (font == f.math_italic || font == f.math_small_italic || font == f.math_large_italic)
    return Typeface::SansItalic;
  return font == f.mono || font == f.mono_small || font == f.mono_tiny ? Typeface::Mono : Typeface::Sans;
}

float type_size(Typeface face) {
  static const float inter = FontAdvances(font_bytes(kSans)).em(),
                     mono = FontAdvances(font_bytes(kMono)).em();
  return face == Typeface::Mono ? mono : inter;
}

}  // namespace attnlab
