// Gradients of whole models: every parameter of every combination of options.
#include "core/models/model.h"

#include <gtest/gtest.h>

#include <tuple>

#include "tests/gradients/check.h"
#include "tests/support/activations.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

Batch small_batch(bool with_source) {
  Batch batch;
  batch.resize(2, with_source ? 4 : 0, 3);
  batch.input = {1, 4, 2, 3, 3, 0};
  batch.target = {4, 2, 5, 3, kIgnoredTarget, kIgnoredTarget};
  batch.input_lengths = {3, 1};
  if (with_source) {
    batch.source = {5, 1, 2, 2, 4, 3, 0, 0};
    batch.source_lengths = {4, 2};
  }
  return batch;
}

ModelConfig small_config(const std::string& architecture) {
  ModelConfig config;
  config.architecture = architecture;
  config.layers = 1;
  config.heads = 2;
  config.width = 4;
  config.feed_forward = 5;
  config.context = 4;
  config.target_vocabulary = 6;
  config.source_vocabulary = architecture == "gpt" ? 0 : 6;
  return config;
}

/// The loss and its gradient at `weights`, by one tape for all calls.
class LossFunction {
 public:
  LossFunction(const Model& model, const Batch& batch, std::vector<Real>& weights)
      : model_(model), batch_(batch), weights_(weights) {}

  double value(Tape& tape, Real* gradient) const {
    tape.reset();
    tape.bind(model_.parameters(), weights_.data(), gradient);
    tape.set_random_key(5);
    const Variable loss = model_.loss(tape, batch_, 0.1, batch_.counted_targets());
    if (gradient) tape.backward(loss);
    return static_cast<double>(*loss.data());
  }

 private:
  const Model& model_;
  const Batch& batch_;
  std::vector<Real>& weights_;
};

void check_model(const ModelConfig& config) {
  const auto model = make_model(config);
  const Batch batch = small_batch(config.architecture == "encoder_decoder");
  std::vector<Real> weights = random_values(model->parameters().size(), 17, 0.5);
  const LossFunction loss(*model, batch, weights);
  Tape infer(Mode::Infer);
  const std::vector<double> expected = central_differences([&] { return loss.value(infer, nullptr); },
                                                           weights.data(), model->parameters().size(), 2e-5);
  for (Mode mode : {Mode::Train, Mode::Record}) {
    Tape tape(mode);
    std::vector<Real> gradient(weights.size(), Real(0));
    loss.value(tape, gradient.data());
    std::fill(gradient.begin(), gradient.end(), Real(0));
    loss.value(tape, gradient.data());
    for (const Parameter& p : model->parameters().all()) {
      const auto at = static_cast<std::size_t>(p.offset), size = static_cast<std::size_t>(p.shape.size());
      CheckOptions options;
      options.tolerance = 1e-7;
      EXPECT_TRUE(close_to(std::span<const Real>(gradient).subspan(at, size),
                           std::span<const double>(expected).subspan(at, size), options,
                           p.name + (mode == Mode::Train ? ", training" : ", recording")));
    }
  }
}

using Choice = std::tuple<std::string, std::string, std::string, bool, bool, bool>;

class ModelGradients : public ::testing::TestWithParam<Choice> {};

TEST_P(ModelGradients, AgreeWithDifferences) {
  const auto& [activation, norm, positions, bias, tied, shared] = GetParam();
  ModelConfig config = small_config("encoder_decoder");
  config.activation = activation;
  config.norm = norm;
  config.positions = positions;
  config.bias = bias;
  config.tied_output = tied;
  config.shared_embeddings = shared;
  check_model(config);
  if (shared) return;
  config.architecture = "gpt";
  config.source_vocabulary = 0;
  check_model(config);
}

INSTANTIATE_TEST_SUITE_P(All, ModelGradients,
                         ::testing::Combine(::testing::ValuesIn(plain_activations()),
                                            ::testing::Values("pre", "post"),
                                            ::testing::Values("learned", "sinusoidal"), ::testing::Bool(),
                                            ::testing::Bool(), ::testing::Bool()));

TEST(ModelGradients, AgreeInDepthWithDropout) {
  for (const char* architecture : {"gpt", "encoder_decoder"}) {
    ModelConfig config = small_config(architecture);
    config.layers = 2;
    config.width = 6;
    config.dropout = 0.2;
    check_model(config);
  }
}

TEST(ModelGradients, AgreeForBlocksOfAttentionAlone) {
  for (const char* architecture : {"gpt", "encoder_decoder"})
    for (const char* norm : {"pre", "post", "none"}) {
      ModelConfig config = small_config(architecture);
      config.layers = 2;
      config.width = 6;
      config.feed_forward = 0;
      config.norm = norm;
      check_model(config);
    }
}

TEST(ModelGradients, AgreeForBiasesThatLayersShare) {
  for (const char* architecture : {"gpt", "encoder_decoder"}) {
    ModelConfig config = small_config(architecture);
    config.layers = 2;
    config.positions = "relative_bias";
    check_model(config);
  }
}

TEST(ModelGradients, AgreeForUnknownTokens) {
  const auto model = make_model(small_config("gpt"));
  Batch batch = small_batch(false);
  batch.input[1] = -1;
  std::vector<Real> weights = random_values(model->parameters().size(), 3, 0.5);
  const LossFunction loss(*model, batch, weights);
  Tape infer(Mode::Infer), train(Mode::Train);
  const auto expected = central_differences([&] { return loss.value(infer, nullptr); }, weights.data(),
                                            model->parameters().size(), 2e-5);
  std::vector<Real> gradient(weights.size(), Real(0));
  loss.value(train, gradient.data());
  EXPECT_TRUE(close_to(gradient, expected, {.tolerance = 1e-7}, "all parameters"));
}

}  // namespace
}  // namespace attnlab::testing
