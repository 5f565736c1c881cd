// Each preset learns its task within its own steps, to a stated mark.
#include <gtest/gtest.h>

#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "core/training/train_loop.h"

namespace attnlab::testing {
namespace {

struct Learnt {
  Experiment experiment;
  std::unique_ptr<Trainer> trainer;
  double seconds = 0;
};

Learnt learn(const char* preset) {
  Learnt learnt{make_experiment(find_preset(preset)), nullptr, 0};
  const Experiment& e = learnt.experiment;
  learnt.trainer = std::make_unique<Trainer>(e.model, e.task, e.preset.training);
  TrainLoopOptions options;
  options.until = e.preset.training.steps;
  const TrainLoopResult result = train_until(*learnt.trainer, options);
  EXPECT_EQ(result.failure, "");
  learnt.seconds = result.seconds;
  return learnt;
}

struct Mark {
  const char* preset;
  Index most_steps;
  double least_exact;  ///< share of held-out examples exactly right
};

class Pairs : public ::testing::TestWithParam<Mark> {};

TEST_P(Pairs, AreExactOnHeldOutExamples) {
  const Learnt learnt = learn(GetParam().preset);
  const Experiment& e = learnt.experiment;
  EXPECT_LE(e.preset.training.steps, GetParam().most_steps);
  const std::vector<Example> examples = e.task->validation_examples(1000);
  const double exact = accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, examples).sequences;
  std::printf("%s: %.2f %% exact after %.1f s of training\n", GetParam().preset, 100 * exact, learnt.seconds);
  EXPECT_GE(exact, GetParam().least_exact);
}

INSTANTIATE_TEST_SUITE_P(Learning, Pairs,
                         ::testing::Values(Mark{"reverse", 1500, 0.99}, Mark{"translate", 1500, 0.98},
                                           Mark{"sort", 1500, 0.98}, Mark{"copy", 1500, 0.99}),
                         [](const auto& test) { return std::string(test.param.preset); });

struct LossMark {
  const char* preset;
  Index most_steps;
  double most_loss;  ///< mean cross-entropy of a held-out token, in nats
};

class Texts : public ::testing::TestWithParam<LossMark> {};

TEST_P(Texts, ArePredicted) {
  const Learnt learnt = learn(GetParam().preset);
  EXPECT_LE(learnt.experiment.preset.training.steps, GetParam().most_steps);
  const double loss = learnt.trainer->validation_loss(20);
  std::printf("%s: validation loss %.4f after %.1f s of training\n", GetParam().preset, loss, learnt.seconds);
  EXPECT_LE(loss, GetParam().most_loss);
}

INSTANTIATE_TEST_SUITE_P(Learning, Texts,
                         ::testing::Values(LossMark{"characters", 1500, 0.65}, LossMark{"words", 1200, 0.6}),
                         [](const auto& test) { return std::string(test.param.preset); });

}  // namespace
}  // namespace attnlab::testing
