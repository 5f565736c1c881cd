// A device that computes attention: training and traces are what they are without it, and it may fail at any
// moment.
#include <gtest/gtest.h>

#include "core/models/generation.h"
#include "core/ops/attention/attention.h"
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

/// Grouped heads, distances, a window and dropout.
Preset with_everything() {
  Preset preset = testing::small_language_model();
  for (const char* option : {"model.heads=4", "model.key_value_heads=2", "model.positions=alibi",
                             "model.window=5", "model.dropout=0.1"})
    set_option(preset, option);
  return preset;
}

TEST(AttentionDevice, TrainsAsTheProcessorDoes) {
  for (const Preset& preset : {testing::small_preset(), with_everything()}) {
    const AlignedBuffer alone = first_gradient(preset);
    const auto device = std::make_shared<PlainDevice>();
    const UsedAttentionDevice used(device);
    const AlignedBuffer weights = first_gradient(preset);
    EXPECT_LT(largest_difference(weights, alone), kDeviceTolerance);
    EXPECT_GT(device->forwards, 0);
    EXPECT_EQ(device->forwards, device->backwards);
  }
}

TEST(AttentionDevice, WhatItCannotDoTheProcessorDoes) {
  const AlignedBuffer alone = first_gradient(with_everything());
  const auto device = std::make_shared<PlainDevice>();
  device->fails_forward = true;
  const UsedAttentionDevice used(device);
  EXPECT_EQ(first_gradient(with_everything()), alone);
}

TEST(AttentionDevice, MayFailBetweenForwardAndBackward) {
  const AlignedBuffer alone = first_gradient(with_everything());
  const auto device = std::make_shared<PlainDevice>();
  device->fails_backward = true;
  const UsedAttentionDevice used(device);
  EXPECT_LT(largest_difference(first_gradient(with_everything()), alone), kDeviceTolerance);
  EXPECT_GT(device->forwards, 0);
}

TEST(AttentionDevice, MayBeTakenAwayBetweenForwardAndBackward) {
  const auto gradient = [](bool taken_away) {
    auto used = std::make_unique<UsedAttentionDevice>(std::make_shared<PlainDevice>());
    ParameterLayout layout;
    const ParameterId id = testing::add_parameter(layout, "x", {1, 3, 24}, Initializer::normal(1));
    AlignedBuffer weights(72), gradients(72, Real(0));
    layout.initialize(weights, 5);
    Tape tape(Mode::Train);
    tape.bind(layout, weights.data(), gradients.data());
    const Variable x = tape.parameter(id);
    AttentionOptions how;
    how.heads = 2, how.head_size = 4, how.divisor = 2;
    const Variable y = attention(tape, {x, 0}, {x, 8}, {x, 16}, how);
    if (taken_away) used.reset();
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
  const auto continued = [&] {
    RandomStream random(1);
    return generate(model, run.trainer.weights(), prompt, 20, kUnknownId, {.temperature = 0.5}, random);
  };
  const std::vector<TokenId> alone = continued();
  const auto device = std::make_shared<PlainDevice>();
  const UsedAttentionDevice used(device);
  EXPECT_EQ(continued(), alone);
  EXPECT_GT(device->forwards, 0);
}

TEST(AttentionDevice, TracesAsTheProcessorDoes) {
  for (const Preset& preset : {testing::small_preset(), with_everything()}) {
    const SmallRun run(preset, 2);
    const TracePtr alone = masked_trace(run);
    const auto device = std::make_shared<PlainDevice>();
    const UsedAttentionDevice used(device);
    expect_near(*masked_trace(run), *alone, kDeviceTolerance);
    EXPECT_GE(device->steps, 3);
    device->fails_steps = true;
    expect_near(*masked_trace(run), *alone, 0);
  }
}

}  // namespace
}  // namespace attnlab
