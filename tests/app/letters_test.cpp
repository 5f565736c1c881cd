// Letters that the program's own fonts lack come from fonts of the system, as texts ask for them.
#include "app/theme/letters.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/offscreen.h"
#include "app/theme/fonts.h"
#include "app/theme/imgui_fonts.h"
#include "app/theme/system_fonts.h"
#include "app/widgets/base/draw.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// Chinese, Japanese and Korean: of fonts-wqy-microhei, which scripts/setup.sh installs; Hebrew, Arabic,
/// Cyrillic, Vietnamese: of the program's own fonts, which do not have them from the start.
constexpr std::u32string_view kForeign = U"國国日の한글שלםسلмирệ";

std::string utf8(std::u32string_view letters) {
  std::string text;
  for (const char32_t letter : letters) text += encode_utf8(letter);
  return text;
}

class LettersTest : public ::testing::Test {
 protected:
  LettersTest() { build_fonts(atlas_, 1); }

  void ask(std::u32string_view text, int frame = 1) { letters_.ask(*atlas_.Fonts[0], utf8(text), frame); }

  ImFontAtlas atlas_;
  Letters letters_;
};

TEST_F(LettersTest, TextsOfTheOwnFontsAskForNothing) {
  ask(U"The cat sat – “œuvre”, Ωμέγα, łódź, 0.5\n");
  letters_.ask(*fonts().mono_small, required_glyphs(), 1);
  EXPECT_FALSE(letters_.wanted());
  EXPECT_FALSE(letters_.add(100));
}

TEST_F(LettersTest, WhatIsLackingIsAddedOnceAndInOrder) {
  ask(U"本日 本");
  EXPECT_TRUE(letters_.wanted());
  EXPECT_TRUE(letters_.add(100));
  EXPECT_EQ(letters_.added(), (std::vector<char32_t>{U'日', U'本'}));
  ask(U"日本", 2);
  EXPECT_FALSE(letters_.wanted());
}

TEST_F(LettersTest, BytesThatAreNoTextAndWhatCannotBeDrawnAreNotAskedFor) {
  letters_.ask(*atlas_.Fonts[0], "\xff\xc3\xe6\x97", 1);
  ask(U"\U0001F600\n\x7f");
  EXPECT_FALSE(letters_.wanted());
}

TEST_F(LettersTest, WhereRoomIsLackingThoseGoThatAreNotDrawn) {
  ask(U"一二三");
  EXPECT_TRUE(letters_.add(4));
  ask(U"二四五", 2);
  EXPECT_TRUE(letters_.add(4));
  EXPECT_EQ(letters_.added(), (std::vector<char32_t>{U'二', U'五', U'四'}));
}

TEST_F(LettersTest, TooManyInOneFrameStayOutWithoutBuildingTheFontsAgain) {
  ask(U"一二三");
  EXPECT_TRUE(letters_.add(2));
  ask(U"一二三", 2);
  EXPECT_FALSE(letters_.add(2));
  EXPECT_EQ(letters_.added().size(), 2u);
}

TEST_F(LettersTest, WithLessRoomThoseGoThatAreNotDrawn) {
  ask(U"一二三");
  letters_.add(3);
  EXPECT_FALSE(letters_.too_many(3));
  EXPECT_TRUE(letters_.too_many(2));
  ask(U"三", 2);
  EXPECT_TRUE(letters_.add(2));
  EXPECT_EQ(letters_.added(), std::vector<char32_t>{U'三'});
}

TEST_F(LettersTest, FontsOfTextsHaveThemAllAndTheOthersTheirSizes) {
  const float line = font_ascent(fonts().ui), wide = glyph_shape(fonts().ui, 'm').advance;
  ask(kForeign);
  ASSERT_TRUE(letters_.add(100));
  build_fonts(atlas_, 1, letters_.added());
  const Fonts& f = fonts();
  for (const ImFont* font : {f.ui, f.ui_bold, f.small, f.heading, f.mono, f.mono_small})
    for (const char32_t letter : kForeign)
      EXPECT_TRUE(has_glyph(font, letter))
          << "U+" << std::hex << static_cast<unsigned>(letter) << ": no font has it; run scripts/setup.sh";
  EXPECT_EQ(font_ascent(f.ui), line);
  EXPECT_EQ(glyph_shape(f.ui, 'm').advance, wide);
  // A letter as wide as high, of the size of the type.
  EXPECT_NEAR(glyph_shape(f.ui, 0x56FD).advance, em() * type_size(Typeface::Sans), 1);
}

TEST_F(LettersTest, WhatNoFontHasStaysOut) {
  constexpr char32_t kNobodys = 0xFDD0;  // never a letter
  EXPECT_FALSE(system_font_with(kNobodys).has_value());
  const char32_t letters[] = {kNobodys};
  build_fonts(atlas_, 1, letters);
  EXPECT_FALSE(has_glyph(fonts().ui, kNobodys));
}

TEST_F(LettersTest, AsManyAsAreAllowedFitATexture) {
  for (const float scale : {1.0f, kMaxTextScale}) {
    build_fonts(atlas_, scale);
    std::vector<char32_t> letters(most_letters());
    std::generate(letters.begin(), letters.end(), [c = char32_t{0x4E00}]() mutable { return c++; });
    build_fonts(atlas_, scale, letters);
    EXPECT_LE(1 / atlas_.TexUvScale.x, 4096);
    EXPECT_LE(1 / atlas_.TexUvScale.y, 8192);
  }
}

TEST(OffscreenLetters, AFigureDrawsThem) {
  const auto pixels = [](std::string_view text) {
    return draw_offscreen(
               [&] {
                 draw_text_in(window_canvas(), fonts().ui, {{10, 10}, {90, 40}}, theme().palette.text, text);
               },
               {.width = 100, .height = 60})
        .picture.pixels;
  };
  EXPECT_NE(pixels("日"), pixels("本"));  // not the sign for what no font has
  EXPECT_EQ(pixels("日"), pixels("日"));
}

}  // namespace
}  // namespace attnlab
