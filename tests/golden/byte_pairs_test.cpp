// Byte pairs against 30 lines of Python: merges with counts in the order learnt, ties among them, and what
// they make of texts.
#include "core/text/byte_pairs.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/text/merge_steps.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;
using Ids = std::vector<TokenId>;

const Json& byte_pair_cases() {
  static const Json cases =
      Json::parse(testing::read_bytes(ATTNLAB_SOURCE_DIR "/tests/golden/byte_pairs.json"));
  return cases;
}

BytePairs trained(const Json& wanted) { return BytePairs::train(wanted["corpus"].get<std::string>(), 60); }

TEST(BytePairsGolden, MergesComeInTheSameOrderWithTheSameCounts) {
  ASSERT_EQ(byte_pair_cases().size(), 3u);
  for (const Json& wanted : byte_pair_cases()) {
    const BytePairs pairs = trained(wanted);
    Json merges = Json::array();
    for (const Merge& merge : pairs.merges()) merges.push_back({merge.left, merge.right, merge.count});
    EXPECT_EQ(merges, wanted["merges"]) << wanted["name"];
  }
}

TEST(BytePairsGolden, TiesAreThere) {
  int ties = 0;
  for (const Json& wanted : byte_pair_cases())
    for (std::size_t i = 1; i < wanted["merges"].size(); ++i)
      ties += wanted["merges"][i][2] == wanted["merges"][i - 1][2];
  EXPECT_GT(ties, 20) << "equal counts, whose order the tie rule decides";
}

TEST(BytePairsGolden, TextsBecomeTheSameTokens) {
  for (const Json& wanted : byte_pair_cases()) {
    const BytePairs pairs = trained(wanted);
    for (const Json& text : wanted["texts"]) {
      Ids ids;
      pairs.encode(text["text"].get<std::string>(), ids);
      EXPECT_EQ(ids, text["tokens"].get<Ids>()) << wanted["name"] << ": " << text["text"];
    }
  }
}

TEST(BytePairsGolden, StepsEndWhereThePythonEnds) {
  for (const Json& wanted : byte_pair_cases()) {
    const BytePairs pairs = trained(wanted);
    for (const Json& text : wanted["texts"]) {
      const std::string words = text["text"];
      Ids ids;
      for (std::size_t at = 0; at < words.size();) {
        const std::string_view chunk = chunk_at(words, at);
        const Ids end = merge_steps(pairs, chunk).back().tokens;
        ids.insert(ids.end(), end.begin(), end.end());
        at += chunk.size();
      }
      EXPECT_EQ(ids, text["tokens"].get<Ids>()) << wanted["name"] << ": " << text["text"];
    }
  }
}

}  // namespace
}  // namespace attnlab
