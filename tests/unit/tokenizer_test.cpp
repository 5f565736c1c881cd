// Tests of the tokenizer: vocabularies, round trips, unknown pieces and the JSON form.
#include "core/text/tokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/tensor/random.h"
#include "core/text/utf8.h"
#include "tests/support/error_text.h"

namespace attnlab {
namespace {

using Ids = std::vector<TokenId>;
using Json = nlohmann::json;

constexpr TokenLevel kCharacters = TokenLevel::Characters, kWords = TokenLevel::Words;

/// The message of the std::runtime_error that from_json throws, "" where it throws none.
std::string refused_tokenizer(const Json& json) {
  try {
    Tokenizer::from_json(json);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Tokenizer, CharactersAreSortedAndDistinct) {
  const Tokenizer tokenizer = Tokenizer::from_corpus("banana\nécole", kCharacters, kNoSpecialTokens);
  const std::vector<std::string> wanted{"\n", "a", "b", "c", "e", "l", "n", "o", "é"};
  ASSERT_EQ(tokenizer.size(), static_cast<Index>(wanted.size()));
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_EQ(tokenizer.entry(static_cast<TokenId>(i)), wanted[i]);
}

TEST(Tokenizer, PlainTextOfSixtyFiveCharactersHasSixtyFiveEntries) {
  std::string text = "\n !$&',-.3:;?";
  for (char letter = 'a'; letter <= 'z'; ++letter) text += letter;
  for (char letter = 'A'; letter <= 'Z'; ++letter) text += letter;
  const Tokenizer tokenizer = Tokenizer::from_corpus(text + text, kCharacters, kNoSpecialTokens);
  EXPECT_EQ(tokenizer.size(), 65);
  EXPECT_EQ(tokenizer.encode("\n !z"), (Ids{0, 1, 2, 64}));
  EXPECT_EQ(tokenizer.pad(), kUnknownId);
}

TEST(Tokenizer, SpecialTokensComeFirst) {
  const Tokenizer tokenizer = Tokenizer::from_vocabulary({"b", "a"}, kCharacters, kFramingTokens);
  EXPECT_EQ(tokenizer.size(), 6);
  EXPECT_EQ((Ids{tokenizer.pad(), tokenizer.sos(), tokenizer.eos(), tokenizer.unknown()}), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(tokenizer.entry(0) + tokenizer.entry(1) + tokenizer.entry(2) + tokenizer.entry(3),
            "<pad><sos><eos><unk>");
  EXPECT_EQ(tokenizer.encode("ab"), (Ids{5, 4}));
}

TEST(Tokenizer, WordsAreTheMostFrequentOnesFirst) {
  const std::string corpus = "b a a c b a , , , ,";
  const Tokenizer tokenizer = Tokenizer::from_corpus(corpus, kWords, kNoSpecialTokens, 3);
  EXPECT_EQ(tokenizer.size(), 3);
  EXPECT_EQ(tokenizer.entry(0), ",");
  EXPECT_EQ(tokenizer.entry(1), "a");
  EXPECT_EQ(tokenizer.encode("c a"), (Ids{kUnknownId, 1}));
}

TEST(Tokenizer, EquallyFrequentWordsAreSorted) {
  const Tokenizer tokenizer = Tokenizer::from_corpus("d c b a", kWords, kNoSpecialTokens);
  EXPECT_EQ(tokenizer.encode("a b c d"), (Ids{0, 1, 2, 3}));
}

TEST(Tokenizer, AnyValidTextRoundTripsByCharacters) {
  RandomStream random(5);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (Index i = random.below(40); i >= 0; --i)
      text += encode_utf8(static_cast<char32_t>(random.below(random.below(2) == 0 ? 0x80 : 0xD800)));
    const Tokenizer tokenizer = Tokenizer::from_corpus(text, kCharacters, {.framing = random.below(2) == 0});
    EXPECT_EQ(tokenizer.decode(tokenizer.encode(text)), text);
    EXPECT_EQ(tokenizer.encode(text).size(), count_code_points(text));
  }
}

TEST(Tokenizer, PlainProseRoundTripsByWords) {
  const std::string text = "\"No,\" said l'ours: it's 3 o'clock (or 4). \"Why?\"";
  const Tokenizer tokenizer = Tokenizer::from_corpus(text, kWords, kFramingTokens);
  EXPECT_EQ(tokenizer.decode(tokenizer.encode(text)), text);
}

TEST(Tokenizer, PiecesShowWhatIsUnknown) {
  const Tokenizer tokenizer = Tokenizer::from_vocabulary({"a", "b"}, kCharacters, kFramingTokens);
  const std::vector<Piece> pieces = tokenizer.pieces("aé\xFFz");
  ASSERT_EQ(pieces.size(), 4u);
  EXPECT_TRUE(pieces[0].known);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_FALSE(pieces[i].known);
    EXPECT_EQ(pieces[i].id, tokenizer.unknown());
  }
  EXPECT_EQ(pieces[1].text, "é");
  EXPECT_EQ(pieces[2].text, "\xFF");
}

TEST(Tokenizer, WithoutUnkTheUnknownIdIsOutsideTheVocabulary) {
  const Tokenizer tokenizer = Tokenizer::from_vocabulary({"a"}, kCharacters, kNoSpecialTokens);
  EXPECT_EQ(tokenizer.encode("az"), (Ids{0, kUnknownId}));
  EXPECT_EQ(tokenizer.decode(Ids{0, kUnknownId, 7}), "a<?><?>");
}

TEST(Tokenizer, AWordWithoutEntryStandsForItsLowerCase) {
  const Tokenizer tokenizer = Tokenizer::from_vocabulary({"the", "I", "école"}, kWords, kNoSpecialTokens);
  EXPECT_EQ(tokenizer.encode("The THE École I i"), (Ids{0, 0, 2, 1, kUnknownId}));
  EXPECT_EQ(tokenizer.pieces("The").front().text, "The");
}

TEST(Tokenizer, DecodingLeavesOutWhatFramesTheText) {
  const Tokenizer tokenizer = Tokenizer::from_vocabulary({"a", "b"}, kWords, kFramingTokens);
  EXPECT_EQ(tokenizer.decode(Ids{1, 4, 3, 5, 2, 0, 0}), "a <unk> b");
}

TEST(Tokenizer, AnEmptyTokenizerKnowsNothing) {
  const Tokenizer tokenizer;
  EXPECT_EQ(tokenizer.size(), 0);
  EXPECT_EQ(tokenizer.encode("ab"), (Ids{kUnknownId, kUnknownId}));
}

TEST(Tokenizer, BadVocabulariesAreRefused) {
  const auto make = [](std::vector<std::string> entries, TokenLevel level) {
    Tokenizer::from_vocabulary(std::move(entries), level, kFramingTokens);
  };
  EXPECT_THROW(make({}, kCharacters), std::invalid_argument);
  EXPECT_THROW(make({"a", "a"}, kCharacters), std::invalid_argument);
  EXPECT_THROW(make({"ab"}, kCharacters), std::invalid_argument);
  EXPECT_THROW(make({""}, kCharacters), std::invalid_argument);
  EXPECT_THROW(make({"\xFF"}, kCharacters), std::invalid_argument);
  EXPECT_THROW(make({"two words"}, kWords), std::invalid_argument);
  EXPECT_THROW(make({" a"}, kWords), std::invalid_argument);
  EXPECT_THROW(make({"\xFF"}, kWords), std::invalid_argument);
}

TEST(Tokenizer, JsonRoundTrips) {
  for (const TokenLevel level : {kCharacters, kWords})
    for (const bool special : {false, true}) {
      const Tokenizer tokenizer =
          Tokenizer::from_corpus("une école: \"l'été\"\n√ 🦊", level, {.framing = special});
      const Tokenizer copy = Tokenizer::from_json(Json::parse(tokenizer.to_json().dump()));
      ASSERT_EQ(copy.size(), tokenizer.size());
      for (TokenId id = 0; id < copy.size(); ++id) EXPECT_EQ(copy.entry(id), tokenizer.entry(id));
      EXPECT_EQ(copy.level(), level);
      EXPECT_EQ(copy.has_special_tokens(), special);
      EXPECT_EQ(copy.to_json(), tokenizer.to_json());
    }
}

TEST(Tokenizer, JsonHoldsTheEntriesWithoutTheSpecialOnes) {
  const Json json = Tokenizer::from_vocabulary({"a", "b"}, kCharacters, kFramingTokens).to_json();
  EXPECT_EQ(json, (Json{{"level", "characters"}, {"special_tokens", true}, {"entries", {"a", "b"}}}));
}

TEST(Tokenizer, HostileJsonIsRefusedWithOneClearLine) {
  const Json good = Tokenizer::from_vocabulary({"a", "b"}, kCharacters, kFramingTokens).to_json();
  ASSERT_EQ(refused_tokenizer(good), "");
  const auto with = [&good](const char* key, Json value) {
    Json json = good;
    json[key] = std::move(value);
    return json;
  };
  Json missing = good;
  missing.erase("entries");
  const std::pair<Json, const char*> cases[] = {
      {nullptr, "object"},
      {3, "object"},
      {"text", "object"},
      {Json::array({1, 2}), "object"},
      {Json::object(), "\"level\" is missing"},
      {missing, "\"entries\" is missing"},
      {with("level", 1), "\"level\""},
      {with("level", "syllables"), "\"level\""},
      {with("special_tokens", "yes"), "\"special_tokens\""},
      {with("entries", "ab"), "\"entries\" must be an array"},
      {with("entries", {{"a", 1}}), "\"entries\" must be an array"},
      {with("entries", Json::array()), "empty"},
      {with("entries", {"a", 7}), "entry 1 must be a string, not number"},
      {with("entries", {"a", nullptr}), "entry 1 must be a string, not null"},
      {with("entries", {"a", "b", "a"}), "entry \"a\" occurs twice"},
      {with("entries", {"a", "\n\n"}), "entry \"\\n\\n\" must be a single character"},
      {with("entries", {"a", "\xFF"}), "must be a single character of UTF-8"},
      {with("entries", {std::string(100000, 'x')}), "must be a single character"},
      {with("mask", 1), "\"mask\" must be true or false"},
      {with("level", "bpe"), "\"merges\" is missing"},
  };
  for (const auto& [json, part] : cases) {
    const std::string message = refused_tokenizer(json);
    EXPECT_NE(message.find(part), std::string::npos) << message << " lacks " << part;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_LT(message.size(), 200u);
  }
}

TEST(Tokenizer, BytesAreTheSameForEveryCorpus) {
  const Tokenizer tokenizer = Tokenizer::from_corpus("aé", TokenLevel::Bytes, kFramingTokens);
  EXPECT_EQ(tokenizer.level(), TokenLevel::Bytes);
  EXPECT_EQ(tokenizer.size(), 4 + 256);
  EXPECT_EQ(tokenizer.encode("aé\xFF"), (Ids{4 + 'a', 4 + 0xC3, 4 + 0xA9, 4 + 0xFF}));
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("日\xFF é\n")), "日\xFF é\n");
  EXPECT_EQ(tokenizer.entry(4 + 0xC3), "<0xC3>");
  EXPECT_TRUE(tokenizer.pieces("\xFF")[0].known) << "no byte is unknown";
  EXPECT_EQ(tokenizer.to_json(), (Json{{"level", "bytes"}, {"special_tokens", true}}));
  const Tokenizer copy = Tokenizer::from_json(tokenizer.to_json());
  EXPECT_EQ(copy.level(), TokenLevel::Bytes);
  EXPECT_EQ(copy.encode("é a"), tokenizer.encode("é a"));
  EXPECT_THROW(Tokenizer::from_vocabulary({"a"}, TokenLevel::Bytes, kFramingTokens), std::invalid_argument);
}

TEST(Tokenizer, LabelsAreWhateverStandsBetweenSpaces) {
  const Tokenizer tokenizer =
      Tokenizer::from_vocabulary({"not-sure", "5/7", "é!"}, TokenLevel::Labels, kNoSpecialTokens);
  EXPECT_EQ(tokenizer.encode("  5/7 é!\tnot-sure ?"), (Ids{1, 2, 0, kUnknownId}));
  EXPECT_EQ(tokenizer.decode(Ids{1, 2}), "5/7 é!");
  EXPECT_EQ(Tokenizer::from_corpus("b a b", TokenLevel::Labels, kNoSpecialTokens).encode("a b"), (Ids{1, 0}));
}

TEST(Tokenizer, TheMaskIsOneTokenOfAnyText) {
  for (const TokenLevel level : kLevelsOfTexts) {
    const Tokenizer tokenizer = Tokenizer::from_corpus("the cat sat", level, kFramingAndMask);
    EXPECT_EQ(tokenizer.mask(), 4);
    EXPECT_EQ(tokenizer.entry(4), "<mask>");
    const Ids ids = tokenizer.encode("the <mask><mask> sat");
    EXPECT_EQ(std::ranges::count(ids, tokenizer.mask()), 2);
    EXPECT_EQ(tokenizer.decode(ids), level == kWords ? "the <mask> <mask> sat" : "the <mask><mask> sat");
    EXPECT_EQ(Tokenizer::from_json(tokenizer.to_json()).mask(), 4);
  }
  const Tokenizer without = Tokenizer::from_corpus("<mask>", kCharacters, kFramingTokens);
  EXPECT_EQ(without.encode("<mask>").size(), 6u);
  EXPECT_LT(without.mask(), 0);
}

TEST(Tokenizer, OtherSpecialTokensCannotBeTyped) {
  const Tokenizer tokenizer = Tokenizer::from_corpus("<eos>", kCharacters, kFramingAndMask);
  EXPECT_EQ(tokenizer.encode("<eos>").size(), 5u);
}

TEST(TokenLevels, OfTextsAreAllButNamesAndPiecesOfFiles) {
  EXPECT_EQ(kLevelsOfTexts.size(), std::size(kTokenLevels) - 2);
  EXPECT_EQ(std::ranges::count(kLevelsOfTexts, TokenLevel::Pieces), 0);
  EXPECT_EQ(std::ranges::count(kLevelsOfTexts, TokenLevel::Labels), 0);
}

TEST(TokenLevels, AreRowsInTheOrderOfTheirLevels) {
  for (const TokenLevelKind& kind : kTokenLevels) {
    EXPECT_EQ(&token_level(kind.level), &kind);
    EXPECT_EQ(&token_level(kind.name), &kind);
  }
  EXPECT_TRUE(testing::error_text<std::invalid_argument>([] {
                token_level("wrods");
              }).starts_with("there is no token level wrods; did you mean words"));
}

}  // namespace
}  // namespace attnlab
