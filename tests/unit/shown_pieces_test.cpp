// Tests of tokens as people see them, and of what stands around a text.
#include "core/text/shown_pieces.h"

#include <gtest/gtest.h>

#include "core/text/cut_text.h"
#include "core/text/vocabulary.h"
#include "tests/support/framed_tokenizer.h"

namespace attnlab::testing {
namespace {

using Texts = std::vector<std::string>;

Texts texts_of(const std::vector<Piece>& pieces) {
  Texts texts;
  for (const Piece& piece : pieces) texts.push_back(piece.text);
  return texts;
}

TEST(ShownPieces, PartsOfLettersHaveTheirLetters) {
  const std::string text = "x\u00e9\u4E16y";
  EXPECT_EQ(shown_part(text, 0, 3), "x\u00e9");
  EXPECT_EQ(shown_part(text, 1, 1), "\u00e9[1]");
  EXPECT_EQ(shown_part(text, 0, 2), "x\u00e9[1]");
  EXPECT_EQ(shown_part(text, 2, 2), "\u00e9[2]\u4E16[1]");
  EXPECT_EQ(shown_part(text, 4, 3), "\u4E16[2-3]y");
  EXPECT_EQ(shown_part("a\xFF\xE4\xB8", 0, 4), "a\xFF\xE4\xB8") << "bytes of no letter";
}

TEST(ShownPieces, OfBytePairsAreLettersToo) {
  const Tokenizer bytes = Tokenizer::of_bytes(kNoSpecialTokens);
  EXPECT_EQ(texts_of(shown_pieces(bytes, "a\u00e9")), (Texts{"a", "\u00e9[1]", "\u00e9[2]"}));
  EXPECT_EQ(texts_of(framed_pieces(bytes, "a")), Texts{"a"});
}

TEST(PiecesOfAFile, HavePlacesNamesAndAFrame) {
  const Tokenizer tokenizer = framed_tokenizer();
  EXPECT_EQ(tokenizer.level(), TokenLevel::Pieces);
  EXPECT_EQ(texts_of(framed_pieces(tokenizer, "ab \u00e9")),
            (Texts{"<s>", "a", "b", " ", "\u00e9[1]", "\u00e9[2]", "</s>"}));
  EXPECT_EQ(encode_framed(tokenizer, "ab"), (std::vector<TokenId>{0, 6, 5, 1}));
  EXPECT_EQ(tokens_up_to(tokenizer, "ab"), 3);
  EXPECT_EQ(tokens_up_to(tokenizer, ""), 0);
  EXPECT_EQ(tokenizer.entry(6), " a");
  EXPECT_EQ(tokenizer.entry(10 + 0xC3), "<0xC3>");
  EXPECT_EQ(tokenizer.entry(299), "<unused 299>");
  EXPECT_EQ(bytes_of_entry(tokenizer, 10 + 0xC3), "\xC3");
  const CutText cut = cut_text(tokenizer, "b \u00e9");
  EXPECT_EQ(cut.tokens[0].text, "") << "the space in front";
  EXPECT_EQ(cut.tokens[0].shown, " ");
  EXPECT_EQ(cut.tokens[1].begin, 0u);
  EXPECT_EQ(cut.tokens[2].text, " ");
  EXPECT_EQ(cut.tokens[3].fate, TokenFate::PartOfLetter);
  EXPECT_EQ(cut.tokens[3].shown, "\u00e9[1]");
  EXPECT_EQ(cut.at(2), 3);
}

TEST(PiecesOfAFile, ComeBackFromTextAndJson) {
  const Tokenizer tokenizer = framed_tokenizer(), again = Tokenizer::from_json(tokenizer.to_json());
  for (const std::string text : {"ab a", "\u00e9\xFF\xC3", "b</s>a"}) {
    EXPECT_EQ(again.encode(text), tokenizer.encode(text));
    EXPECT_EQ(again.decode(encode_framed(tokenizer, "ab \xFF")), "ab \xFF");
  }
  EXPECT_EQ(again.encode("</s>"), std::vector<TokenId>{1});
  EXPECT_EQ(again.size(), 300);
  EXPECT_EQ(again.eos(), 1);
  EXPECT_EQ(again.unknown(), 2);
  EXPECT_EQ(again.to_json(), tokenizer.to_json());
}

}  // namespace
}  // namespace attnlab::testing
