// Tests of cutting text into words and joining words into text.
#include "core/text/words.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/cut_words.h"

namespace attnlab {
namespace {

using testing::cut;

using Words = std::vector<std::string>;

std::string join(const Words& words) {
  WordJoiner joiner;
  for (const std::string& word : words) joiner.add(word);
  return joiner.text();
}

TEST(Words, LettersAndDigitsRunTogetherAndMarksStandAlone) {
  EXPECT_EQ(cut("The cat, no. 7!"), (Words{"The", "cat", ",", "no", ".", "7", "!"}));
  EXPECT_EQ(cut("  a \t b\n\nc  "), (Words{"a", "b", "c"}));
  EXPECT_EQ(cut(""), Words{});
  EXPECT_EQ(cut(" \n\t"), Words{});
}

TEST(Words, ApostrophesAndHyphensStayInsideWords) {
  EXPECT_EQ(cut("don't well-made o'clock"), (Words{"don't", "well-made", "o'clock"}));
  EXPECT_EQ(cut("'tis the dogs' - a"), (Words{"'", "tis", "the", "dogs", "'", "-", "a"}));
  EXPECT_EQ(cut("I'm It’s"), (Words{"I'm", "It’s"}));
}

TEST(Words, ElisionsEndAtTheirApostrophe) {
  EXPECT_EQ(cut("l'arbre n'est qu'une j’aime"),
            (Words{"l'", "arbre", "n'", "est", "qu'", "une", "j’", "aime"}));
  EXPECT_EQ(cut("aujourd'hui"), Words{"aujourd'hui"});
  EXPECT_EQ(cut("L'"), Words{"L'"});
  EXPECT_EQ(cut("l' aimons, qu’\nil d'"), (Words{"l'", "aimons", ",", "qu’", "il", "d'"}));
  EXPECT_EQ(cut("the 'l', the dogs' day"), (Words{"the", "'", "l", "'", ",", "the", "dogs", "'", "day"}));
}

TEST(Words, OtherScriptsAndSymbols) {
  EXPECT_EQ(cut("жук 中文 a→b"), (Words{"жук", "中文", "a", "→", "b"}));
  EXPECT_EQ(cut("été🦊🦊"), (Words{"été", "🦊", "🦊"}));
}

TEST(Words, BadBytesAreWordsOfTheirOwn) {
  EXPECT_EQ(cut("a\xFFz \x80"), (Words{"a", "\xFF", "z", "\x80"}));
  EXPECT_EQ(cut(std::string_view("a\0b", 3)), (Words{"a", std::string(1, '\0'), "b"}));
}

TEST(Words, NothingButWhiteSpaceIsLost) {
  const std::string text = "\"Well,\" said l'homme (aged 70): \xC3 it's — \x01 fine… 50% 'so'";
  std::string kept, wanted;
  for (const std::string& word : cut(text)) kept += word;
  for (const char byte : text)
    if (byte != ' ') wanted += byte;
  EXPECT_EQ(kept, wanted);
}

TEST(Words, JoinedTextIsWrittenAsPeopleWriteIt) {
  for (const std::string text :
       {"the cat sleeps.", "Well, no! (Not \"so\" fast), he said: \"Run\"; why?",
        "l'arbre n'est pas à l'homme qu'il aime", "don't, well-made", "“Oh,” it’s [a] day"})
    EXPECT_EQ(join(cut(text)), text);
}

TEST(Words, CuttingWhatWasJoinedGivesTheSameWords) {
  for (const Words& words :
       {Words{"a", ".", "\"", "b", "\"", "\"", "c", "\""}, Words{"l'", "eau", ",", "n'", "a"},
        Words{"(", "a", ")", "!", "?"}, Words{"n'", "a", "l'"}})
    EXPECT_EQ(cut(join(words)), words);
}

}  // namespace
}  // namespace attnlab
