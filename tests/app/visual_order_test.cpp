// Right-to-left letters are drawn in their own order, Arabic ones joined, and other text as it is.
#include "app/widgets/base/visual_order.h"

#include <gtest/gtest.h>

#include "app/theme/fonts.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

std::string shown(std::string_view text) {
  std::string room;
  return std::string(visual_order(text, room));
}

std::string shown_with(std::string_view text, DrawsLetter draws) {
  std::string room;
  return std::string(visual_order(text, room, draws));
}

std::string utf8_of(std::u32string_view letters) {
  std::string text;
  for (const char32_t letter : letters) text += encode_utf8(letter);
  return text;
}

TEST(VisualOrder, OtherTextsStayWhereTheyAre) {
  for (const std::string_view text : {"", "the cat (2)", "naïve – 日本語", "a\xff", "мир 12", "ｆｕｌｌ"}) {
    std::string room;
    EXPECT_EQ(visual_order(text, room).data(), text.data()) << text;
    EXPECT_EQ(shown(text), text);
  }
}

TEST(VisualOrder, WordsAndSentencesAreTurned) {
  EXPECT_EQ(shown("שלום"), "םולש");
  EXPECT_EQ(shown("אב גד"), "דג בא");
}

/// From the left: meem alone, lam and alef as one sign that ends a group, seen that begins it.
TEST(VisualOrder, ArabicLettersAreJoined) {
  EXPECT_EQ(shown("سلام"), utf8_of(U"\uFEE1\uFEFC\uFEB3"));
  EXPECT_EQ(shown("بيت"), utf8_of(U"\uFE96\uFEF4\uFE91"));
  EXPECT_EQ(shown("گفت"), utf8_of(U"\uFE96\uFED4\uFB94")) << "Persian";
  EXPECT_EQ(shown("دار"), utf8_of(U"\uFEAD\uFE8D\uFEA9")) << "letters that join none after them";
}

TEST(VisualOrder, AMixedTokenKeepsItsLatinLetters) {
  EXPECT_EQ(shown("abسل1"), "ab" + std::string("1") + utf8_of(U"\uFEDE\uFEB3"));
  EXPECT_EQ(shown("“بيت” is house"), "“" + utf8_of(U"\uFE96\uFEF4\uFE91") + "” is house");
}

TEST(VisualOrder, WithoutAFormTheLetterStaysPlain) {
  const auto none = [](char32_t) { return false; };
  EXPECT_EQ(shown_with("سلام", none), "مالس");
  const auto no_ligature = [](char32_t letter) { return letter < 0xFEF5 || letter > 0xFEFC; };
  EXPECT_EQ(shown_with("سلام", no_ligature), utf8_of(U"\uFEE1\uFE8E\uFEE0\uFEB3")) << "lam and alef apart";
  const auto no_seen = [](char32_t letter) { return letter != 0xFEB3; };
  EXPECT_EQ(shown_with("بيت سل", no_seen), utf8_of(U"\uFEDEس \uFE96\uFEF4\uFE91")) << "of that letter alone";
}

TEST(VisualOrder, TheProgramsFontsHaveTheForms) {
  for (const char32_t form : {U'\uFEB3', U'\uFEFC', U'\uFEE1', U'\uFB94'})
    EXPECT_TRUE(can_draw(form)) << std::hex << static_cast<unsigned>(form);
  EXPECT_FALSE(can_draw(0xFDD0)) << "never a letter";
  EXPECT_FALSE(can_draw(0x1F600)) << "beyond what is drawn";
}

TEST(VisualOrder, OnlyTheRunBetweenOtherLettersIsTurned) {
  EXPECT_EQ(shown("“אב” is not"), "“בא” is not");
  EXPECT_EQ(shown("one אב גד two הו"), "one דג בא two וה");
  EXPECT_EQ(shown("␣אב"), "␣בא");
}

TEST(VisualOrder, NumbersKeepTheirDigitsAndBracketsTheirSense) {
  EXPECT_EQ(shown("אב 120 גד"), "דג 120 בא");
  EXPECT_EQ(shown("א (ב) ג"), "ג (ב) א");
}

TEST(VisualOrder, MarksStayBehindTheirLetters) { EXPECT_EQ(shown("שָל"), "לשָ"); }

TEST(VisualOrder, BytesThatAreNoTextAreLeft) { EXPECT_EQ(shown("אב\xff"), "בא\xff"); }

}  // namespace
}  // namespace attnlab
