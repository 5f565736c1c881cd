// Which positions of a pass count, by the task and by hand.
#include "core/trace/counted.h"

#include <gtest/gtest.h>

#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

const TracedPreset& sums() {
  static const TracedPreset preset("addition", {"width=8", "heads=2", "layers=1", "digits=1"});
  return preset;
}

TEST(Counted, AQuestionIsLeftOut) {
  const TracePtr trace = sums().trace({.source = "1+2=", .target = "03"});
  EXPECT_EQ(trace->question, 4);
  EXPECT_EQ(counted_words(*trace), "over 3 of 6 positions");
  for (Index position : {0, 1, 2}) EXPECT_TRUE(is_left_out(*trace, position)) << position;
  for (Index position : {3, 4, 5}) EXPECT_FALSE(is_left_out(*trace, position)) << position;
}

TEST(Counted, AMarkByHandIsTakenInsteadOfTheTasks) {
  const TracePtr all = sums().trace({.source = "1+2=", .target = "03", .question = 0});
  EXPECT_EQ(counted_words(*all), "");
  EXPECT_EQ(counted_positions(*all).counted, 6);
  const TracePtr marked = sums().trace({.target = "1+2=03", .question = 4});
  EXPECT_EQ(counted_words(*marked), "over 2 of 5 positions") << "the text goes on";
  EXPECT_EQ(marked->target_pieces[3].text, "0");
}

TEST(Counted, OfAFreeTextAllButTheLastCounts) {
  const TracePtr trace = small_gpt().trace({.target = "the owl"});
  EXPECT_EQ(counted_words(*trace), "");
  EXPECT_EQ(counted_positions(*trace).all, 6);
  EXPECT_EQ(counted_words(*small_gpt().trace({.target = "the owl", .question = 3})), "over 4 of 6 positions");
}

}  // namespace
}  // namespace attnlab::testing
