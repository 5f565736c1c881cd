// Tests of merge steps: each merge of a word in the order learnt, and those of a text.
#include "core/text/merge_steps.h"

#include <gtest/gtest.h>

#include "core/tasks/text/corpus.h"
#include "core/text/tokenizer.h"

namespace attnlab {
namespace {

using Ids = std::vector<TokenId>;

/// "th", "the", " the", "es", in this order; 256 to 259.
BytePairs few_merges() {
  return BytePairs::from_merges({{'t', 'h', 9}, {256, 'e', 7}, {' ', 257, 5}, {'e', 's', 4}});
}

TEST(MergeSteps, BeginWithTheBytesAndJoinOneMergeAtATime) {
  const std::vector<MergeStep> steps = merge_steps(few_merges(), " these");
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[0].merge, -1);
  EXPECT_EQ(steps[0].tokens, (Ids{' ', 't', 'h', 'e', 's', 'e'}));
  EXPECT_EQ(steps[1].merge, 0);
  EXPECT_EQ(steps[1].tokens, (Ids{' ', 256, 'e', 's', 'e'}));
  EXPECT_EQ(steps[2].merge, 1) << "the earlier merge takes the e, and es is never made";
  EXPECT_EQ(steps[2].tokens, (Ids{' ', 257, 's', 'e'}));
  EXPECT_EQ(steps[3].merge, 2);
  EXPECT_EQ(steps[3].tokens, (Ids{258, 's', 'e'}));
  for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_EQ(steps[i].joined, 1);
}

TEST(MergeSteps, CountHowManyPairsAMergeJoins) {
  const std::vector<MergeStep> steps = merge_steps(few_merges(), "ththth");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[1].joined, 3);
  EXPECT_EQ(merge_steps(few_merges(), "xyz").size(), 1u);
  EXPECT_EQ(merge_steps(few_merges(), "").front().tokens, Ids{});
}

/// Going through the merges in order and encoding with the first k merges are the same.
TEST(MergeSteps, AreWhatTheFirstMergesMake) {
  const BytePairs pairs = BytePairs::train(load_corpus("village"), 300);
  for (const char* word : {" question", "Rosa", " meadow", "zebra"}) {
    const std::vector<MergeStep> steps = merge_steps(pairs, word);
    EXPECT_GT(steps.size(), 1u) << word;
    for (Index count = 0; count <= 300; ++count) {
      Ids ids;
      pairs.encode(word, ids, count);
      EXPECT_EQ(steps[step_with(steps, count)].tokens, ids) << word << " with " << count;
    }
  }
}

TEST(MergeSteps, OfATextAreThoseOfItsChunks) {
  EXPECT_EQ(merges_in(few_merges(), "the these"), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(merges_in(few_merges(), "yes"), (std::vector<Index>{3}));
  EXPECT_EQ(merges_in(few_merges(), ""), (std::vector<Index>{}));
}

TEST(MergeSteps, KnowTheChunkOfAByte) {
  const std::string text = "the old  mill, é";
  EXPECT_EQ(chunk_at(text, 0), "the");
  EXPECT_EQ(chunk_at(text, 2), "the");
  EXPECT_EQ(chunk_at(text, 3), " old");
  EXPECT_EQ(chunk_at(text, 13), ",");
  EXPECT_EQ(chunk_at(text, text.size() - 1), " é");
  EXPECT_EQ(chunk_at(text, text.size()), "");
}

}  // namespace
}  // namespace attnlab
