// Gradients that a pass leaves out: computed later with the same bits, in any model, from any thread.
#include "core/autograd/late_gradient.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/trace/pass_within.h"
#include "tests/trace/same_bits.h"

namespace attnlab::testing {
namespace {

std::vector<PassCase> cases() {
  const TraceRequest text{.target = "The way home was"};
  const TraceRequest pair{.source = "the black cat", .target = "le chat noir"};
  return {{"gpt", "characters", kSmall, text},
          {"gpt_edited",
           "characters",
           kSmall,
           {.target = "The way", .edits = {parse_edit("zero decoder.layers.1.self_attention#1")}}},
          {"llama",
           "characters",
           {"width=8", "heads=4", "key_value_heads=2", "layers=2", "feed_forward=12", "positions=rotary",
            "norm_kind=rms", "activation=swiglu"},
           text},
          {"two_stacks", "translate", kSmall, pair}};
}

class LateGradient : public PassWithin {};

TEST_P(LateGradient, HasTheBitsOfOneThatWasKept) {
  const TracePtr all = trace(std::nullopt), few = trace(1);
  for (const auto* tensors : {&few->parameters(), &few->tensors()})
    for (const TraceTensor& tensor : *tensors) {
      ASSERT_EQ(tensor.gradient.empty(), all->at(tensor.name).gradient.empty()) << tensor.name;
      expect_same_bits(tensor.gradient, all->at(tensor.name).gradient, tensor.name);
    }
}

TEST_P(LateGradient, IsLeftOutOfParametersAndOfTheLargest) {
  const TracePtr few = trace(1);
  for (const TraceTensor& parameter : few->parameters())
    EXPECT_TRUE(parameter.gradient.late()) << parameter.name;
  const Index stream = model_.experiment.preset.model.width * few->batch().input_length;
  bool others = false;
  for (const TraceTensor& tensor : few->tensors()) {
    if (tensor.gradient.empty()) continue;
    EXPECT_EQ(tensor.gradient.late(), tensor.shape.size() > stream) << tensor.name;
    others = others || tensor.gradient.late();
  }
  EXPECT_TRUE(others);
}

TEST_P(LateGradient, IsExplainedAsOneThatWasKept) {
  const TracePtr all = trace(std::nullopt), few = trace(1);
  for (const TraceTensor& tensor : few->parameters()) {
    const std::vector<Index> first(static_cast<std::size_t>(tensor.shape.rank()), 0);
    const Derivation late = few->explain(tensor.name + ".grad", first),
                     kept = all->explain(tensor.name + ".grad", first);
    EXPECT_EQ(late.value, kept.value) << tensor.name;
    EXPECT_EQ(late.root.value, kept.root.value) << tensor.name;
  }
}

TEST_P(LateGradient, MemoryIsCounted) {
  const PassMemory all = trace(std::nullopt)->memory(), few = trace(1)->memory();
  EXPECT_EQ(all.left_out, 0);
  EXPECT_GT(few.left_out, 4 * model_.experiment.model->parameters().size());
  EXPECT_EQ(all.gradients, few.gradients + few.left_out);
  EXPECT_EQ(all.values, few.values);
}

TEST_P(LateGradient, OnlyAsManyAsDoNotFitAreLeftOut) {
  const PassMemory all = trace(std::nullopt)->memory();
  EXPECT_EQ(trace(all.values + all.gradients)->memory().left_out, 0);
  const TracePtr less = trace(all.values + all.gradients - 1);
  EXPECT_EQ(less->memory().left_out, 4 * model_.experiment.model->parameters().size());
  for (const TraceTensor& tensor : less->tensors()) EXPECT_FALSE(tensor.gradient.late()) << tensor.name;
}

TEST_P(LateGradient, MayBeAskedFromManyThreads) {
  const TracePtr all = trace(std::nullopt), few = trace(1);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const std::vector<TraceTensor>& tensors = few->parameters();
      for (std::size_t i = 0; i < tensors.size(); ++i) {
        const TraceTensor& tensor = tensors[(i + t * 3) % tensors.size()];
        expect_same_bits(tensor.gradient, all->at(tensor.name).gradient, tensor.name);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

INSTANTIATE_TEST_SUITE_P(Models, LateGradient, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(LateGradients, NetworksThatRecurKeepAll) {
  const TracedPreset lstm("lstm", {"width=8", "layers=1"});
  EXPECT_EQ(lstm.trace({.target = "The way", .kept_bytes = 1})->memory().left_out, 0);
}

}  // namespace
}  // namespace attnlab::testing
