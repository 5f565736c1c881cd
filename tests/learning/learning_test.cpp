// Each preset with a goal reaches it on held-out examples, within its own steps, and has it at their end.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/training/preset.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

/// The fastest preset of each architecture and kind of answer; what_is_learnt_test.cpp has hidden words,
/// pronouns and pictures.
const std::vector<std::string> kChosen{"translate",    "addition",         "brackets-lstm",
                                       "recall",       "recall-lstm",      "seq2seq-attention",
                                       "word-vectors", "word-vectors-cbow"};

std::vector<std::string> presets_with_goals() {
  std::vector<std::string> names;
  for (const Preset& preset : builtin_presets())
    if (!preset.goal.metric.empty()) names.push_back(preset.name);
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Whether the goal is reached after two tenths of the preset's steps, one behind the other, or after the
/// last.
bool reaches_it_to_stay(const Preset& preset) {
  constexpr Index kTenths = 10;
  Learnt learnt = begin(preset);
  int in_a_row = 0;
  for (Index tenth = 1; tenth <= kTenths && in_a_row < 2; ++tenth) {
    go_on(learnt, preset.training.steps * tenth / kTenths - learnt.trainer->steps_done());
    in_a_row = reaches_goal(learnt) ? in_a_row + 1 : 0;
  }
  return in_a_row > 0;
}

class Goals : public ::testing::TestWithParam<std::string> {};
class LastGoals : public Goals {};

TEST_P(Goals, IsReached) { EXPECT_TRUE(reaches_it_to_stay(find_preset(GetParam()))); }
TEST_P(LastGoals, IsThereAtTheEnd) { expect_goal(learn(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Chosen, Goals, ::testing::ValuesIn(kChosen), test_name);
INSTANTIATE_TEST_SUITE_P(Every, LastGoals, ::testing::ValuesIn(presets_with_goals()), test_name);

}  // namespace
}  // namespace attnlab::testing
