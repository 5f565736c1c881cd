// The toy model of superposition against a plain version in PyTorch.
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

ModelCase superposition() {
  ModelConfig config;
  config.architecture = "superposition";
  config.width = 2;
  config.context = 5;
  config.importance = 0.7;
  config.source_vocabulary = config.target_vocabulary = 10;
  return {.name = "superposition", .config = config, .smoothing = 0, .epsilon = 1e-6};
}

TEST(GoldenSuperposition, NumbersLossAndGradients) { expect_golden_gradients(superposition()); }

TEST(GoldenSuperposition, ThreeStepsOfTraining) { expect_golden_steps(superposition()); }

}  // namespace
}  // namespace attnlab::testing
