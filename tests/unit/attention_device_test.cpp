// A device that computes attention: training and traces equal those without it, and it may fail at any
// moment.
#include <gtest/gtest.h>

#include "core/analysis/experiments/norm_experiment.h"
#include "core/analysis/samples.h"
#include "core/models/generation/generation.h"
#include "core/ops/attention/attention.h"
#include "core/training/run/probe.h"
#include "tests/support/plain_device.h"
#include "tests/support/sites.h"
#include "tests/support/small_passes.h"
#include "tests/support/weighted_sum.h"

namespace attnlab {
namespace {

using testing::expect_near;
using testing::first_gradient;
using testing::largest_difference;
using testing::masked_trace;
using testing::PlainDevice;
using testing::SmallRun;

constexpr double kDeviceTolerance = 1e-5;

/// Grouped heads, distances, a window, sinks and dropout.
Preset with_everything() {
  Preset preset = testing::small_language_model();
  for (const char* option : {"model.heads=4", "model.key_value_heads=2", "model.positions=alibi",
                             "model.window=5", "model.sinks=2", "model.dropout=0.1"})
    set_option(preset, option);
  return preset;
}

TEST(AttentionDevice, TrainsAsTheProcessorDoes) {
  for (const Preset& preset : {testing::small_preset(), with_everything()}) {
    const AlignedBuffer alone = first_gradient(preset);
    const auto device = std::make_shared<PlainDevice>();
    const AlignedBuffer weights = first_gradient(preset, device);
    EXPECT_LT(largest_difference(weights, alone), kDeviceTolerance);
    EXPECT_GT(device->forwards, 0);
    EXPECT_EQ(device->forwards, device->backwards);
  }
}

/// Biases that are no slopes: the device makes steps of it at most.
TEST(AttentionDevice, IsNotAskedForBiasesThatItDoesNotKnow) {
  Preset preset = testing::small_language_model();
  set_option(preset, "model.positions=relative_bias");
  const SmallRun run(preset, 2);
  const std::vector<TokenId> prompt = run.experiment.vocabularies->target.encode("the owl a");
  const auto continued = [&](AttentionDevice* device) {
    RandomStream random(1);
    return generate(*run.experiment.model, run.trainer.weights(), prompt, 20, kUnknownId,
                    {.temperature = 0.5}, random, {}, {.device = device});
  };
  const AlignedBuffer alone = first_gradient(preset);
  const std::vector<TokenId> text = continued(nullptr);
  const auto device = std::make_shared<PlainDevice>();
  EXPECT_LT(largest_difference(first_gradient(preset, device), alone), kDeviceTolerance);
  EXPECT_EQ(continued(device.get()), text);
  EXPECT_EQ(device->forwards, 0);
}

TEST(AttentionDevice, WhatItCannotDoTheProcessorDoes) {
  const AlignedBuffer alone = first_gradient(with_everything());
  const auto device = std::make_shared<PlainDevice>();
  device->fails_forward = true;
  EXPECT_EQ(first_gradient(with_everything(), device), alone);
}

TEST(AttentionDevice, MayFailBetweenForwardAndBackward) {
  const AlignedBuffer alone = first_gradient(with_everything());
  const auto device = std::make_shared<PlainDevice>();
  device->fails_backward = true;
  EXPECT_LT(largest_difference(first_gradient(with_everything(), device), alone), kDeviceTolerance);
  EXPECT_GT(device->forwards, 0);
}

TEST(AttentionDevice, MayBeTakenAwayBetweenForwardAndBackward) {
  const auto gradient = [](bool taken_away) {
    PlainDevice device;
    ParameterLayout layout;
    const ParameterId id = testing::add_parameter(layout, "x", {1, 3, 24}, Initializer::normal(1));
    AlignedBuffer weights(72), gradients(72, Real(0));
    layout.initialize(weights, 5);
    Tape tape(Mode::Train);
    tape.bind(layout, weights.data(), gradients.data());
    tape.use_device(&device);
    const Variable x = tape.parameter(id);
    const AttentionSpec how{.heads = 2, .key_value_heads = 2, .head_size = 4, .divisor = 2};
    const Variable y = attention(tape, {x, 0}, {x, 8}, {x, 16}, how);
    if (taken_away) tape.use_device(nullptr);
    const std::vector<Real> wanted = testing::random_values(y.size(), 3);
    tape.backward(testing::weighted_sum(tape, y, wanted));
    return gradients;
  };
  const AlignedBuffer by_device = gradient(false), by_processor = gradient(true);
  EXPECT_GT(largest_difference(by_device, AlignedBuffer(72, Real(0))), 0.01);
  EXPECT_LT(largest_difference(by_processor, by_device), kDeviceTolerance);
}

TEST(AttentionDevice, PromptsAreReadAsOnTheProcessor) {
  const SmallRun run(with_everything(), 2);
  const Model& model = *run.experiment.model;
  const std::vector<TokenId> prompt = run.experiment.vocabularies->target.encode("the owl a");
  const auto continued = [&](AttentionDevice* device) {
    RandomStream random(1);
    return generate(model, run.trainer.weights(), prompt, 20, kUnknownId, {.temperature = 0.5}, random, {},
                    {.device = device});
  };
  const std::vector<TokenId> alone = continued(nullptr);
  PlainDevice device;
  EXPECT_EQ(continued(&device), alone);
  EXPECT_GT(device.forwards, 0);
}

TEST(AttentionDevice, TracesAsTheProcessorDoes) {
  for (const Preset& preset : {testing::small_preset(), with_everything()}) {
    const SmallRun run(preset, 2);
    const TracePtr alone = masked_trace(run);
    const auto device = std::make_shared<PlainDevice>();
    expect_near(*masked_trace(run, device), *alone, kDeviceTolerance);
    EXPECT_GE(device->steps, 3);
    device->fails_steps = true;
    expect_near(*masked_trace(run, device), *alone, 0);
  }
}

TEST(AttentionDevice, IsChosenForEachStepAndHeldByNobodyBetween) {
  SmallRun run;
  AttentionDeviceChoice choice;
  run.trainer.use_device(choice);
  const auto device = std::make_shared<PlainDevice>();
  run.trainer.step();
  choice.set(device);
  run.trainer.step();
  const int once = device->forwards;
  EXPECT_GT(once, 0);
  choice.set(nullptr);
  run.trainer.step();
  EXPECT_EQ(device->forwards, once);
  EXPECT_EQ(device.use_count(), 1);
}

TEST(AttentionDevice, RunsSideBySideHaveTheirOwn) {
  const auto device = std::make_shared<PlainDevice>();
  const SmallRun with(testing::small_preset(), 1, device);
  const int once = device->forwards;
  const SmallRun without(testing::small_preset(), 1);
  EXPECT_GT(once, 0);
  EXPECT_EQ(device->forwards, once);
}

TEST(AttentionDevice, IsNotHeldByATrace) {
  const SmallRun run;
  const auto device = std::make_shared<PlainDevice>();
  const TracePtr trace = masked_trace(run, device);
  EXPECT_GT(device->steps, 0);
  EXPECT_EQ(device.use_count(), 1);
  EXPECT_FALSE(trace->explain("encoder.layers.0.self_attention.scores", std::vector<Index>(4)).is_leaf);
}

/// Whether `work`, given the device or a run on it, asks it for anything.
template <typename Work>
void expect_used(const char* what, const Work& work) {
  const auto device = std::make_shared<PlainDevice>();
  work(device);
  EXPECT_GT(device->forwards + device->steps, 0) << what;
}

TEST(AttentionDevice, MeasuresToo) {
  const SmallRun run;
  const Experiment& e = run.experiment;
  const std::span<const Real> weights = run.trainer.weights();
  const std::vector<Example> examples = e.task->validation_examples(1);
  expect_used("validation",
              [](const auto& device) { SmallRun(testing::small_preset(), 0, device).trainer.validate(1); });
  expect_used("probe", [&](const auto& device) {
    std::vector<float> values;
    Probe(*e.model, *e.task, weights).measure(*e.model, weights, values, device.get());
  });
  expect_used("accuracy", [&](const auto& device) {
    accuracy(*e.model, weights, *e.vocabularies, examples, device.get());
  });
  expect_used("sample", [&](const auto& device) {
    decode_sample(*e.model, *e.vocabularies, weights, examples[0], device.get());
  });
  expect_used("norms", [&](const auto& device) {
    norm_experiment(e, {1, 1}, {}, {}, AttentionDeviceChoice(device));
  });
}

}  // namespace
}  // namespace attnlab
