// Each preset with a goal reaches it on held-out examples, within its own steps.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

constexpr Index kExamples = 1000;
constexpr Index kBatches = 20;

/// What the goal of `learnt` speaks of.
double measured(const Learnt& learnt, const std::string& metric) {
  if (metric == "loss") return learnt.trainer->validation_loss(kBatches);
  const Experiment& e = learnt.experiment;
  const Accuracy found =
      accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, e.task->validation_examples(kExamples));
  return metric == "sequences" ? found.sequences : found.tokens;
}

std::vector<std::string> presets_with_goals() {
  std::vector<std::string> names;
  for (const Preset& preset : builtin_presets())
    if (!preset.goal.metric.empty()) names.push_back(preset.name);
  return names;
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

INSTANTIATE_TEST_SUITE_P(Learning, Goals, ::testing::ValuesIn(presets_with_goals()), [](const auto& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace attnlab::testing
