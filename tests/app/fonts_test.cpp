// Every character the program puts on screen is in every font, at true width.
#include "app/theme/fonts.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/theme/imgui_fonts.h"

namespace attnlab {
namespace {

std::vector<ImWchar> decoded(std::string_view text) {
  std::vector<ImWchar> out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    unsigned code = lead < 0x80 ? lead : lead & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length; ++k)
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 63u);
    out.push_back(static_cast<ImWchar>(code));
    i += length;
  }
  return out;
}

class FontAtlas : public ::testing::TestWithParam<float> {
 protected:
  void SetUp() override { build_fonts(atlas_, GetParam()); }
  ImFontAtlas atlas_;
};

TEST_P(FontAtlas, HasEveryGlyph) {
  for (const ImFont* font : atlas_.Fonts) {
    for (ImWchar c : decoded(required_glyphs())) {
      EXPECT_TRUE(has_glyph(font, c)) << "U+" << std::hex << c << " in " << font->GetDebugName();
    }
  }
}

TEST_P(FontAtlas, NumbersAreTabular) {
  const ImFont* mono = fonts().mono;
  const float width = glyph_shape(mono, '0').advance;
  for (ImWchar c : decoded("123456789.−+e()")) EXPECT_EQ(glyph_shape(mono, c).advance, width) << c;
}

TEST_P(FontAtlas, WidthsAreRoundedNotRoundedUp) {
  // Inter's lowercase letters average under 0.5 of its line height; rounded up they would not.
  float width = 0;
  for (char c = 'a'; c <= 'z'; ++c) width += glyph_shape(fonts().ui, static_cast<char32_t>(c)).advance;
  EXPECT_LT(width / 26, 0.475f * em());
}

TEST_P(FontAtlas, NumbersInCellsMayStaySmaller) {
  const float usual = font_size(fonts().mono_small), tiny = font_size(fonts().mono_tiny);
  EXPECT_GE(tiny, std::min(usual, 12.5f));
  EXPECT_EQ(tiny<usual, GetParam()> 1) << "at 100 % and below there is one size";
  EXPECT_EQ(typeface_of(fonts().mono_tiny), Typeface::Mono);
}

TEST_P(FontAtlas, FitsATexture) {
  EXPECT_LE(1 / atlas_.TexUvScale.x, 4096);
  EXPECT_LE(1 / atlas_.TexUvScale.y, 8192);
}

INSTANTIATE_TEST_SUITE_P(Scales, FontAtlas, ::testing::Values(0.75f, 1.0f, 1.5f, 3.0f));

}  // namespace
}  // namespace attnlab
