// Gradients of RMSNorm, SwiGLU, routing and experts.
#include <gtest/gtest.h>

#include "core/models/model.h"
#include "core/ops/basic/geglu.h"
#include "core/ops/basic/swiglu.h"
#include "core/ops/experts/experts.h"
#include "core/ops/experts/routing.h"
#include "core/ops/loss/penalty.h"
#include "core/ops/norms/rms_norm.h"
#include "tests/gradients/parameter_check.h"
#include "tests/support/activations.h"
#include "tests/support/weighted_sum.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

TEST(FeedForwardGradients, RmsNorm) {
  for (const Real epsilon : {Real(1e-5), Real(0.5)}) {
    EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return rms_norm(t, in[0], in[1], epsilon); },
                                {{{2, 3, 7}}, {{7}}}));
  }
}

TEST(FeedForwardGradients, StepsOfRmsNorm) {
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return row_mean_square(t, in[0]); }, {{{2, 3, 5}}}));
  const std::vector<Real> mean_square = {0.7, 1.9, 0.2, 1.1, 3.0, 0.5};
  EXPECT_TRUE(
      gradients_agree([](Tape& t, const Inputs& in) { return rms_normalize(t, in[0], in[1], Real(0.01)); },
                      {{{2, 3, 5}}, {{2, 3, 1}, mean_square}}));
}

TEST(FeedForwardGradients, SiluAndProduct) {
  const Function multiplied = [](Tape& t, const Inputs& in) { return multiply(t, in[0], in.back()); };
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return silu(t, in[0]); }, {{{4, 5}}}));
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return silu(t, in[0]); },
                              {{{6}, {-40, -9, -1, 1, 9, 40}}}));
  EXPECT_TRUE(gradients_agree(multiplied, {{{4, 5}}, {{4, 5}}}));
  EXPECT_TRUE(gradients_agree(multiplied, {{{4, 5}}})) << "of a value with itself";
}

TEST(FeedForwardGradients, Swiglu) {
  const Function function = [](Tape& t, const Inputs& in) { return swiglu(t, in[0]); };
  EXPECT_TRUE(gradients_agree(function, {{{2, 3, 8}}}));
  EXPECT_TRUE(gradients_agree(function, {{{2, 1200}}})) << "more than one piece";
}

TEST(FeedForwardGradients, GegluTanh) {
  const Function function = [](Tape& t, const Inputs& in) { return geglu_tanh(t, in[0]); };
  EXPECT_TRUE(gradients_agree(function, {{{2, 3, 8}}}));
  EXPECT_TRUE(gradients_agree(function, {{{2, 1200}}})) << "more than one piece";
}

/// Ids of 3 experts for B=2, T=3, as a constant [2,3,k].
Variable choices(Tape& tape, const std::vector<Real>& ids) {
  const Variable selected = tape.constant({2, 3, static_cast<Index>(ids.size()) / 6});
  std::copy(ids.begin(), ids.end(), selected.data());
  return selected;
}

const std::vector<Real> kPairs = {2, 0, 0, 1, 2, 0, 1, 2, 0, 2, 2, 0};  // expert 1 is the least asked
const std::vector<Real> kSingles = {2, 0, 2, 0, 0, 2};                  // expert 1 is never asked

std::vector<Real> positive(Index count) {
  std::vector<Real> values = random_values(count, 5);
  for (Real& value : values) value = std::abs(value) + Real(0.2);
  return values;
}

TEST(FeedForwardGradients, Gates) {
  for (const auto* ids : {&kPairs, &kSingles}) {
    EXPECT_TRUE(
        gradients_agree([&](Tape& t, const Inputs& in) { return expert_gates(t, in[0], choices(t, *ids)); },
                        {{{2, 3, 3}, positive(18)}}));
  }
}

TEST(FeedForwardGradients, Balance) {
  const std::vector<Index> lengths = {3, 2}, none = {3, 0};
  for (const auto& counted : {std::vector<Index>(), lengths, none}) {
    EXPECT_TRUE(gradients_agree(
        [&](Tape& t, const Inputs& in) {
          const Variable load = expert_load(t, choices(t, kPairs), 3, counted);
          return expert_balance(t, load, expert_importance(t, in[0], counted));
        },
        {{{2, 3, 3}}}));
  }
  EXPECT_TRUE(gradients_agree([](Tape& t, const Inputs& in) { return expert_balance(t, in[0], in[1]); },
                              {{{2, 3}}, {{2, 3}}}));
}

TEST(FeedForwardGradients, Penalties) {
  const std::vector<Real> shares = {0.3, 0.7};
  EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return total_penalty(t, in, shares); },
                              {{{2}}, {{2}}, {{2}}}));
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) { return add_penalty(t, in[0], in[1], Real(0.05)); }, {{{}}, {{}}}));
}

TEST(FeedForwardGradients, SparseExperts) {
  for (const auto* ids : {&kPairs, &kSingles}) {
    const auto slots = static_cast<Index>(ids->size());
    const auto plan = [ids](Tape& t) { return plan_experts(t, choices(t, *ids), 3); };
    EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return dispatch(t, in[0], plan(t)); },
                                {{{2, 3, 4}}}));
    const Function layer = [&](Tape& t, const Inputs& in) {
      return expert_linear(t, in[0], in[1], in.size() > 2 ? in[2] : Variable(), plan(t));
    };
    EXPECT_TRUE(gradients_agree(layer, {{{slots, 4}}, {{15, 4}}, {{15}}}));
    EXPECT_TRUE(gradients_agree(layer, {{{slots, 4}}, {{15, 4}}})) << "without bias";
    EXPECT_TRUE(gradients_agree([&](Tape& t, const Inputs& in) { return combine(t, in[0], in[1], plan(t)); },
                                {{{slots, 4}}, {{2, 3, 3}}}));
  }
}

TEST(FeedForwardGradients, ExpertsThatAllAnswer) {
  EXPECT_TRUE(gradients_agree(
      [](Tape& t, const Inputs& in) { return mix_experts(t, in[0], std::span(in).subspan(1)); },
      {{{2, 3, 3}}, {{2, 3, 4}}, {{2, 3, 4}}, {{2, 3, 4}}}));
}

/// Batches in which the second sequence is shorter.
Batch padded_batch(bool source) {
  Batch batch;
  batch.resize(2, source ? 4 : 0, 3);
  batch.input = {1, 4, 2, 3, 3, 0};
  batch.target = {4, 2, 5, 3, kIgnoredTarget, kIgnoredTarget};
  batch.input_lengths = {3, 1};
  if (!source) return batch;
  batch.source = {5, 1, 2, 2, 4, 3, 0, 0};
  batch.source_lengths = {4, 2};
  return batch;
}

class ExpertModels : public ::testing::TestWithParam<std::tuple<std::string, Index, bool>> {};

TEST_P(ExpertModels, AgreeWithDifferences) {
  const auto& [activation, per_token, encoder] = GetParam();
  ModelConfig config;
  config.architecture = encoder ? "encoder_decoder" : "gpt";
  config.heads = 2;
  config.width = 4;
  config.feed_forward = 5;
  config.context = 4;
  config.target_vocabulary = 6;
  config.source_vocabulary = encoder ? 6 : 0;
  config.norm_kind = "rms";
  config.activation = activation;
  config.experts = 3;
  config.experts_per_token = per_token;
  config.balance_weight = 0.3;
  const auto model = make_model(config);
  const Batch batch = padded_batch(encoder);
  const ParameterFunction function{
      model->parameters(), [&](Tape& t) { return model->loss(t, batch, 0.1, batch.counted_targets()); }};
  EXPECT_TRUE(parameter_gradients_agree(function, random_values(model->parameters().size(), 17, 0.5), 12));
}

INSTANTIATE_TEST_SUITE_P(All, ExpertModels,
                         ::testing::Combine(::testing::ValuesIn(all_activations()),
                                            ::testing::Values(1, 2, 3), ::testing::Bool()));

}  // namespace
}  // namespace attnlab::testing
