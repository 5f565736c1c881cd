// A GPT with RMSNorm, SwiGLU and experts: names, derivations of values and gradients, and an intervention in
// the routing.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "core/trace/tracer.h"
#include "tests/support/error_text.h"
#include "tests/support/temp_folder.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/frozen_names.h"
#include "tests/trace/models.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

const std::string kRouter = "decoder.layers.0.feed_forward.router.";

ModelConfig experts_config() {
  ModelConfig config = trace_config("gpt");
  config.norm_kind = "rms";
  config.activation = "swiglu";
  config.bias = false;
  config.experts = 3;
  config.balance_weight = 0.1;
  return config;
}

TEST(ExpertsTrace, NamesAreFrozen) {
  expect_frozen(names_text(experts_config(), trace_batch(experts_config())), "gpt_experts");
}

TracePtr experts_trace(const ModelConfig& config, std::vector<Intervention> interventions = {}) {
  std::vector<std::string> words;
  for (Index i = 0; i < config.target_vocabulary; ++i) words.emplace_back(1, static_cast<char>('a' + i));
  const std::shared_ptr<const Model> model = make_model(config);
  auto vocabularies = std::make_shared<Vocabularies>();
  vocabularies->target = Tokenizer::from_vocabulary(std::move(words), TokenLevel::Words, kNoSpecialTokens);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  const std::vector<Real> weights = random_values(model->parameters().size(), 5, 0.4);
  snapshot->weights.assign(weights.begin(), weights.end());
  return Tracer(model, vocabularies)
      .trace(snapshot, {.target = "c a b f"}, {.interventions = std::move(interventions)});
}

class ExpertsDerivations : public ::testing::TestWithParam<std::tuple<std::string, Index>> {};

TEST_P(ExpertsDerivations, EveryCellAndEveryGradient) {
  ModelConfig config = experts_config();
  config.activation = std::get<0>(GetParam());
  config.experts_per_token = std::get<1>(GetParam());
  config.layers = 1;
  const TracePtr trace = experts_trace(config);
  expect_all_recomputed(*trace);
}

INSTANTIATE_TEST_SUITE_P(All, ExpertsDerivations,
                         ::testing::Combine(::testing::Values("swiglu", "gelu"), ::testing::Values(1, 2, 3)));

TEST(ExpertsTrace, AChoiceIsDerivedFromTheProbabilities) {
  const TracePtr trace = experts_trace(experts_config());
  const TraceTensor& selected = trace->at(kRouter + "selected");
  const TraceTensor& probabilities = trace->at(kRouter + "probabilities");
  for (Index t = 0; t < 4; ++t) {
    const Derivation second = trace->explain(selected.name, std::vector<Index>{0, t, 1});
    EXPECT_EQ(second.operation, "top_experts");
    EXPECT_EQ(second.operands().size(), 2u) << "the first choice is taken";
    const auto first = static_cast<std::size_t>(selected.value[static_cast<std::size_t>(2 * t)]);
    const auto row = probabilities.value.subspan(static_cast<std::size_t>(3 * t), 3);
    EXPECT_EQ(row[first], std::max({row[0], row[1], row[2]}));
  }
}

TEST(ExpertsTrace, AnExpertThatIsNotAskedGetsNoGradient) {
  ModelConfig config = experts_config();
  config.balance_weight = 0;  // otherwise the next layer's balance also has a gradient here
  const TracePtr trace = experts_trace(config);
  const std::span<const Real> gates = trace->at(kRouter + "gates").value,
                              slopes = trace->at(kRouter + "gates").gradient;
  for (std::size_t i = 0; i < gates.size(); ++i) EXPECT_TRUE(gates[i] > 0 || slopes[i] == 0) << i;
  for (std::size_t e = 0; e < 3; ++e) {
    const TraceTensor& answer =
        trace->at("decoder.layers.0.feed_forward.experts." + std::to_string(e) + ".output");
    for (std::size_t t = 0; t < 4; ++t) {
      Real size = 0;
      for (std::size_t c = 0; c < 8; ++c) size += std::abs(answer.gradient[t * 8 + c]);
      EXPECT_EQ(size > 0, gates[t * 3 + e] > 0 && t < 3) << "expert " << e << ", position " << t;
    }
  }
}

TEST(ExpertsTrace, APositionCanBeSentElsewhere) {
  const ModelConfig config = experts_config();
  const auto send = [](Real first, Real second) {
    return std::vector<Intervention>{{kRouter + "selected", [=](const Shape&, std::span<Real> ids) {
                                        ids[0] = first;
                                        ids[1] = second;
                                      }}};
  };
  for (const auto& [first, second] : {std::pair{0, 1}, {1, 2}, {2, 0}}) {
    const TracePtr trace = experts_trace(config, send(static_cast<Real>(first), static_cast<Real>(second)));
    const auto gates = trace->at(kRouter + "gates").value;
    for (int e = 0; e < 3; ++e)
      EXPECT_EQ(gates[static_cast<std::size_t>(e)] > 0, e == first || e == second) << e;
    EXPECT_NEAR(static_cast<double>(gates[0] + gates[1] + gates[2]), 1, 1e-6);
  }
  EXPECT_EQ(error_text<std::invalid_argument>([&] { experts_trace(config, send(3, 0)); }),
            "a position is sent to expert 3, but experts are 0 to 2");
}

}  // namespace
}  // namespace attnlab::testing
