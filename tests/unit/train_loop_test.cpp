// Train loop: its end and its counts.
#include "core/training/run/train_loop.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/training/memory.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

TEST(TrainLoop, EndsAtItsStepAndReportsEach) {
  SmallRun run;
  std::vector<StepMetrics> steps;
  TrainLoopOptions options;
  options.until = 25;
  Recorder recorder(run.trainer, {.measure_every = 10, .validation_batches = 1});
  options.recorder = &recorder;
  options.on_step = [&](const StepMetrics& m) { steps.push_back(m); };
  const TrainLoopResult result = train_until(run.trainer, options);
  EXPECT_EQ(result.steps, 25);
  EXPECT_EQ(steps.size(), 25u);
  const Record record = recorder.record();
  EXPECT_EQ(record.steps.size(), 25u);
  std::vector<Index> measured;
  for (std::size_t i = 0; i < record.measurements.size(); ++i)
    measured.push_back(record.measurements[i].step);
  EXPECT_EQ(measured, (std::vector<Index>{0, 1, 2, 4, 8, 10, 20}));
  EXPECT_FALSE(result.stopped);
  double loss = 0;
  Index tokens = 0;
  for (const StepMetrics& m : steps) loss += m.loss / 25, tokens += m.tokens;
  EXPECT_DOUBLE_EQ(result.train_loss, loss);
  EXPECT_EQ(result.averaged, 25);
  EXPECT_EQ(result.last_loss, steps.back().loss);
  EXPECT_EQ(result.tokens, tokens);
  EXPECT_GT(result.tokens_per_second(), 0);
}

TEST(TrainLoop, StopsBetweenSteps) {
  SmallRun run;
  TrainLoopOptions options;
  options.until = 25;
  options.stop = [&] { return run.trainer.steps_done() == 7; };
  const TrainLoopResult result = train_until(run.trainer, options);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.steps, 7);
}

TEST(TrainLoop, EndsWhenTheLossIsNotFinite) {
  SmallRun run;
  for (int i = 0; i < 3; ++i) run.trainer.step();
  run.trainer.change_weights(
      [](std::span<Real> weights) { std::ranges::fill(weights, std::numeric_limits<Real>::quiet_NaN()); });
  TrainLoopOptions options;
  options.until = 25;
  const TrainLoopResult result = train_until(run.trainer, options);
  EXPECT_EQ(result.steps, 3);
  EXPECT_NE(result.failure.find("not finite at step 4"), std::string::npos) << result.failure;
  EXPECT_TRUE(std::isnan(result.train_loss));
}

TEST(Memory, GrowsWithTheModelAndRefusesTheImpossible) {
  const Experiment e = make_experiment(find_preset("nanogpt-cpu"));
  const ModelConfig small = e.preset.model;
  const double bytes = training_bytes(small, e.preset.training, e.model->parameters().size());
  EXPECT_GT(bytes, 10e6);
  EXPECT_LT(bytes, 200e6);
  ModelConfig large = small;
  large.width = 16384;
  large.feed_forward = 65536;
  large.layers = 96;
  EXPECT_THROW(check_memory(large, e.preset.training, parameter_count(large)), std::invalid_argument);
}

/// A norm less, and neither a hidden layer nor its activations.
TEST(Memory, CountsNoFeedForwardWhereThereIsNone) {
  ModelConfig with, alone;
  alone.feed_forward = 0;
  TrainingConfig training;
  training.batch = 1;
  const double cells = static_cast<double>(with.layers * with.context * (with.width + 2 * with.feed_forward));
  EXPECT_EQ(training_bytes(with, training, 1000) - training_bytes(alone, training, 1000),
            cells * static_cast<double>(sizeof(Real)));
}

/// Of equally many weights.
TEST(Memory, CountsWhatTheLayersKeep) {
  const auto bytes = [](const std::string& architecture, const std::string& cell) {
    ModelConfig config;
    config.architecture = architecture;
    config.cell = cell;
    return training_bytes(config, TrainingConfig(), 1000);
  };
  EXPECT_GT(bytes("recurrent", "lstm"), bytes("recurrent", "gru"));
  EXPECT_GT(bytes("recurrent", "gru"), bytes("recurrent", "rnn_tanh"));
  EXPECT_GT(bytes("recurrent_seq2seq", "gru"), bytes("recurrent", "gru"));
  EXPECT_GT(bytes("encoder_decoder", "lstm"), bytes("gpt", "lstm"));
  EXPECT_GT(bytes("recurrent", "rnn_tanh"), bytes("word_vectors", "rnn_tanh"));
}

}  // namespace
}  // namespace attnlab::testing
