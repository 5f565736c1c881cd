// Attention on the GPU step by step against plain loops in double precision.
#include "core/gpu/attention_steps.h"

#include <gtest/gtest.h>

#include "tests/gpu/placed_tensor.h"
#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

constexpr double kStepTolerance = 1e-5;

/// A stored step against the truth, relative to the largest number of each head, or a sixteenth of what its
/// terms are (see attention_test.cpp).
void expect_step(gpu::Device& device, const char* name, const gpu::Buffer& step,
                 const std::vector<double>& truth, Index planes, std::span<const double> terms = {}) {
  std::vector<float> got(static_cast<std::size_t>(step.size()));
  device.read(step, got);
  EXPECT_LT(relative_error(got, truth, planes, terms), kStepTolerance) << name;
}

void check_steps(gpu::Device& device, const AttentionCase& c) {
  SCOPED_TRACE(c.text());
  const AttentionValues<double> truth = reference(c);
  const gpu::Attention how = gpu_attention_of(device, c);
  const gpu::Operand query = place(device, c, c.query, c.heads, c.queries).operand,
                     key = place(device, c, c.key, c.key_heads, c.keys).operand,
                     value = place(device, c, c.value, c.key_heads, c.keys).operand,
                     context_gradient = place(device, c, c.context_gradient, c.heads, c.queries).operand;
  const Index planes = c.batch * c.heads, key_planes = c.batch * c.key_heads;

  const gpu::AttentionSteps steps = gpu::attention_steps(device, how, query, key, value);
  const auto step = [&](const char* name, const gpu::Buffer& got, const std::vector<double>& expected,
                        Index parts, bool there = true) {
    ASSERT_EQ(static_cast<bool>(got), there) << name;
    if (there) expect_step(device, name, got, expected, parts);
  };
  step("rotated_query", steps.rotated_query, truth.rotated_query, planes, !c.rotary.empty());
  step("rotated_key", steps.rotated_key, truth.rotated_key, key_planes, !c.rotary.empty());
  step("scores", steps.scores, truth.scores, planes);
  step("scaled", steps.scaled, truth.scaled, planes, c.divisor != 1);
  step("biased", steps.biased, truth.biased, planes, !c.slopes.empty());
  step("masked", steps.masked, truth.masked, planes);
  step("weights", steps.weights, truth.weights, planes);
  step("context", steps.context, truth.context, planes);

  const gpu::AttentionStepGradients to =
      gpu::attention_steps_backward(device, how, query, key, value, steps, context_gradient);
  expect_step(device, "weights.grad", to.weights, truth.weights_gradient, planes);
  expect_step(device, "masked.grad", to.masked, truth.masked_gradient, planes, truth.masked_gradient_terms);
  ASSERT_EQ(static_cast<bool>(to.scores), c.divisor != 1);
  if (to.scores)
    expect_step(device, "scores.grad", to.scores, truth.scores_gradient, planes, truth.scores_gradient_terms);
  ASSERT_EQ(static_cast<bool>(to.rotated_query), !c.rotary.empty());
  if (to.rotated_query) {
    expect_step(device, "rotated_query.grad", to.rotated_query, truth.rotated_query_gradient, planes,
                truth.query_gradient_terms);
    expect_step(device, "rotated_key.grad", to.rotated_key, truth.rotated_key_gradient, key_planes,
                truth.key_gradient_terms);
  }
  expect_step(device, "query.grad", to.query, truth.query_gradient, planes, truth.query_gradient_terms);
  expect_step(device, "key.grad", to.key, truth.key_gradient, key_planes, truth.key_gradient_terms);
  expect_step(device, "value.grad", to.value, truth.value_gradient, key_planes);
}

class StepwiseCases : public ::testing::TestWithParam<RandomCases> {};

TEST_P(StepwiseCases, EqualTheReference) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto [first, end] = GetParam();
  for (std::uint64_t seed = first; seed < end; ++seed) check_steps(*device, random_case(seed));
}

INSTANTIATE_TEST_SUITE_P(Chosen, StepwiseCases, ::testing::Values(RandomCases{0, 50}));
INSTANTIATE_TEST_SUITE_P(Every, StepwiseCases, ::testing::Values(RandomCases{50, 375}));

class StepwiseCasesOfLargeScores : public StepwiseCases {};

TEST_P(StepwiseCasesOfLargeScores, EqualTheReference) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto [first, end] = GetParam();
  for (std::uint64_t seed = first; seed < end; ++seed)
    check_steps(*device, random_case_of_large_scores(seed, seed % 2 == 0));
}

INSTANTIATE_TEST_SUITE_P(Chosen, StepwiseCasesOfLargeScores, ::testing::Values(RandomCases{0, 40}));
INSTANTIATE_TEST_SUITE_P(Every, StepwiseCasesOfLargeScores, ::testing::Values(RandomCases{40, 125}));

/// Every step and every gradient, one after the other.
std::vector<float> all_of(gpu::Device& device, const AttentionCase& c) {
  const gpu::Attention how = gpu_attention_of(device, c);
  const gpu::Operand query = place(device, c, c.query, c.heads, c.queries).operand,
                     key = place(device, c, c.key, c.key_heads, c.keys).operand,
                     value = place(device, c, c.value, c.key_heads, c.keys).operand,
                     context_gradient = place(device, c, c.context_gradient, c.heads, c.queries).operand;
  const gpu::AttentionSteps s = gpu::attention_steps(device, how, query, key, value);
  const gpu::AttentionStepGradients g =
      gpu::attention_steps_backward(device, how, query, key, value, s, context_gradient);
  std::vector<float> all;
  for (const gpu::Buffer& buffer :
       {s.rotated_query, s.rotated_key, s.scores, s.scaled, s.biased, s.masked, s.weights, s.context,
        g.weights, g.masked, g.scores, g.query, g.key, g.value}) {
    if (!buffer) continue;
    std::vector<float> read(static_cast<std::size_t>(buffer.size()));
    device.read(buffer, read);
    all.insert(all.end(), read.begin(), read.end());
  }
  return all;
}

TEST(StepwiseAttention, GivesEqualBitsInPieces) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Device by_groups(gpu::make_egl_context(), 1), by_planes(gpu::make_egl_context(), 2e6);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const AttentionCase c = random_case(seed);
    SCOPED_TRACE(c.text());
    const std::vector<float> whole = all_of(*device, c);
    EXPECT_EQ(all_of(by_groups, c), whole);
    EXPECT_EQ(all_of(by_planes, c), whole);
  }
}

TEST(StepwiseAttention, RefusesDropout) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Attention how;
  how.dropout = 0.1;
  const gpu::Operand one = gpu::Operand::heads_apart(device->upload(std::vector<float>(1)), 1, 1, 1);
  EXPECT_THROW(gpu::attention_steps(*device, how, one, one, one), std::invalid_argument);
  EXPECT_THROW(gpu::attention_steps_backward(*device, how, one, one, one, {}, one), std::invalid_argument);
}

TEST(StepwiseAttention, RefusesSizesThatDoNotFitInSingleStepsToo) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Attention how;
  how.queries = how.keys = 4;
  how.head_size = 2;
  const auto of = [&](Index positions) {
    return gpu::Operand::heads_apart(device->buffer(2 * positions), 1, positions, 2);
  };
  EXPECT_THROW(gpu::scores(*device, how, of(3), of(4)), std::invalid_argument);
  EXPECT_THROW(gpu::scores(*device, how, of(4), of(3)), std::invalid_argument);
  EXPECT_THROW(gpu::context(*device, how, device->buffer(15), of(4)), std::invalid_argument);
  EXPECT_THROW(gpu::context(*device, how, device->buffer(16), of(3)), std::invalid_argument);
  EXPECT_THROW(gpu::softmax(*device, 1, 4, 4, device->buffer(15)), std::invalid_argument);
  how.head_size = gpu::Attention::kLargestHead + 1;
  EXPECT_THROW(gpu::scores(*device, how, of(1000), of(1000)), gpu::TooLarge);
  EXPECT_FALSE(device->lost());
}

TEST(StepwiseAttention, SaysWhatIsTooLarge) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Attention how;
  how.heads = how.key_value_heads = 64;
  how.queries = how.keys = gpu::Attention::kLongest;
  const gpu::Operand operand =
      gpu::Operand::heads_apart(device->buffer(how.heads * how.queries), how.heads, how.queries, 1);
  EXPECT_THROW(gpu::attention_steps(*device, how, operand, operand, operand), gpu::Error);
  EXPECT_FALSE(device->lost());
}

}  // namespace
}  // namespace attnlab::testing
