// A device that computes attention: training and traces are what they are without it, and it may fail at any
// moment.
#include <gtest/gtest.h>

#include <cmath>

#include "core/models/generation.h"
#include "core/ops/attention.h"
#include "core/trace/tracer.h"
#include "tests/support/plain_device.h"
#include "tests/support/small_training.h"
#include "tests/support/weighted_sum.h"

namespace attnlab {
namespace {

using testing::PlainDevice;
using testing::SmallRun;

constexpr double kTolerance = 1e-5;

double largest_difference(std::span<const Real> a, std::span<const Real> b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

/// Gradient of all weights in the first step. (Adam's first steps go by its sign alone, so weights tell
/// less.)
AlignedBuffer trained(const Preset& preset) {
  const SmallRun run(preset, 1);
  return {run.trainer.gradient().begin(), run.trainer.gradient().end()};
}

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
    const AlignedBuffer alone = trained(preset);
    const auto device = std::make_shared<PlainDevice>();
    const UsedAttentionDevice used(device);
    const AlignedBuffer weights = trained(preset);
    EXPECT_LT(largest_difference(weights, alone), kTolerance);
    EXPECT_GT(device->forwards, 0);
    EXPECT_EQ(device->forwards, device->backwards);
  }
}

TEST(AttentionDevice, WhatItCannotDoTheProcessorDoes) {
  const AlignedBuffer alone = trained(with_everything());
  const auto device = std::make_shared<PlainDevice>();
  device->fails_forward = true;
  const UsedAttentionDevice used(device);
  EXPECT_EQ(trained(with_everything()), alone);
}

TEST(AttentionDevice, MayFailBetweenForwardAndBackward) {
  const AlignedBuffer alone = trained(with_everything());
  const auto device = std::make_shared<PlainDevice>();
  device->fails_backward = true;
  const UsedAttentionDevice used(device);
  EXPECT_LT(largest_difference(trained(with_everything()), alone), kTolerance);
  EXPECT_GT(device->forwards, 0);
}

TEST(AttentionDevice, MayBeTakenAwayBetweenForwardAndBackward) {
  const auto gradient = [](bool taken_away) {
    auto used = std::make_unique<UsedAttentionDevice>(std::make_shared<PlainDevice>());
    ParameterLayout layout;
    const ParameterId id = layout.add("x", {1, 3, 24}, Initializer::normal(1));
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
  EXPECT_LT(largest_difference(by_processor, by_device), kTolerance);
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
    const Tracer tracer(run.experiment.model, run.experiment.vocabularies);
    const SnapshotPtr snapshot = run.trainer.state().snapshot;
    const bool stream = preset.model.architecture == "gpt";
    TraceRequest request{.source = stream ? "" : "abc", .target = stream ? "the owl" : "cba"};
    request.edits.push_back(parse_edit(stream ? "mask decoder.layers.0.self_attention window 2"
                                              : "mask encoder.layers.0.self_attention causal"));
    const TracePtr alone = tracer.trace(snapshot, request);
    const auto device = std::make_shared<PlainDevice>();
    const UsedAttentionDevice used(device);
    const TracePtr traced = tracer.trace(snapshot, request);
    EXPECT_GE(device->steps, 3);
    ASSERT_EQ(traced->tensors().size(), alone->tensors().size());
    for (std::size_t i = 0; i < alone->tensors().size(); ++i) {
      const TraceTensor &a = alone->tensors()[i], &b = traced->tensors()[i];
      ASSERT_EQ(a.name, b.name);
      for (std::size_t j = 0; j < a.value.size(); ++j) {
        if (!std::isfinite(a.value[j]) && a.value[j] == b.value[j]) continue;
        ASSERT_NEAR(a.value[j], b.value[j], kTolerance) << a.name;
      }
    }
    device->fails_steps = true;
    const TracePtr failed = tracer.trace(snapshot, request);
    for (std::size_t i = 0; i < alone->tensors().size(); ++i)
      EXPECT_TRUE(std::ranges::equal(failed->tensors()[i].value, alone->tensors()[i].value));
  }
}

}  // namespace
}  // namespace attnlab
