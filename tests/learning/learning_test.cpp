// Each preset with a goal reaches it on held-out examples, within its own steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/training/preset.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

/// The fastest preset of each architecture and kind of answer; what_is_learnt_test.cpp has hidden words and
/// pronouns.
const std::set<std::string> kChosen{"translate",    "addition",         "brackets-lstm", "recall",
                                    "recall-lstm",  "digits",           "rnn",           "seq2seq-attention",
                                    "word-vectors", "word-vectors-cbow"};

std::vector<std::string> presets_with_goals(bool chosen) {
  std::vector<std::string> names;
  for (const Preset& preset : builtin_presets())
    if (!preset.goal.metric.empty() && kChosen.contains(preset.name) == chosen) names.push_back(preset.name);
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

class Goals : public ::testing::TestWithParam<std::string> {};

TEST_P(Goals, IsReached) { expect_goal(learn(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Chosen, Goals, ::testing::ValuesIn(presets_with_goals(true)), test_name);
INSTANTIATE_TEST_SUITE_P(Every, Goals, ::testing::ValuesIn(presets_with_goals(false)), test_name);

}  // namespace
}  // namespace attnlab::testing
