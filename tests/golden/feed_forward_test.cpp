// RMSNorm, SwiGLU and mixtures of experts against plain PyTorch, fused and in steps.
#include <memory>

#include "core/layers/experts.h"
#include "core/ops/basic/swiglu.h"
#include "core/ops/norms/layer_norm.h"
#include "core/ops/norms/rms_norm.h"
#include "tests/golden/model_case.h"
#include "tests/support/activations.h"

namespace attnlab::testing {
namespace {

using Inputs = std::vector<Variable>;

TEST(GoldenFeedForward, RmsNorm) {
  const auto check = [](const Forward& forward) {
    expect_layer(golden_file("feed_forward"), "rms_norm", {"input", "gamma"},
                 [&](ParameterLayout&) { return forward; });
  };
  check([](Tape& t, const Inputs& in) { return rms_norm(t, in[0], in[1], Real(1e-5)); });
  check([](Tape& t, const Inputs& in) {
    const Variable normalized = rms_normalize(t, in[0], row_mean_square(t, in[0]), Real(1e-5));
    return scale_and_shift(t, normalized, in[1], {});
  });
}

TEST(GoldenFeedForward, Silu) {
  expect_layer(golden_file("feed_forward"), "silu", {"input"}, [](ParameterLayout&) -> Forward {
    return [](Tape& t, const Inputs& in) { return silu(t, in[0]); };
  });
}

FeedForward::Options network(const std::string& activation, bool bias) {
  return {6, 5, bias, &activation_kind(activation), Initializer::zeros(), Initializer::zeros()};
}

TEST(GoldenFeedForward, Swiglu) {
  for (bool bias : {false, true}) {
    expect_layer(golden_file("feed_forward"), bias ? "swiglu_biased" : "swiglu", {"input"},
                 [&](ParameterLayout& layout) -> Forward {
                   const auto layer =
                       std::make_shared<FeedForward>(ParameterScope(layout), network("swiglu", bias));
                   return [layer](Tape& t, const Inputs& in) { return (*layer)(t, in[0]); };
                 });
  }
}

class GoldenExperts : public ::testing::TestWithParam<std::tuple<std::string, Index>> {};

TEST_P(GoldenExperts, MatchPyTorch) {
  const auto& [activation, per_token] = GetParam();
  const Experts::Options options{network(activation, activation != "swiglu"), {3, per_token, true, {}}};
  const std::string name = "experts." + activation + "." + std::to_string(per_token);
  expect_layer(golden_file("feed_forward"), name, {"input"}, [&](ParameterLayout& layout) -> Forward {
    const auto layer = std::make_shared<Experts>(ParameterScope(layout), options);
    return [layer](Tape& t, const Inputs& in) { return (*layer)(t, in[0], {}); };
  });
}

INSTANTIATE_TEST_SUITE_P(All, GoldenExperts,
                         ::testing::Combine(::testing::ValuesIn(all_activations()), ::testing::Values(1, 2)));

/// A GPT of experts with RMSNorm and SwiGLU; the minimized loss includes the balance.
ModelCase experts_case() {
  ModelConfig config;
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 6;
  config.context = 8;
  config.target_vocabulary = 11;
  config.norm_kind = "rms";
  config.activation = "swiglu";
  config.bias = false;
  config.experts = 3;
  config.balance_weight = 0.05;
  return {"experts", config};
}

TEST(GoldenExpertsModel, LogitsLossAndGradients) { expect_golden_gradients(experts_case()); }

TEST(GoldenExpertsModel, ThreeStepsOfTraining) { expect_golden_steps(experts_case()); }

}  // namespace
}  // namespace attnlab::testing
