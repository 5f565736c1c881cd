// Tests of the regular expressions by which tokenizers cut texts.
#include "core/text/stages/pattern.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

using Texts = std::vector<std::string>;

Texts found(const std::string& pattern, std::string_view text) {
  Texts texts;
  for (const auto& [begin, end] : Pattern(pattern).matches(text))
    texts.emplace_back(text.substr(begin, end - begin));
  return texts;
}

std::string pattern_refusal(const std::string& pattern) {
  return error_text<std::invalid_argument>([&] { Pattern{pattern}; });
}

TEST(Patterns, TakeTheFirstAlternativeThatFits) {
  EXPECT_EQ(found("a|ab|abc", "abc"), Texts{"a"});
  EXPECT_EQ(found("(?:a|ab)c", "abc"), Texts{"abc"});
  EXPECT_EQ(found("x(?:a|bc|)y", "xy xay xbcy xby"), (Texts{"xy", "xay", "xbcy"}));
}

TEST(Patterns, RepeatGreedilyLazilyOrForGood) {
  EXPECT_EQ(found("a+b?", "aaab aab"), (Texts{"aaab", "aab"}));
  EXPECT_EQ(found("a+?", "aaa"), (Texts{"a", "a", "a"}));
  EXPECT_EQ(found("<.+?>", "<a><b>"), (Texts{"<a>", "<b>"}));
  EXPECT_EQ(found("a++a", "aaa"), Texts{}) << "nothing is given back";
  EXPECT_EQ(found("a+a", "aaa"), Texts{"aaa"});
  EXPECT_EQ(found("\\d{1,3}", "1234567"), (Texts{"123", "456", "7"}));
  EXPECT_EQ(found("(?:ab){2,}", "ab abab ababab"), (Texts{"abab", "ababab"}));
  EXPECT_EQ(found("x[ab]*y", "xy xaby"), (Texts{"xy", "xaby"}));
}

TEST(Patterns, LookAhead) {
  EXPECT_EQ(found("\\s+(?!\\S)|\\s+", "a   b "), (Texts{"  ", " ", " "}));
  EXPECT_EQ(found("a(?=b)", "ab ac"), Texts{"a"});
}

TEST(Patterns, ClassesAreUnicodes) {
  EXPECT_EQ(found("\\p{Lu}\\p{Ll}+", "Émile ÉCOLE Ёж"), (Texts{"Émile", "Ёж"}));
  EXPECT_EQ(found("[^\\s\\p{L}\\p{N}]+", "a, b…½"), (Texts{",", "…"}));
  EXPECT_EQ(found("\\w+", "e\u0301a_1-Ⅷⓐ\u200dx"), (Texts{"e\u0301a_1", "Ⅷⓐ", "x"}));
  EXPECT_EQ(found("[a-cx\\-[01]]+", "ab-d1x0"), (Texts{"ab-", "1x0"}));
  EXPECT_EQ(found("[\\u00e0-\\u00ff\\x{4E16}]", "aé世"), (Texts{"é", "世"}));
  EXPECT_EQ(found("\\P{L}", "a1"), Texts{"1"});
}

TEST(Patterns, WordsHaveSuperscriptsAndFractionsOutsideOfClasses) {
  EXPECT_EQ(found("\\w+", "x²½ 1"), (Texts{"x²½", "1"}));
  EXPECT_EQ(found("\\W+", "x² 1"), Texts{" "});
  EXPECT_EQ(found("[\\w]+", "x²½ 1"), (Texts{"x", "1"}));
  EXPECT_EQ(found("[^\\s\\w]+", "x²½ 1"), Texts{"²½"});
}

TEST(Patterns, IgnoreCaseOfRangesAndPropertiesInClasses) {
  EXPECT_EQ(found("(?i:[a-z]+)", "aB\u212Aſ 1"), Texts{"aB\u212Aſ"});
  EXPECT_EQ(found("(?i:[^a-z]+)", "aB1"), Texts{"1"});
  EXPECT_EQ(found("(?i:[\\p{Lu}]+)", "aBé1"), Texts{"aBé"});
  EXPECT_EQ(found("(?i:\\p{Lu}+)", "aBé1"), Texts{"B"}) << "outside of a class";
  EXPECT_EQ(found("(?i:i)", "iIıİ"), (Texts{"i", "I"}));
}

TEST(Patterns, ACountWithAQuestionMarkIsThatOrNone) {
  EXPECT_EQ(found("ba{2}?c", "bc bac baac"), (Texts{"bc", "baac"}));
  EXPECT_EQ(found("ba{2,}?", "baaa"), Texts{"baa"});
}

TEST(Patterns, IgnoreCaseInTheirGroupAlone) {
  EXPECT_EQ(found("(?i:'s|'LL)|d", "'S 'll 'ſ D d"), (Texts{"'S", "'ll", "'ſ", "d"}));
  EXPECT_EQ(found("(?i:[a]b)", "Ab AB cB"), (Texts{"Ab", "AB"}));
}

TEST(Patterns, BytesThatAreNotUtf8AreSigns) {
  EXPECT_EQ(found("[^\\s\\p{L}]+", "a\xC3\xFF b"), Texts{"\xC3\xFF"});
  EXPECT_EQ(found("é", "\xC3 \xC3\xA9"), Texts{"é"});
}

TEST(Patterns, OfTextMatchItself) {
  const Pattern pattern = Pattern::of_text("a.b");
  EXPECT_EQ(pattern.matches("axb a.b").size(), 1u);
}

TEST(Patterns, RefuseWhatIsNotRead) {
  expect_has(pattern_refusal("a*"), "can match an empty text");
  expect_has(pattern_refusal("(?:a|)"), "can match an empty text");
  expect_has(pattern_refusal("(a*)+"), "repeats a part that can match an empty text");
  expect_has(pattern_refusal("(?=a)+b"), "repeats a part that can match an empty text");
  expect_has(pattern_refusal("a{2}{3}"), "repeats a repetition");
  expect_has(pattern_refusal("(a"), "is not closed");
  expect_has(pattern_refusal("a)"), "was not opened");
  expect_has(pattern_refusal("[a"), "ends too early");
  expect_has(pattern_refusal("[]"), "empty class");
  expect_has(pattern_refusal("(?i:ß)"),
             "ignores the case of ß, which becomes several letters in another case,");
  expect_has(pattern_refusal("(?i:pass)"), "several letters");
  expect_has(pattern_refusal("(?i:[ß])"), "several letters");
  expect_has(pattern_refusal("[z-a]"), "range");
  expect_has(pattern_refusal("(?<=a)b"), "an unsupported group");
  expect_has(pattern_refusal("^a"), "has an unsupported ^ at byte 0");
  expect_has(pattern_refusal("\\p{Greek}"), "the unknown property Greek");
  expect_has(pattern_refusal("\\b"), "an unsupported escape");
  expect_has(pattern_refusal("[a&&b]"), "an unsupported class");
  expect_has(pattern_refusal("(?:abcdefgh){4000}"), "is too long");
  expect_has(pattern_refusal(std::string(40, '(') + "a" + std::string(40, ')')), "too many nested groups");
}

TEST(Patterns, ThatTakeForeverGiveUp) {
  const Pattern slow("(?:a+)+b");
  EXPECT_THROW(slow.matches(std::string(60, 'a')), std::runtime_error);
  EXPECT_EQ(Pattern("\\p{L}+").matches(std::string(200000, 'a')).size(), 1u);
}

}  // namespace
}  // namespace attnlab::testing
