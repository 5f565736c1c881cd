// Models that describe a picture against nn.TransformerEncoder and -Decoder, and nn.LSTM.
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

ModelConfig describer(const std::string& architecture, Index layers, Index width, Index picture) {
  ModelConfig config;
  config.architecture = architecture;
  config.layers = layers;
  config.width = width;
  config.context = 5;
  config.target_vocabulary = 7;
  config.tied_output = false;
  config.picture_size = picture;
  config.picture_channels = 3;
  return config;
}

ModelConfig describing_transformer() {
  ModelConfig config = describer("vision_decoder", 1, 6, 6);
  config.heads = 2;
  config.feed_forward = 8;
  config.patch_size = 2;
  return config;
}

class GoldenDescription : public ::testing::TestWithParam<ModelCase> {};

TEST_P(GoldenDescription, LogitsLossAndGradients) { expect_golden_gradients(GetParam()); }

TEST_P(GoldenDescription, ThreeStepsOfTraining) { expect_golden_steps(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    All, GoldenDescription,
    ::testing::Values(
        ModelCase{.name = "describe", .config = describing_transformer(), .epsilon = 1e-5},
        ModelCase{.name = "describe_rnn", .config = describer("vision_recurrent", 2, 5, 4), .epsilon = 1e-6}),
    [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace attnlab::testing
