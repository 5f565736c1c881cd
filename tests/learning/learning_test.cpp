// Each preset with a goal reaches it on held-out examples, within its own steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

constexpr Index kExamples = 1000;
constexpr Index kBatches = 20;

/// The measured value of the goal's metric.
double measured(const Learnt& learnt, const std::string& metric) {
  if (metric == "loss") return learnt.trainer->validation_loss(kBatches);
  const Experiment& e = learnt.experiment;
  const Accuracy found =
      accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, e.task->validation_examples(kExamples));
  return metric == "sequences" ? found.sequences : found.tokens;
}

/// The fastest preset of each architecture and kind of answer.
const std::set<std::string> kChosen{
    "translate",   "addition", "masked-words", "pronoun",           "brackets-lstm", "recall",
    "recall-lstm", "digits",   "rnn",          "seq2seq-attention", "word-vectors",  "word-vectors-cbow"};

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

TEST_P(Goals, IsReached) {
  const Learnt learnt = learn(GetParam());
  const Goal& goal = learnt.experiment.preset.goal;
  const double found = measured(learnt, goal.metric);
  std::printf("%s: %s %.4f after %.1f s of training\n", GetParam().c_str(), goal.metric.c_str(), found,
              learnt.seconds);
  if (goal.metric == "loss") {
    EXPECT_LE(found, goal.value);
  } else {
    EXPECT_GE(found, goal.value);
  }
}

INSTANTIATE_TEST_SUITE_P(Chosen, Goals, ::testing::ValuesIn(presets_with_goals(true)), test_name);
INSTANTIATE_TEST_SUITE_P(Every, Goals, ::testing::ValuesIn(presets_with_goals(false)), test_name);

}  // namespace
}  // namespace attnlab::testing
