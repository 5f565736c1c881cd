// Tests of UTF-8 decoding, encoding, checking and character classes.
#include "core/text/utf8.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

TEST(Utf8, EveryCodePointRoundTrips) {
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (value >= 0xD800 && value <= 0xDFFF) continue;
    const std::string bytes = encode_utf8(value);
    const CodePoint point = decode_utf8(bytes);
    ASSERT_TRUE(point.valid) << std::hex << static_cast<std::uint32_t>(value);
    ASSERT_EQ(point.value, value);
    ASSERT_EQ(point.size, bytes.size());
  }
}

TEST(Utf8, LengthsAreThoseOfTheStandard) {
  EXPECT_EQ(encode_utf8(0x7F), "\x7F");
  EXPECT_EQ(encode_utf8(0x80), "\xC2\x80");
  EXPECT_EQ(encode_utf8(0x7FF), "\xDF\xBF");
  EXPECT_EQ(encode_utf8(0x800), "\xE0\xA0\x80");
  EXPECT_EQ(encode_utf8(0xFFFF), "\xEF\xBF\xBF");
  EXPECT_EQ(encode_utf8(0x10000), "\xF0\x90\x80\x80");
}

TEST(Utf8, WhatIsNoCodePointBecomesTheReplacement) {
  EXPECT_EQ(encode_utf8(0xD800), "\xEF\xBF\xBD");
  EXPECT_EQ(encode_utf8(0x110000), "\xEF\xBF\xBD");
}

TEST(Utf8, BadSequencesAreOneInvalidByte) {
  const std::string_view bad[] = {
      "\x80",              // continuation alone
      "\xC0\xAF",          // overlong slash
      "\xC1\xBF",          // overlong
      "\xE0\x80\xAF",      // overlong in three bytes
      "\xF0\x80\x80\xAF",  // overlong in four bytes
      "\xED\xA0\x80",      // surrogate
      "\xF4\x90\x80\x80",  // over U+10FFFF
      "\xF5\x80\x80\x80",  // no such lead
      "\xFF",              // no such lead
      "\xE2\x82",          // cut off
      "\xE2\x28\xA1",      // continuation missing
  };
  for (const std::string_view bytes : bad) {
    const CodePoint point = decode_utf8(bytes);
    EXPECT_FALSE(point.valid) << bytes.size();
    EXPECT_EQ(point.size, 1u);
    EXPECT_EQ(point.value, static_cast<unsigned char>(bytes[0]));
  }
}

TEST(Utf8, EmptyTextHasNoCodePoint) {
  EXPECT_EQ(decode_utf8("").size, 0u);
  EXPECT_FALSE(decode_utf8("").valid);
}

TEST(Utf8, FirstInvalidByteIsFoundAtItsOffset) {
  EXPECT_FALSE(first_invalid_utf8(""));
  EXPECT_FALSE(first_invalid_utf8("naïve √ 🦊"));
  EXPECT_EQ(first_invalid_utf8("na\xEFve"), 2u);
  EXPECT_EQ(first_invalid_utf8("é\xC3"), 2u);
  EXPECT_EQ(first_invalid_utf8("é√\xFF"), 5u);
}

TEST(Utf8, CodePointsAreCounted) {
  EXPECT_EQ(count_code_points(""), 0u);
  EXPECT_EQ(count_code_points("a é √ 🦊"), 7u);
  EXPECT_EQ(count_code_points("a\xFF\xFE"), 3u);
}

TEST(Utf8, WordCharacters) {
  for (const char32_t letter : U"aZ09_éœßÿñβЖ中あא")
    if (letter != 0) {
      EXPECT_TRUE(is_word_character(letter)) << static_cast<std::uint32_t>(letter);
    }
  for (const char32_t mark : U" \t\n.,;!?'\"-()«»–—…“”’×÷€→√∑。，🦊")
    if (mark != 0) {
      EXPECT_FALSE(is_word_character(mark)) << static_cast<std::uint32_t>(mark);
    }
}

TEST(Utf8, WhiteSpace) {
  for (const char32_t space : {U' ', U'\t', U'\n', U'\r', U'\u00A0', U'\u2009', U'\u202F', U'\u3000'})
    EXPECT_TRUE(is_white_space(space)) << static_cast<std::uint32_t>(space);
  for (const char32_t other : {U'a', U'.', U'\0', U'\u200B', U'é'})
    EXPECT_FALSE(is_white_space(other)) << static_cast<std::uint32_t>(other);
}

TEST(Utf8, LowerCase) {
  EXPECT_EQ(lower_case("The Cat"), "the cat");
  EXPECT_EQ(lower_case("ÉCOLE À Œ Ÿ Ž Ļ"), "école à œ ÿ ž ļ");
  EXPECT_EQ(lower_case("ΑΩ ЖЁ"), "αω жё");
  EXPECT_EQ(lower_case("déjà × 12 \xFF"), "déjà × 12 \xFF");
}

TEST(Utf8, PiecesAreTrimmedToWholeCharacters) {
  const std::string text = "é日a🦊";
  for (std::size_t from = 0; from <= text.size(); ++from)
    for (std::size_t size = 0; from + size <= text.size(); ++size) {
      const std::string_view piece = std::string_view(text).substr(from, size),
                             whole = whole_characters(piece);
      EXPECT_FALSE(first_invalid_utf8(whole)) << from << " " << size;
      EXPECT_LE(piece.size() - whole.size(), 6u);
    }
  EXPECT_EQ(whole_characters(text), text);
  EXPECT_EQ(whole_characters(text.substr(1, 5)), "日a");
}

}  // namespace
}  // namespace attnlab
