// Where nobody observes, neither training nor generation names or stores anything for observers.
#include <gtest/gtest.h>

#include "core/models/generation/next_token.h"
#include "tests/allocation/count.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

TEST(Observers, CostATrainingStepNothingOnceTheyAreGone) {
  SmallRun run;
  Listener listener("*", [](const NamedTensor&) {});
  const auto calls_of_steps = [&] {
    for (int i = 0; i < 60; ++i) run.trainer.step();
    const AllocationCount count;
    for (int i = 0; i < 20; ++i) run.trainer.step();
    return count.calls();
  };
  EXPECT_EQ(calls_of_steps(), 0u);
  run.trainer.observe({&listener});
  EXPECT_GT(calls_of_steps(), 20u) << "names are made for each step";
  run.trainer.observe({});
  EXPECT_EQ(calls_of_steps(), 0u);
}

TEST(Observers, CostGenerationNothingWhereThereAreNone) {
  Preset preset = small_language_model();
  set_option(preset, "model.context=64");
  const SmallRun run(preset);
  Listener listener("*", [](const NamedTensor&) {});
  const std::vector<TokenId> prompt = run.experiment.vocabularies->target.encode("the owl and the fox sat");
  const auto calls_of_a_token = [&](const PassOptions& pass) {
    NextToken next(*run.experiment.model, run.trainer.weights(), Reuse::Cache, pass);
    Batch batch;
    batch.resize(1, 0, static_cast<Index>(prompt.size()));
    batch.input = prompt;
    for (int i = 0; i < 3; ++i) {  // the second and third time, memory is as large as it must be
      next.begin(batch);
      for (std::size_t t = 0; t < 8; ++t) next.append({&prompt[t], 1});
    }
    const AllocationCount count;
    next.append({&prompt[8], 1});
    return count.calls();
  };
  EXPECT_EQ(calls_of_a_token({}), 0u);
  EXPECT_GT(calls_of_a_token({.observers = {&listener}}), 20u);
}

}  // namespace
}  // namespace attnlab::testing
