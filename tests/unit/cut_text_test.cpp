// Tests of cut texts: places of tokens, characters a token, and what becomes of what a vocabulary lacks.
#include "core/text/cut_text.h"

#include <gtest/gtest.h>

#include "core/io/checkpoint.h"
#include "core/tasks/text/corpus.h"
#include "core/tensor/random.h"

namespace attnlab {
namespace {

Tokenizer of_village(TokenLevel level) {
  return Tokenizer::from_corpus(load_corpus("village").substr(0, 30000), level, kFramingAndMask, 200);
}

TEST(CutText, TokensStandWhereTheirBytesStand) {
  const std::string text = "The moon,  the <mask> Zebra: été\n don't 日本";
  for (const TokenLevel level : kLevelsOfTexts) {
    const CutText cut = cut_text(of_village(level), text);
    std::size_t end = 0;
    for (const CutToken& token : cut.tokens) {
      EXPECT_EQ(text.substr(token.begin, token.text.size()), token.text);
      EXPECT_EQ(text.substr(end, token.begin - end).find_first_not_of(" \n"), std::string::npos)
          << "only white space is left out";
      if (level != TokenLevel::Words) {
        EXPECT_EQ(token.begin, end);
      }
      end = token.end();
    }
    EXPECT_EQ(end, text.size());
  }
}

TEST(CutText, CharactersAreCountedForEachToken) {
  const std::string text = "été";
  EXPECT_EQ(cut_text(of_village(TokenLevel::Characters), text).characters_per_token(), 1);
  EXPECT_EQ(cut_text(of_village(TokenLevel::Words), text).characters_per_token(), 3);
  EXPECT_EQ(cut_text(of_village(TokenLevel::Bytes), text).characters_per_token(), 0.6);
  EXPECT_EQ(cut_text(of_village(TokenLevel::Bytes), "").characters_per_token(), 0);
}

TEST(CutText, SaysWhatBecameOfEachPiece) {
  const Tokenizer words = Tokenizer::from_vocabulary({"the", "moon"}, TokenLevel::Words, kFramingTokens);
  const CutText cut = cut_text(words, "The moon zebra");
  ASSERT_EQ(cut.tokens.size(), 3u);
  EXPECT_EQ(cut.tokens[0].fate, TokenFate::LowerCase);
  EXPECT_EQ(fate_words(words, cut.tokens[0]), "read as its lowercase form, the");
  EXPECT_EQ(cut.tokens[1].fate, TokenFate::Known);
  EXPECT_EQ(fate_words(words, cut.tokens[1]), "");
  EXPECT_EQ(cut.tokens[2].fate, TokenFate::Unknown);
  EXPECT_EQ(cut.tokens[2].id, words.unknown());
  EXPECT_EQ(fate_words(words, cut.tokens[2]), "unknown, read as <unk>");
  const Tokenizer bare = Tokenizer::from_vocabulary({"a"}, TokenLevel::Characters, kNoSpecialTokens);
  const CutText lost = cut_text(bare, "az");
  EXPECT_EQ(fate_words(bare, lost.tokens[1]), "unknown, without a token ID: its vector is zero");
  EXPECT_EQ(lost.count(TokenFate::Unknown), 1);
}

TEST(CutText, BytesOfALetterAreItsParts) {
  const Tokenizer bytes = Tokenizer::of_bytes(kFramingAndMask);
  const CutText cut = cut_text(bytes, "é<mask>a");
  ASSERT_EQ(cut.tokens.size(), 4u);
  EXPECT_EQ(cut.tokens[0].fate, TokenFate::PartOfLetter);
  EXPECT_EQ(cut.tokens[1].fate, TokenFate::PartOfLetter);
  EXPECT_EQ(cut.tokens[2].fate, TokenFate::Known);
  EXPECT_EQ(cut.tokens[3].fate, TokenFate::Known);
  const Tokenizer pairs =
      Tokenizer::from_byte_pairs(BytePairs::from_merges({{0xC3, 0xA9, 2}}), kNoSpecialTokens);
  EXPECT_EQ(cut_text(pairs, "é").tokens[0].fate, TokenFate::Known);
  EXPECT_EQ(cut_text(pairs, "é", 0).count(TokenFate::PartOfLetter), 2);
}

TEST(CutText, FindsTheTokenOfAByte) {
  const CutText cut = cut_text(of_village(TokenLevel::Words), "The old moon");
  EXPECT_EQ(cut.at(0), 0);
  EXPECT_EQ(cut.at(3), -1) << "the space belongs to no word";
  EXPECT_EQ(cut.at(4), 1);
  EXPECT_EQ(cut.at(11), 2);
  EXPECT_EQ(cut.at(12), -1);
}

/// A word, written one letter at a time.
std::vector<TokenId> in_letters(const Tokenizer& tokenizer) {
  std::vector<TokenId> letters;
  for (const std::string part : {"o", "w", "l", "s"})
    for (const TokenId id : tokenizer.encode(part)) letters.push_back(id);
  return letters;
}

bool cuts_otherwise(const Tokenizer& tokenizer, const std::vector<TokenId>& ids) {
  return tokenizer.encode(tokenizer.decode(ids)) != ids;
}

void expect_cut_as_written(const Tokenizer& tokenizer, const std::string& text) {
  for (const std::vector<TokenId>& ids : {in_letters(tokenizer), tokenizer.encode(text)}) {
    const std::optional<CutText> cut = cut_as_written(tokenizer, ids);
    ASSERT_TRUE(cut);
    ASSERT_EQ(cut->tokens.size(), ids.size());
    std::string joined;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      EXPECT_EQ(cut->tokens[i].id, ids[i]);
      EXPECT_EQ(cut->tokens[i].begin, joined.size());
      joined += cut->tokens[i].text;
    }
    EXPECT_EQ(joined, tokenizer.decode(ids));
  }
}

TEST(CutAsWritten, KeepsThePiecesOfBytePairs) {
  const Tokenizer pairs = of_village(TokenLevel::BytePairs);
  EXPECT_TRUE(cuts_otherwise(pairs, in_letters(pairs)));
  expect_cut_as_written(pairs, "The owls, the 日本");
}

TEST(CutAsWritten, KeepsThePiecesOfOtherPrograms) {
  int otherwise = 0;
  for (const char* family : {"marian", "t5", "bart", "llama", "gpt2"}) {
    SCOPED_TRACE(family);
    const Checkpoint model =
        load_checkpoint(std::string(ATTNLAB_SOURCE_DIR "/tests/golden/families/") + family);
    otherwise += cuts_otherwise(model.vocabularies->target, in_letters(model.vocabularies->target));
    expect_cut_as_written(model.vocabularies->target, "the mill");
  }
  EXPECT_GE(otherwise, 1) << "or this test shows nothing";
}

TEST(CutAsWritten, AFramesTokenHasNoBytes) {
  const Tokenizer pairs = of_village(TokenLevel::BytePairs);
  std::vector<TokenId> ids = pairs.encode("the owl");
  ids.insert(ids.begin() + 1, pairs.pad());
  const std::optional<CutText> cut = cut_as_written(pairs, ids);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->tokens[1].text, "");
  EXPECT_EQ(cut->tokens[1].shown, "<pad>");
  EXPECT_EQ(cut->tokens[2].begin, cut->tokens[0].end());
}

TEST(CutAsWritten, WordsAreCutAsAnyText) {
  EXPECT_FALSE(cut_as_written(of_village(TokenLevel::Words), std::vector<TokenId>{7, 8}));
}

}  // namespace
}  // namespace attnlab
