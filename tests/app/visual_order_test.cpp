// Right-to-left letters are drawn in their own order, and other text as it is.
#include "app/widgets/base/visual_order.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

std::string shown(std::string_view text) {
  std::string room;
  return std::string(visual_order(text, room));
}

TEST(VisualOrder, OtherTextsStayWhereTheyAre) {
  for (const std::string_view text : {"", "the cat (2)", "naïve – 日本語", "a\xff", "мир 12"}) {
    std::string room;
    EXPECT_EQ(visual_order(text, room).data(), text.data()) << text;
    EXPECT_EQ(shown(text), text);
  }
}

TEST(VisualOrder, WordsAndSentencesAreTurned) {
  EXPECT_EQ(shown("שלום"), "םולש");
  EXPECT_EQ(shown("سلام"), "مالس");
  EXPECT_EQ(shown("אב גד"), "דג בא");
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
