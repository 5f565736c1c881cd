// Whole training steps on the GPU: losses, gradients and weights are those of the processor's trainer, for
// each switch of a model.
#include <gtest/gtest.h>

#include <cmath>

#include "core/gpu/training/gpu_step_device.h"
#include "tests/gpu/attention_case.h"
#include "tests/gpu/test_devices.h"
#include "tests/support/small_passes.h"

namespace attnlab {
namespace {

using testing::largest_difference;
using testing::SmallRun;

using Options = std::vector<const char*>;

Preset preset_with(const Options& options) {
  Preset preset = testing::small_language_model();
  set_option(preset, "training.warmup=0");
  for (const char* option : options) set_option(preset, option);
  return preset;
}

std::string text_of(const Options& options) {
  std::string text;
  for (const char* option : options) text += std::string(option) + " ";
  return text.empty() ? "as it is" : text;
}

struct GpuStepDevice : ::testing::Test {
  void SetUp() override {
    if (!testing::test_step_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  }
};

/// A run on the device, in which a failure of the device is one of the test.
struct DeviceRun : SmallRun {
  explicit DeviceRun(const Preset& preset) : SmallRun(preset) {
    trainer.use_step_device(testing::test_step_device(), [](const std::string& why) { FAIL() << why; });
  }
};

double largest_cell(std::span<const Real> cells) {
  double most = 0;
  for (const Real x : cells) most = std::max(most, std::abs(static_cast<double>(x)));
  return most;
}

/// Each parameter's cells differ by at most `share` of the largest of them, or of a hundredth of all.
void expect_near_by_parameter(const Model& model, std::span<const Real> got, std::span<const Real> wanted,
                              double share) {
  ASSERT_EQ(got.size(), wanted.size());
  for (const Parameter& parameter : model.parameters().all()) {
    const auto first = static_cast<std::size_t>(parameter.offset),
               count = static_cast<std::size_t>(parameter.shape.size());
    const std::span<const Real> mine = got.subspan(first, count), theirs = wanted.subspan(first, count);
    EXPECT_LE(largest_difference(mine, theirs),
              share * std::max(largest_cell(theirs), 0.01 * largest_cell(wanted)))
        << parameter.name;
  }
}

/// Moments agree, and weights where their gradients are more than what is rounded: AdamW goes by signs at
/// first.
void expect_near_updates(const Trainer& got, const Trainer& wanted, double most) {
  const OptimizerState &mine = got.optimizer_state(), &theirs = wanted.optimizer_state();
  expect_near_by_parameter(wanted.model(), mine.mean, theirs.mean, 1e-3);
  expect_near_by_parameter(wanted.model(), mine.square, theirs.square, 2e-3);
  const double least = 1e-6 * largest_cell(theirs.square);
  Index compared = 0;
  for (std::size_t i = 0; i < theirs.square.size(); ++i) {
    if (static_cast<double>(theirs.square[i]) < least) continue;
    ++compared;
    EXPECT_NEAR(static_cast<double>(got.weights()[i]), static_cast<double>(wanted.weights()[i]), most) << i;
  }
  EXPECT_GT(compared, static_cast<Index>(theirs.square.size()) / 2);
}

/// Steps on both, of the task or of `batch`.
void compare(const Preset& preset, int steps, const Batch* batch = nullptr) {
  SmallRun here(preset);
  DeviceRun there(preset);
  const auto step = [&](Trainer& trainer) { return batch ? trainer.step(*batch) : trainer.step(); };
  for (int i = 0; i < steps; ++i) {
    const StepMetrics wanted = step(here.trainer), got = step(there.trainer);
    EXPECT_NEAR(got.loss, wanted.loss, 2e-5 * wanted.loss) << "step " << i;
    EXPECT_NEAR(got.gradient_norm, wanted.gradient_norm, 2e-4 * wanted.gradient_norm) << "step " << i;
    EXPECT_EQ(got.tokens, wanted.tokens);
    if (i == 0)
      expect_near_by_parameter(*here.experiment.model, there.trainer.gradient(), here.trainer.gradient(),
                               2e-5);
  }
  EXPECT_TRUE(there.trainer.steps_on_device());
  expect_near_updates(there.trainer, here.trainer, 0.02 * preset.training.learning_rate * steps);
  EXPECT_EQ(there.trainer.steps_done(), here.trainer.steps_done());
  EXPECT_EQ(there.trainer.optimizer_state().updates, here.trainer.optimizer_state().updates);
}

const std::vector<Options>& switches() {
  static const std::vector<Options> all = {
      {},
      {"model.layers=3", "model.width=20", "model.heads=5", "model.feed_forward=12"},
      {"model.norm_kind=rms"},
      {"model.norm=post"},
      {"model.norm=none"},
      {"model.bias=false"},
      {"model.bias=true", "model.qkv_bias=off"},
      {"model.activation=relu"},
      {"model.activation=relu_squared"},
      {"model.activation=gelu_tanh"},
      {"model.activation=silu"},
      {"model.activation=swiglu", "model.bias=true"},
      {"model.activation=geglu_tanh", "model.bias=false"},
      {"model.tied_output=false"},
      {"model.output_bias=true", "model.scaled_output=true"},
      {"model.positions=sinusoidal"},
      {"model.positions=rotary"},
      {"model.positions=rotary", "model.rotary_share=0.5", "model.key_value_heads=1"},
      {"model.positions=alibi"},
      {"model.positions=none", "model.embedding_scale=on"},
      {"model.input_norm=true"},
      {"model.parallel=true"},
      {"model.parallel=true", "model.norm=none"},
      {"model.heads=4", "model.key_value_heads=2"},
      {"model.head_width=12"},
      {"model.feed_forward=0"},
      {"model.window=5", "model.sinks=2"},
      {"model.causal=false"},
      {"model.scaled_scores=false", "model.norm_epsilon=0.01"},
      {"model.dropout=0.2"},
      {"model.dropout=0.2", "model.input_norm=true", "model.norm=post", "training.shards=1"},
      {"model.dropout=0.2", "model.feed_forward=0", "training.shards=2", "training.batch=7"},
      {"model.dropout=0.2", "model.parallel=true"},
      {"training.label_smoothing=0.1"},
      {"training.clip=0"},
      {"training.clip=0.05", "training.weight_decay=10"},
      {"model.width=15", "model.heads=3", "model.feed_forward=7", "model.bias=true"},
  };
  return all;
}

TEST_F(GpuStepDevice, MakesTheProcessorsStepsForEachSwitch) {
  for (const Options& options : switches()) {
    SCOPED_TRACE(text_of(options));
    compare(preset_with(options), 4);
  }
}

/// Random tokens, of which some targets do not count.
Batch padded_batch(const SmallRun& run) {
  Batch batch;
  const Index positions = run.experiment.preset.model.context - 2;
  batch.resize(5, 0, positions);
  RandomStream random(3);
  for (std::vector<TokenId>* ids : {&batch.input, &batch.target})
    for (TokenId& id : *ids)
      id = static_cast<TokenId>(random.below(run.experiment.model->config().target_vocabulary));
  for (Index b = 0; b < 5; ++b) {
    batch.input_lengths[static_cast<std::size_t>(b)] = positions - b;
    for (Index t = positions - b; t < positions; ++t)
      batch.target[static_cast<std::size_t>(b * positions + t)] = kIgnoredTarget;
  }
  return batch;
}

TEST_F(GpuStepDevice, TakesGivenBatchesWithPadding) {
  for (const Options& options : {Options{}, Options{"model.causal=false", "model.dropout=0.1"}}) {
    SCOPED_TRACE(text_of(options));
    const Preset preset = preset_with(options);
    const Batch batch = padded_batch(SmallRun(preset));
    compare(preset, 3, &batch);
  }
}

}  // namespace
}  // namespace attnlab
