// Tests of byte pairs with the ids of a file, and of tokenizers made of them.
#include "core/text/pair_vocabulary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/tensor/random.h"
#include "core/text/byte_letters.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"

namespace attnlab::testing {
namespace {

using Ids = std::vector<TokenId>;
using Parts = PairVocabulary::Parts;

/// All bytes from id 10 on, the merges behind them, and an added token with id 3.
Parts small_parts() {
  Parts parts;
  for (int byte = 0; byte < 256; ++byte)
    parts.entries.emplace_back(letters_of_bytes(std::string(1, static_cast<char>(byte))), 10 + byte);
  parts.merges = {{"h", "e"}, {"t", "h"}, {"th", "e"}, {"t", "he"}, {"the", "n"}, {"\u0120", "the"}};
  parts.entries.insert(parts.entries.end(),
                       {{"th", 300}, {"the", 301}, {"he", 302}, {"then", 303}, {"\u0120the", 304}});
  parts.added = {{"<end>", 3}};
  return parts;
}

Tokenizer small_tokenizer() { return Tokenizer::from_pair_vocabulary(PairVocabulary(small_parts())); }

std::string refusal(const Parts& parts) {
  return error_text<std::invalid_argument>([&] { PairVocabulary{parts}; });
}

TEST(PairVocabulary, IdsAreTheFiles) {
  const Tokenizer tokenizer = small_tokenizer();
  EXPECT_EQ(tokenizer.size(), 305);
  EXPECT_EQ(tokenizer.encode("the the"), (Ids{301, 304}));
  EXPECT_EQ(tokenizer.encode("the then"), (Ids{301, 10 + ' ', 303})) << "\"then\" was learnt before \" the\"";
  EXPECT_EQ(tokenizer.encode("he"), Ids{302});
  EXPECT_EQ(tokenizer.entry(304), " the");
  EXPECT_EQ(tokenizer.entry(5), "<unused 5>");
  EXPECT_EQ(tokenizer.entry(10 + 0xC3), "<0xC3>");
  EXPECT_EQ(bytes_of_entry(tokenizer, 10 + 0xC3), "\xC3");
  EXPECT_EQ(tokenizer.decode(Ids{3, 5, 304, 10 + '!'}), "<end> the!");
}

TEST(PairVocabulary, MergesThatMakeTheSameAreOneToken) {
  const Tokenizer tokenizer = small_tokenizer();
  EXPECT_EQ(tokenizer.encode("then"), Ids{303})
      << "\"t\" and \"he\" make what \"th\" and \"e\" make, and merge on as that";
  const BytePairs& pairs = *tokenizer.byte_pairs();
  EXPECT_EQ(pairs.made_by(2), pairs.made_by(3));
  EXPECT_EQ(pairs.size(), 256 + 5);
  EXPECT_EQ(tokenizer.id_of_pair(pairs.made_by(3)), 301);
}

TEST(PairVocabulary, AddedTokensAreCutOutFirst) {
  Parts parts = small_parts();
  parts.added.push_back({"<end>!", 4});
  const Tokenizer tokenizer = Tokenizer::from_pair_vocabulary(PairVocabulary(parts));
  EXPECT_EQ(tokenizer.encode("the<end>he"), (Ids{301, 3, 302}));
  EXPECT_EQ(tokenizer.encode("<end>!<end>"), (Ids{4, 3})) << "the longer one where both stand";
  EXPECT_EQ(tokenizer.pieces("x<end>").at(1).text, "<end>");
}

TEST(PairVocabulary, AnyBytesComeBack) {
  const Tokenizer tokenizer = small_tokenizer(), again = Tokenizer::from_json(tokenizer.to_json());
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomStream random(mix64(seed));
    std::string text;
    for (Index i = random.below(40); i > 0; --i)
      text += random.below(3) ? std::string("the <end>n").substr(static_cast<std::size_t>(random.below(9)), 3)
                              : std::string(1, static_cast<char>(random.below(256)));
    const Ids ids = tokenizer.encode(text);
    EXPECT_EQ(tokenizer.decode(ids), text);
    EXPECT_EQ(again.encode(text), ids);
    std::string joined;
    for (const Piece& piece : tokenizer.pieces(text)) joined += piece.text;
    EXPECT_EQ(joined, text);
  }
  EXPECT_EQ(again.to_json(), tokenizer.to_json());
}

TEST(PairVocabulary, LackedBytesAreUnknownPieces) {
  Parts parts = small_parts();
  std::erase_if(parts.entries, [](const auto& entry) { return entry.second == 10 + 'x'; });
  const Tokenizer tokenizer = Tokenizer::from_pair_vocabulary(PairVocabulary(parts));
  EXPECT_EQ(tokenizer.encode("xhe"), (Ids{kUnknownId, 302}));
  EXPECT_FALSE(tokenizer.pieces("x").at(0).known);
}

TEST(PairVocabulary, RefusesWhatDoesNotFit) {
  const auto changed = [](const auto& change) {
    Parts parts = small_parts();
    change(parts);
    return refusal(parts);
  };
  EXPECT_EQ(changed([](Parts&) {}), "no error");
  expect_has(changed([](Parts& p) {
               p.merges.push_back({"q", "zz"});
             }),
             "merge 6 uses a piece that no earlier merge");
  expect_has(changed([](Parts& p) {
               p.merges.push_back({"t", "h"});
             }),
             "merge 6 repeats the pair of an earlier");
  expect_has(changed([](Parts& p) {
               p.merges.push_back({"t", "t"});
             }),
             "creates \"tt\", which is not in the vocabulary");
  expect_has(changed([](Parts& p) { p.merges.push_back({"t", "世"}); }), "does not stand for a byte");
  expect_has(changed([](Parts& p) { p.merges.push_back({"", "t"}); }), "which is empty");
  expect_has(changed([](Parts& p) { p.entries.emplace_back("tt", 300); }), "token ID 300 occurs twice");
  expect_has(changed([](Parts& p) {
               p.added.push_back({"<x>", 301});
             }),
             "ID 301, which another token already has");
  expect_has(changed([](Parts& p) { p.added.push_back({"", 5}); }), "no text");
  expect_has(changed([](Parts& p) { p.size = 200; }), "IDs must be below 200");
  expect_has(changed([](Parts& p) { p.entries.emplace_back("tt", 1 << 30); }), "must be below 2097152");
  expect_has(refusal({}), "the vocabulary is empty");
}

TEST(PairVocabulary, AnAddedTokenBehindTheLastIdIsNotKnown) {
  Parts parts = small_parts();
  parts.size = 305;
  parts.added.push_back({"<far>", 305});
  const Tokenizer tokenizer = Tokenizer::from_pair_vocabulary(PairVocabulary(parts));
  EXPECT_EQ(tokenizer.size(), 305);
  EXPECT_EQ(tokenizer.encode("the<far>the"), (Ids{301, kUnknownId, 301}));
  EXPECT_FALSE(tokenizer.pieces("the<far>")[1].known);
  EXPECT_EQ(Tokenizer::from_json(tokenizer.to_json()).encode("<far>"), Ids{kUnknownId});
}

}  // namespace
}  // namespace attnlab::testing
