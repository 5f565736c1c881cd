// Tests of vocabularies as tables: counts, search, order, code points.
#include "core/text/vocabulary.h"

#include <gtest/gtest.h>

#include <numeric>

namespace attnlab {
namespace {

using Ids = std::vector<TokenId>;
using By = VocabularyOrder::By;

Tokenizer word_vocabulary() {
  return Tokenizer::from_vocabulary({"the", "Moon", "été", "a"}, TokenLevel::Words, kFramingTokens);
}

TokenCounts counted(const Tokenizer& tokenizer) {
  TokenCounts counts;
  count_tokens(tokenizer, "the Moon the zebra", counts);
  count_tokens(tokenizer, "a the été", counts);
  return counts;
}

TEST(Vocabulary, TokensAreCountedWithTheUnknownOnes) {
  const Tokenizer tokenizer = word_vocabulary();
  const TokenCounts counts = counted(tokenizer);
  EXPECT_EQ(counts.by_id, (std::vector<Index>{0, 0, 0, 1, 3, 1, 1, 1}));
  EXPECT_EQ(counts.tokens, 7);
  EXPECT_EQ(counts.unknown, 1);
  EXPECT_FALSE(TokenCounts{}.known());
  TokenCounts bare;
  count_tokens(Tokenizer::from_vocabulary({"a"}, TokenLevel::Characters, kNoSpecialTokens), "abba", bare);
  EXPECT_EQ(bare.by_id, (std::vector<Index>{2}));
  EXPECT_EQ(bare.unknown, 2);
}

TEST(Vocabulary, EntriesAreFoundByTextIdAndCodePoint) {
  const Tokenizer tokenizer = word_vocabulary();
  const auto found = [&](const std::string& search) {
    return find_entries(tokenizer, {}, {.search = search});
  };
  EXPECT_EQ(found(""), (Ids{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(found("MOON"), (Ids{5}));
  EXPECT_EQ(found("T"), (Ids{4, 6}));
  EXPECT_EQ(found("7"), (Ids{7}));
  EXPECT_EQ(found("u+00e9"), (Ids{6}));
  EXPECT_EQ(found("<un"), (Ids{3}));
  EXPECT_EQ(found("zebra"), (Ids{}));
}

TEST(Vocabulary, EntriesAreSortedAndEqualOnesStayInOrder) {
  const Tokenizer tokenizer = word_vocabulary();
  const TokenCounts counts = counted(tokenizer);
  const auto sorted = [&](By by, bool descending) {
    return find_entries(tokenizer, counts, {.search = "", .by = by, .descending = descending});
  };
  EXPECT_EQ(sorted(By::Id, true), (Ids{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(sorted(By::Count, true), (Ids{4, 3, 5, 6, 7, 0, 1, 2}));
  EXPECT_EQ(sorted(By::Count, false), (Ids{0, 1, 2, 3, 5, 6, 7, 4}));
  EXPECT_EQ(sorted(By::Token, false), (Ids{2, 0, 1, 3, 5, 7, 4, 6}));
  EXPECT_EQ(sorted(By::Bytes, true), (Ids{6, 5, 4, 7, 0, 1, 2, 3}));
  EXPECT_EQ(find_entries(tokenizer, {}, {.search = "", .by = By::Count, .descending = false}).front(), 0);
}

TEST(Vocabulary, EntriesAreMadeOfBytesAndCodePoints) {
  const Tokenizer pairs =
      Tokenizer::from_byte_pairs(BytePairs::from_merges({{0xC3, 0xA9, 2}}), kFramingTokens);
  EXPECT_EQ(bytes_of_entry(pairs, 4 + 256), "é");
  EXPECT_EQ(bytes_of_entry(pairs, 4 + 0xC3), "\xC3");
  EXPECT_EQ(bytes_of_entry(pairs, 3), "") << "a special token has none";
  EXPECT_EQ(bytes_of_entry(pairs, 1000), "");
  EXPECT_EQ(bytes_of_entry(word_vocabulary(), 6), "été");
  EXPECT_EQ(code_points_text("aé"), "U+0061 U+00E9");
  EXPECT_EQ(code_points_text("\xC3"), "0xC3");
  EXPECT_EQ(code_points_text("🦊"), "U+1F98A");
  EXPECT_EQ(bytes_text("aé"), "61 C3 A9");
  EXPECT_EQ(bytes_text(""), "");
}

}  // namespace
}  // namespace attnlab
