// The program's attention device on the GPU: training and traces equal the processor's, and a failing GPU is
// reported once.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/gpu/gpu_attention_device.h"
#include "core/tensor/random.h"
#include "tests/gpu/attention_case.h"
#include "tests/gpu/test_devices.h"
#include "tests/support/small_passes.h"

namespace attnlab {
namespace {

using testing::expect_near;
using testing::first_gradient;
using testing::largest_difference;
using testing::LostContext;
using testing::masked_trace;
using testing::SmallRun;

/// Skipped where test_device() skips.
struct GpuAttentionDevice : ::testing::Test {
  void SetUp() override {
    if (!testing::test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  }
};

std::vector<Real> drawn(RandomStream& random, Index count) {
  std::vector<Real> cells(static_cast<std::size_t>(count));
  for (Real& cell : cells) cell = static_cast<Real>(random.normal());
  return cells;
}

/// Grouped heads, distances, a window and sinks; a sentence for another sentence, with lengths and with
/// dropout.
std::vector<Preset> presets() {
  Preset stream = testing::small_language_model(), pairs = testing::small_preset();
  for (const char* option : {"model.heads=4", "model.key_value_heads=2", "model.positions=alibi",
                             "model.window=5", "model.sinks=2"})
    set_option(stream, option);
  return {stream, pairs};
}

double largest(std::span<const Real> a) {
  double most = 0;
  for (const Real x : a) most = std::max(most, std::abs(static_cast<double>(x)));
  return most;
}

TEST_F(GpuAttentionDevice, GradientsAreThoseOfTheProcessor) {
  for (const Preset& preset : presets()) {
    const AlignedBuffer alone = first_gradient(preset);
    std::string failure;
    const AlignedBuffer made = first_gradient(
        preset, gpu::make_attention_device(gpu::make_egl_context(),
                                           {[&](const std::string& why) { failure = why; }, {}}));
    EXPECT_EQ(failure, "");
    EXPECT_NE(made, alone) << "it was not the GPU";
    EXPECT_LT(largest_difference(made, alone), 1e-5 * largest(alone));
  }
}

TEST_F(GpuAttentionDevice, StepsWithDropoutAreThoseOfTheProcessor) {
  constexpr int kSteps = 6;
  const Preset preset = testing::small_preset();
  ASSERT_GT(preset.model.dropout, 0);
  SmallRun alone(preset), made(preset, 0, gpu::make_attention_device(gpu::make_egl_context()));
  std::vector<double> losses;
  for (int i = 0; i < kSteps; ++i) losses.push_back(alone.trainer.step().loss);
  bool equal = true;
  for (int i = 0; i < kSteps; ++i) {
    const double loss = made.trainer.step().loss;
    EXPECT_NEAR(loss, losses[static_cast<std::size_t>(i)], 1e-4 * loss) << i;
    equal = equal && loss == losses[static_cast<std::size_t>(i)];
  }
  EXPECT_FALSE(equal) << "it was not the GPU";
}

TEST_F(GpuAttentionDevice, TracesAreThoseOfTheProcessorWithEditsToo) {
  for (const Preset& preset : presets()) {
    const SmallRun run(preset, 2);
    const TracePtr alone = masked_trace(run);
    std::string failure;
    const auto device = gpu::make_attention_device(gpu::make_egl_context(),
                                                   {[&](const std::string& why) { failure = why; }, {}});
    expect_near(*masked_trace(run, device), *alone, 1e-5);
    EXPECT_EQ(failure, "");
  }
}

TEST_F(GpuAttentionDevice, LostAtAnyMomentOfAStepNothingElseIsLost) {
  for (const Preset& preset : presets()) {
    const AlignedBuffer alone = first_gradient(preset);
    int after = 1;  // the device's constructor calls it once
    for (;; ++after) {
      std::vector<std::string> reports;
      const auto device =
          gpu::make_attention_device(std::make_unique<LostContext>(after),
                                     {[&](const std::string& why) { reports.push_back(why); }, {}});
      EXPECT_LT(largest_difference(first_gradient(preset, device), alone), 1e-5 * largest(alone)) << after;
      if (reports.empty()) break;  // the step has fewer moments
      EXPECT_EQ(reports.size(), 1u) << after;
      EXPECT_EQ(reports[0].find('\n'), std::string::npos) << reports[0];
      EXPECT_EQ(first_gradient(preset, device), alone) << "from then on it is the processor alone";
    }
    EXPECT_GT(after, 20) << "few moments were tried";
  }
}

TEST_F(GpuAttentionDevice, WalksThroughOneHead) {
  constexpr Index kQueries = 5, kKeys = 11, kSize = 6, kBlock = 4;
  RandomStream random(3);
  const std::vector<Real> query = drawn(random, kQueries * kSize), key = drawn(random, kKeys * kSize),
                          value = drawn(random, kKeys * kSize);
  std::vector<Real> added = drawn(random, kQueries * kKeys), masked = added;
  AttentionSpec spec{.queries = kQueries, .keys = kKeys, .head_size = kSize, .divisor = 2};
  const AttentionInputs in{
      {query.data(), 0, 0, kSize}, {key.data(), 0, 0, kSize}, {value.data(), 0, 0, kSize}};
  for (Index q = 0; q < kQueries; ++q)
    for (Index k = 0; k < kKeys; ++k) {
      const auto i = static_cast<std::size_t>(q * kKeys + k);
      if ((2 * q + k) % 3 == 0 || (q < kBlock ? k < 5 : k >= 4)) added[i] = -INFINITY;
      double score = static_cast<double>(added[i]);
      for (Index d = 0; d < kSize; ++d)
        score += static_cast<double>(query[static_cast<std::size_t>(q * kSize + d)]) *
                 static_cast<double>(key[static_cast<std::size_t>(k * kSize + d)]) / 2;
      masked[i] = static_cast<Real>(score);
    }
  const OnlineSoftmaxWalk truth = online_softmax(masked, value, kQueries, kBlock, kBlock);
  OnlineSoftmaxWalk walk = empty_walk(kQueries, kKeys, kSize, kBlock, kBlock);
  const auto device = gpu::make_attention_device(gpu::make_egl_context());
  ASSERT_TRUE(device->walk(spec, in, added, walk));
  EXPECT_LT(largest_difference(walk.maximum, truth.maximum), 1e-5);
  EXPECT_LT(largest_difference(walk.sum, truth.sum), 1e-5);
  EXPECT_LT(largest_difference(walk.rescale, truth.rescale), 1e-5);
  EXPECT_LT(largest_difference(walk.output, truth.output), 1e-5);
  EXPECT_EQ(walk.skipped, truth.skipped);
  EXPECT_EQ(walk.skipped, (std::vector<std::uint8_t>{1, 0, 0, 1, 0, 1})) << "three blocks of two tiles";
  spec.head_size = 200;
  EXPECT_FALSE(device->walk(spec, in, added, walk)) << "wider than the kernels are";
}

/// Where the GPU refuses the steps of a trace, the processor computes them without a report.
TEST_F(GpuAttentionDevice, MakesTheStepsOfATraceItself) {
  constexpr Index kBatch = 2, kHeads = 4, kShared = 2, kQueries = 5, kKeys = 7, kSize = 3;
  RandomStream random(4);
  const std::vector<Real> query = drawn(random, kBatch * kHeads * kQueries * kSize),
                          key = drawn(random, kBatch * kHeads / kShared * kKeys * kSize),
                          value = drawn(random, kBatch * kHeads / kShared * kKeys * kSize);
  const AttentionSpec spec{.batch = kBatch,
                           .heads = kHeads,
                           .key_value_heads = kHeads / kShared,
                           .queries = kQueries,
                           .keys = kKeys,
                           .head_size = kSize};
  const auto rows = [](const std::vector<Real>& cells, Index heads, Index positions) {
    return AttentionRows<const Real>{cells.data(), heads * positions * kSize, positions * kSize, kSize};
  };
  std::vector<double> scores, weights, context;
  for (Index plane = 0; plane < kBatch * kHeads; ++plane)
    for (Index q = 0; q < kQueries; ++q) {
      std::vector<double> row(kKeys), mean(kSize);
      double sum = 0;
      for (Index k = 0; k < kKeys; ++k) {
        double& score = row[static_cast<std::size_t>(k)];
        for (Index d = 0; d < kSize; ++d)
          score +=
              static_cast<double>(query[static_cast<std::size_t>((plane * kQueries + q) * kSize + d)]) *
              static_cast<double>(key[static_cast<std::size_t>((plane / kShared * kKeys + k) * kSize + d)]);
        scores.push_back(score);
        sum += std::exp(score);
      }
      for (Index k = 0; k < kKeys; ++k) {
        weights.push_back(std::exp(row[static_cast<std::size_t>(k)]) / sum);
        for (Index d = 0; d < kSize; ++d)
          mean[static_cast<std::size_t>(d)] +=
              weights.back() *
              static_cast<double>(value[static_cast<std::size_t>((plane / kShared * kKeys + k) * kSize + d)]);
      }
      context.insert(context.end(), mean.begin(), mean.end());
    }
  const auto expect_near = [](const std::vector<Real>& made, const std::vector<double>& truth) {
    ASSERT_EQ(made.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(static_cast<double>(made[i]), truth[i], 1e-5);
  };
  const auto device = gpu::make_attention_device(gpu::make_egl_context());
  std::vector<Real> cells(scores.size()), means(context.size());
  ASSERT_TRUE(
      device->scores(spec, rows(query, kHeads, kQueries), rows(key, kHeads / kShared, kKeys), cells.data()));
  expect_near(cells, scores);
  ASSERT_TRUE(device->softmax(kBatch * kHeads, kQueries, kKeys, cells.data()));
  expect_near(cells, weights);
  ASSERT_TRUE(device->context(spec, cells.data(), rows(value, kHeads / kShared, kKeys), means.data()));
  expect_near(means, context);
}

TEST_F(GpuAttentionDevice, WhatIsTooLargeIsTheProcessorsAndNoFailure) {
  std::vector<std::string> failures, refusals;
  const auto device = gpu::make_attention_device(gpu::make_egl_context(),
                                                 {[&](const std::string& why) { failures.push_back(why); },
                                                  [&](const std::string& why) { refusals.push_back(why); }});
  std::vector<Real> cells(64, Real(1));
  AttentionSpec spec{.queries = 8, .keys = 8, .head_size = 8};
  const AttentionRows<const Real> rows_of_cells{cells.data(), 0, 0, 8};
  const AttentionInputs in{rows_of_cells, rows_of_cells, rows_of_cells};
  std::vector<Real> context(64), rows(16);
  spec.head_size = 200;  // nothing is read or written
  EXPECT_FALSE(device->forward(spec, in, {context.data(), 0, 0, 8}, rows.data()));
  ASSERT_EQ(refusals.size(), 1u);
  EXPECT_NE(refusals[0].find("the head size is 200, but must be from 1 to 128"), std::string::npos)
      << refusals[0];
  // More than any GPU takes at once.
  EXPECT_FALSE(device->softmax(65535, 8192, 8192, cells.data()));
  EXPECT_EQ(refusals.size(), 1u) << "it is reported once";
  spec.head_size = 8;
  EXPECT_TRUE(device->forward(spec, in, {context.data(), 0, 0, 8}, rows.data()));
  EXPECT_FLOAT_EQ(context[63], 1);
  EXPECT_TRUE(device->softmax(1, 8, 8, cells.data()));
  EXPECT_FLOAT_EQ(cells[0], 0.125f);
  EXPECT_TRUE(failures.empty());
}

TEST_F(GpuAttentionDevice, ASpecThatMakesNoSenseIsAFailureAndIsReported) {
  std::string failure;
  const auto device = gpu::make_attention_device(gpu::make_egl_context(),
                                                 {[&](const std::string& why) { failure = why; }, {}});
  std::vector<Real> cells(64, Real(1)), context(64), rows(16);
  AttentionSpec spec{.queries = 8, .keys = 8, .head_size = 8};
  const AttentionRows<const Real> rows_of_cells{cells.data(), 0, 0, 8};
  const AttentionInputs in{rows_of_cells, rows_of_cells, rows_of_cells};
  const std::vector<Real> slopes(2);
  spec.slopes = slopes;
  EXPECT_FALSE(device->forward(spec, in, {context.data(), 0, 0, 8}, rows.data()));
  EXPECT_NE(failure.find("the number of slopes is 2, but must be the number of heads, 1"), std::string::npos)
      << failure;
  spec.slopes = {};
  EXPECT_FALSE(device->forward(spec, in, {context.data(), 0, 0, 8}, rows.data())) << "it is the last";
}

}  // namespace
}  // namespace attnlab
