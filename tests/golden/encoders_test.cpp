// Encoder-only and vision Transformers against nn.TransformerEncoder.
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

ModelConfig base(const std::string& architecture, const std::string& norm, const std::string& activation) {
  ModelConfig config;
  config.architecture = architecture;
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 12;
  config.norm = norm;
  config.activation = activation;
  return config;
}

ModelConfig text(const std::string& norm, const std::string& activation, const std::string& output,
                 Index classes) {
  ModelConfig config = base("encoder", norm, activation);
  config.context = 7;
  config.source_vocabulary = 11;
  config.output = output;
  config.target_vocabulary = classes;
  config.tied_output = output == "tokens";
  return config;
}

ModelConfig vision(const std::string& norm, const std::string& activation, Index channels) {
  ModelConfig config = base("vision", norm, activation);
  config.target_vocabulary = 5;
  config.picture_size = 6;
  config.patch_size = 2;
  config.picture_channels = channels;
  return config;
}

ModelCase with(const std::string& name, ModelConfig config, const std::string& pooling = "mean") {
  config.pooling = pooling;
  return {.name = name, .config = config, .smoothing = 0, .epsilon = 1e-5};
}

std::vector<ModelCase> cases() {
  ModelConfig labels = text("post", "relu", "labels", 4);
  labels.positions = "sinusoidal";
  return {with("encoder_tokens", text("post", "gelu", "tokens", 11)),
          with("encoder_labels", labels),
          with("encoder_class_cls", text("pre", "gelu", "class", 3), "cls"),
          with("encoder_class_mean", text("pre", "relu", "class", 3)),
          with("vision_cls", vision("pre", "gelu", 3), "cls"),
          with("vision_mean", vision("post", "relu", 1))};
}

class GoldenEncoder : public ::testing::TestWithParam<ModelCase> {};

TEST_P(GoldenEncoder, LogitsLossAndGradients) { expect_golden_gradients(GetParam()); }

TEST_P(GoldenEncoder, ThreeStepsOfTraining) { expect_golden_steps(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, GoldenEncoder, ::testing::ValuesIn(cases()),
                         [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace attnlab::testing
