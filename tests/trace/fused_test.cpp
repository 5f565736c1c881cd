// The fused operations of training and the recorded steps of a trace compute the same model.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/autograd/tape.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/distance.h"
#include "tests/trace/models.h"

namespace attnlab::testing {
namespace {

/// The allowed difference by the order of sums: eight roundings for each layer that a gradient passes.
double rounding_of(const ModelConfig& config) {
  constexpr double kRounding = std::numeric_limits<Real>::epsilon() / 2;
  const Index stacks = config.architecture == "encoder_decoder" ? 2 : 1;
  return 8 * kRounding * static_cast<double>(config.layers * stacks);
}

struct Pass {
  double loss = 0;
  std::vector<Real> logits, gradient;
};

Pass run(const Model& model, const Batch& batch, const std::vector<Real>& weights, Mode mode,
         bool stochastic) {
  Pass pass;
  pass.gradient.resize(weights.size());
  Tape tape(mode);
  if (stochastic) tape.set_random_key(11);
  tape.bind(model.parameters(), weights.data(), pass.gradient.data());
  const Variable logits = model.logits(tape, batch);
  pass.logits.assign(logits.data(), logits.data() + logits.size());
  tape.reset();
  const Variable loss = model.loss(tape, batch, 0.1, batch.counted_targets());
  pass.loss = static_cast<double>(*loss.data());
  tape.backward(loss);
  return pass;
}

void expect_agreement(const ModelConfig& config, const Batch& batch, bool stochastic) {
  const auto model = make_model(config);
  const std::vector<Real> weights = random_values(model->parameters().size(), 21, 0.4);
  const Pass fused = run(*model, batch, weights, Mode::Train, stochastic);
  const Pass steps = run(*model, batch, weights, Mode::Record, stochastic);
  const double agreement = rounding_of(config);
  EXPECT_NEAR(fused.loss, steps.loss, agreement * steps.loss);
  EXPECT_LT(distance(fused.logits, steps.logits, 0), agreement);
  // What a key's bias adds to all scores of a row cancels in the softmax: its gradient is rounding alone.
  const double least = 0.01 * norm(steps.gradient);
  for (const Parameter& p : model->parameters().all()) {
    const auto part = [&p](const Pass& pass) {
      return std::span<const Real>(pass.gradient)
          .subspan(static_cast<std::size_t>(p.offset), static_cast<std::size_t>(p.shape.size()));
    };
    EXPECT_LT(distance(part(fused), part(steps), least), agreement) << p.name;
  }
}

class FusedAndSteps : public ::testing::TestWithParam<const char*> {};

TEST_P(FusedAndSteps, Agree) {
  const ModelConfig config = trace_config(GetParam());
  expect_agreement(config, trace_batch(config), false);
}

TEST_P(FusedAndSteps, AgreeWithDropout) {
  ModelConfig config = trace_config(GetParam());
  config.dropout = 0.2;
  expect_agreement(config, trace_batch(config), true);
}

TEST_P(FusedAndSteps, AgreeWithTheOtherOptions) {
  ModelConfig config = trace_config(GetParam());
  config.norm = config.norm == "pre" ? "post" : "pre";
  config.positions = config.positions == "learned" ? "sinusoidal" : "learned";
  config.activation = "gelu_tanh";
  config.bias = false;
  config.tied_output = false;
  expect_agreement(config, trace_batch(config), false);
}

TEST_P(FusedAndSteps, AgreeOverManyPositions) {
  ModelConfig config = trace_config(GetParam());
  config.context = 150;
  Batch batch;
  const bool encoder = config.source_vocabulary > 0;
  batch.resize(2, encoder ? 150 : 0, 130);
  for (std::size_t i = 0; i < batch.input.size(); ++i) {
    batch.input[i] = static_cast<TokenId>(i * 5 % 7);
    batch.target[i] = static_cast<TokenId>(i * 3 % 7);
  }
  for (std::size_t i = 0; i < batch.source.size(); ++i) batch.source[i] = static_cast<TokenId>(i * 7 % 9);
  batch.input_lengths = {130, 130};
  if (encoder) batch.source_lengths = {150, 97};
  expect_agreement(config, batch, false);
}

INSTANTIATE_TEST_SUITE_P(All, FusedAndSteps, ::testing::Values("gpt", "encoder_decoder"),
                         [](const auto& given) { return std::string(given.param); });

}  // namespace
}  // namespace attnlab::testing
