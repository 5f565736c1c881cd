// Tests of byte pairs: chunks, merges in order, exact round trips and hostile merges.
#include "core/text/byte_pairs.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/tasks/text/corpus.h"
#include "core/tensor/random.h"
#include "core/text/chunks.h"
#include "core/text/tokenizer.h"

namespace attnlab {
namespace {

using Ids = std::vector<TokenId>;
using Json = nlohmann::json;
using Texts = std::vector<std::string>;

Texts chunks(std::string_view text) {
  Texts result;
  while (!text.empty()) result.emplace_back(next_chunk(text));
  return result;
}

Texts texts(const std::vector<Piece>& pieces) {
  Texts result;
  for (const Piece& piece : pieces) result.push_back(piece.text);
  return result;
}

std::string random_bytes(RandomStream& random, Index most) {
  std::string text;
  for (Index i = random.below(most + 1); i > 0; --i) text += static_cast<char>(random.below(256));
  return text;
}

/// Merges found by counting everything again each time.
std::vector<Merge> train_slowly(std::string_view corpus, Index count) {
  std::vector<Ids> chunks;
  for (std::string_view rest = corpus; !rest.empty();) {
    chunks.emplace_back();
    for (const char byte : next_chunk(rest)) chunks.back().push_back(static_cast<unsigned char>(byte));
  }
  std::vector<Merge> merges;
  while (static_cast<Index>(merges.size()) < count) {
    std::map<std::pair<TokenId, TokenId>, Index> counts;
    for (const Ids& chunk : chunks)
      for (std::size_t i = 0; i + 1 < chunk.size(); ++i) ++counts[{chunk[i], chunk[i + 1]}];
    Merge best;
    for (const auto& [pair, n] : counts)
      if (n > best.count) best = {pair.first, pair.second, n};
    if (best.count < 2) break;
    for (Ids& chunk : chunks)
      merge_pair(chunk, best.left, best.right, static_cast<TokenId>(256 + merges.size()));
    merges.push_back(best);
  }
  return merges;
}

TEST(Chunks, AreRunsOfOneClassWithTheSpaceBeforeThem) {
  EXPECT_EQ(chunks("the cat, don't  sit\n\n on é2"),
            (Texts{"the", " cat", ",", " don", "'", "t", " ", " sit", "\n\n", " on", " é2"}));
  EXPECT_EQ(chunks("a   "), (Texts{"a", "   "}));
  EXPECT_EQ(chunks(" \xFF!"), (Texts{" \xFF!"}));
}

TEST(Chunks, AreNeverLongerThanTheirLimit) {
  for (const std::string& text :
       {std::string(1000, 'a'), " " + std::string(1000, 'b'), std::string(1000, ' ')})
    for (const std::string& chunk : chunks(text)) EXPECT_LE(chunk.size(), kMaxChunkBytes);
}

TEST(BytePairs, MergesAreThoseOfCountingAnewEachTime) {
  const std::string village = load_corpus("village").substr(0, 20000);
  for (const std::string& text : {village, std::string(300, 'a') + " aaa aa", std::string("abab abab ba")}) {
    const BytePairs pairs = BytePairs::train(text, 120);
    const std::vector<Merge> wanted = train_slowly(text, 120);
    ASSERT_EQ(pairs.merges().size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(pairs.merges()[i].left, wanted[i].left) << i;
      EXPECT_EQ(pairs.merges()[i].right, wanted[i].right) << i;
      EXPECT_EQ(pairs.merges()[i].count, wanted[i].count) << i;
    }
  }
}

TEST(BytePairs, TheClassicExampleMergesInOrder) {
  // Sennrich et al. 2016, with their word counts and spaces for their word ends.
  std::string text;
  for (const auto& [word, count] : {std::pair("low", 5), {"lower", 2}, {"newest", 6}, {"widest", 3}})
    for (int i = 0; i < count; ++i) (text += '\n') += word;
  const BytePairs pairs = BytePairs::train(text, 3);
  ASSERT_EQ(pairs.merges().size(), 3u);
  EXPECT_EQ(pairs.bytes(256), "es");
  EXPECT_EQ(pairs.merges()[0].count, 9);
  EXPECT_EQ(pairs.bytes(257), "est");
  EXPECT_EQ(pairs.merges()[1].count, 9);
  EXPECT_EQ(pairs.bytes(258), "lo");
  EXPECT_EQ(pairs.merges()[2].count, 7);
}

TEST(BytePairs, AnyBytesComeBackExactly) {
  const Tokenizer tokenizer =
      Tokenizer::from_corpus(load_corpus("village"), TokenLevel::BytePairs, kFramingAndMask, 300);
  EXPECT_EQ(tokenizer.size(), 5 + 256 + 300);
  RandomStream random(3);
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_bytes(random, 60) + "the old mill é";
    EXPECT_EQ(tokenizer.decode(tokenizer.encode(text)), text);
    std::string joined;
    for (const Piece& piece : tokenizer.pieces(text)) joined += piece.text;
    EXPECT_EQ(joined, text);
  }
}

TEST(BytePairs, MergesCanBeAppliedOneByOne) {
  const Tokenizer tokenizer = Tokenizer::from_byte_pairs(
      BytePairs::from_merges({{'t', 'h', 9}, {256, 'e', 7}, {' ', 257, 5}}), kNoSpecialTokens);
  EXPECT_EQ(texts(tokenizer.pieces("the the", 0)), (Texts{"t", "h", "e", " ", "t", "h", "e"}));
  EXPECT_EQ(texts(tokenizer.pieces("the the", 1)), (Texts{"th", "e", " ", "th", "e"}));
  EXPECT_EQ(texts(tokenizer.pieces("the the", 2)), (Texts{"the", " ", "the"}));
  EXPECT_EQ(texts(tokenizer.pieces("the the")), (Texts{"the", " the"}));
}

TEST(BytePairs, EntriesAreReadable) {
  const Tokenizer tokenizer =
      Tokenizer::from_byte_pairs(BytePairs::from_merges({{0xC3, 0xA9, 2}}), kFramingTokens);
  EXPECT_EQ(tokenizer.entry(4 + 'a'), "a");
  EXPECT_EQ(tokenizer.entry(4 + 0xC3), "<0xC3>");
  EXPECT_EQ(tokenizer.entry(4 + 256), "é");
}

TEST(BytePairs, JsonKeepsTheMergesAndTheirCounts) {
  const Tokenizer tokenizer =
      Tokenizer::from_corpus("aa bb aa bb aa", TokenLevel::BytePairs, kFramingTokens, 10);
  const auto json = nlohmann::json::parse(tokenizer.to_json().dump());
  EXPECT_EQ(json["merges"][0], (nlohmann::json{'a', 'a', 3}));
  const Tokenizer copy = Tokenizer::from_json(json);
  EXPECT_EQ(copy.size(), tokenizer.size());
  EXPECT_EQ(copy.encode("aabb aabb"), tokenizer.encode("aabb aabb"));
  EXPECT_EQ(copy.to_json(), tokenizer.to_json());
}

TEST(BytePairs, ACountOfZeroIsNotKnownAndIsKept) {
  const Json merges = Json::array({Json::array({'a', 'b', 0})});
  const Json json{{"level", "bpe"}, {"special_tokens", false}, {"merges", merges}};
  const Tokenizer tokenizer = Tokenizer::from_json(json);
  EXPECT_EQ(tokenizer.byte_pairs()->merges()[0].count, 0);
  EXPECT_EQ(tokenizer.to_json(), json);
}

TEST(BytePairs, HostileMergesAreRefused) {
  const auto refusal = [](const Json& merges) -> std::string {
    try {
      Tokenizer::from_json({{"level", "bpe"}, {"special_tokens", true}, {"merges", merges}});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  Json doubling = Json::array();
  for (int i = 0; i < 40; ++i) doubling.push_back({i == 0 ? 97 : 255 + i, i == 0 ? 97 : 255 + i, 1});
  const std::pair<Json, const char*> cases[] = {
      {"ab", "\"merges\" must be an array"},
      {{1, 2, 3}, "merge 0 must be [left, right, count]"},
      {Json::array({Json::array({1, 2})}), "merge 0 must be [left, right, count]"},
      {Json::array({Json::array({1, -2, 3})}), "merge 0 must be"},
      {Json::array({Json::array({1, 2, 1e300})}), "merge 0 must be"},
      {Json::array({Json::array({1, 99999999999ull, 3})}), "merge 0 must be"},
      {Json::array({Json::array({1, 256, 3})}), "merge 0 uses a token that no earlier merge creates"},
      {Json::array({Json::array({1, 2, 3}), Json::array({1, 2, 3})}),
       "merge 1 repeats the pair of an earlier"},
      {doubling, "merge 7 creates a token of more than 128 bytes"},
  };
  for (const auto& [json, part] : cases)
    EXPECT_NE(refusal(json).find(part), std::string::npos) << refusal(json) << " lacks " << part;
  EXPECT_EQ(refusal(Json::array()), "");
}

/// The ids of a chunk, by looking for the next merge among all tokens each time.
Ids merge_slowly(const BytePairs& pairs, std::string_view chunk, Index merge_count) {
  Ids tokens = byte_tokens(chunk);
  while (const auto next = pairs.next_merge(tokens, merge_count)) pairs.apply(*next, tokens);
  return tokens;
}

/// Few letters, so that merges overlap; in pieces of a file, a later merge may make what an earlier one has
/// made.
TEST(BytePairs, MergesOfAChunkAreThoseOfTheSlowWay) {
  RandomStream random(41);
  for (int round = 0; round < 200; ++round) {
    std::vector<BytePairs::PieceMerge> merges;
    Texts pieces{"a", "b", "c"};
    while (merges.size() < 40) {
      const auto any = [&] {
        return pieces[static_cast<std::size_t>(random.below(static_cast<Index>(pieces.size())))];
      };
      const BytePairs::PieceMerge merge{any(), any()};
      const bool is_new = std::ranges::none_of(merges, [&](const BytePairs::PieceMerge& other) {
        return other.left == merge.left && other.right == merge.right;
      });
      if (!is_new || merge.left.size() + merge.right.size() > 12) continue;
      merges.push_back(merge);
      pieces.push_back(merge.left + merge.right);
    }
    const BytePairs pairs = BytePairs::from_pieces(merges, ChunkRule::Runs);
    for (const Index count : {BytePairs::kAllMerges, Index{7}}) {
      std::string chunk;
      for (Index i = random.below(120); i > 0; --i) chunk += static_cast<char>('a' + random.below(3));
      Ids fast;
      pairs.encode(chunk, fast, count);
      Ids slow;
      for (std::string_view rest = chunk; !rest.empty();) {
        const Ids part = merge_slowly(pairs, next_chunk(rest), count);
        slow.insert(slow.end(), part.begin(), part.end());
      }
      ASSERT_EQ(fast, slow) << chunk;
    }
  }
}

}  // namespace
}  // namespace attnlab
