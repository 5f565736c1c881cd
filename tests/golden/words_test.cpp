// Word vectors against a plain version in PyTorch.
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

ModelConfig config() {
  ModelConfig config;
  config.architecture = "word_vectors";
  config.width = 6;
  config.source_vocabulary = config.target_vocabulary = 9;
  return config;
}

class GoldenWords : public ::testing::TestWithParam<const char*> {
 protected:
  ModelCase case_ = {.name = GetParam(), .config = config(), .smoothing = 0, .epsilon = 1e-6};
};

TEST_P(GoldenWords, LogitsLossAndGradients) { expect_golden_gradients(case_); }

TEST_P(GoldenWords, ThreeStepsOfTraining) { expect_golden_steps(case_); }

INSTANTIATE_TEST_SUITE_P(All, GoldenWords, ::testing::Values("words_skip_gram", "words_cbow"));

}  // namespace
}  // namespace attnlab::testing
