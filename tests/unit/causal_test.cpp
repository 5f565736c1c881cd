// Models without a causal mask: what they see, how they generate, what they cost.
#include <gtest/gtest.h>

#include "core/models/cost.h"
#include "core/models/generation/next_token.h"
#include "core/models/model.h"
#include "tests/support/switches.h"

namespace attnlab::testing {
namespace {

constexpr Index kTokens = 7;

ModelConfig causal_config(const std::string& architecture, bool causal) {
  ModelConfig config = switch_base(architecture);
  config.layers = 2;
  config.context = 12;
  config.target_vocabulary = kTokens;
  if (config.source_vocabulary > 0) config.source_vocabulary = kTokens;
  config.initialization = "glorot";  // larger weights make visible tokens matter
  config.causal = causal;
  return config;
}

/// A model with its first weights.
struct FirstWeights {
  FirstWeights(const std::string& architecture, bool causal)
      : model(make_model(causal_config(architecture, causal))),
        weights(static_cast<std::size_t>(model->parameters().size())) {
    model->parameters().initialize(weights, 5);
  }
  /// One row of tokens, with `length` real ones; with a source where the model reads one.
  Batch batch(const std::vector<TokenId>& tokens, Index length) const {
    const bool source = has_source(format_of(model->config()));
    Batch batch;
    batch.resize(1, source ? 2 : 0, static_cast<Index>(tokens.size()));
    batch.input = tokens;
    batch.input_lengths = {length};
    if (source) batch.source = {1, 4}, batch.source_lengths = {2};
    return batch;
  }
  std::unique_ptr<Model> model;
  AlignedBuffer weights;
};

class Causal : public ::testing::TestWithParam<std::string> {
 protected:
  /// Logits of the first position of the first row, where its later tokens are `rest`, padded with `padding`.
  std::vector<Real> first_logits(bool causal, std::vector<TokenId> rest, std::vector<TokenId> padding = {}) {
    const FirstWeights made(GetParam(), causal);
    const auto length = static_cast<Index>(rest.size()) + 1;
    rest.insert(rest.begin(), 3);
    rest.insert(rest.end(), padding.begin(), padding.end());
    Tape tape(Mode::Infer);
    tape.bind(made.model->parameters(), made.weights.data(), nullptr);
    const Variable logits = made.model->logits(tape, made.batch(rest, length));
    return {logits.data(), logits.data() + kTokens};
  }
};

TEST_P(Causal, TheAnswerIsSeenOnlyWithoutTheMask) {
  EXPECT_EQ(first_logits(true, {1, 2}), first_logits(true, {5, 6}));
  EXPECT_NE(first_logits(false, {1, 2}), first_logits(false, {5, 2}));
  EXPECT_NE(first_logits(false, {1, 2}), first_logits(false, {1, 6})) << "the last position too";
}

TEST_P(Causal, PaddingIsNeverSeen) {
  const auto alone = first_logits(false, {1, 2}), padded = first_logits(false, {1, 2}, {0, 4});
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_NEAR(alone[i], padded[i], 1e-5);
}

TEST_P(Causal, WithoutItNothingIsReusedInGeneration) {
  for (const bool causal : {true, false}) {
    const FirstWeights made(GetParam(), causal);
    const Batch batch = made.batch({3}, 1);
    NextToken cached(*made.model, made.weights), again(*made.model, made.weights, Reuse::Recompute);
    cached.begin(batch);
    again.begin(batch);
    for (const TokenId token : {1, 5, 2}) {
      cached.append(std::vector<TokenId>{token});
      again.append(std::vector<TokenId>{token});
      for (std::size_t i = 0; i < static_cast<std::size_t>(kTokens); ++i)
        EXPECT_NEAR(cached.logits(0)[i], again.logits(0)[i], 1e-5) << causal;
    }
    EXPECT_EQ(cached.work().positions, causal ? 4 : 1 + 2 + 3 + 4);
    EXPECT_EQ(cached.work().scores, causal ? 1 + 2 + 3 + 4 : 1 + 4 + 9 + 16);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Causal, ::testing::Values("gpt", "encoder_decoder"));

TEST(CausalCost, WithoutTheMaskEveryPairIsCounted) {
  const auto attention = [](bool causal) {
    for (const PartCost& part : count_cost(causal_config("gpt", causal)).parts)
      if (part.name == "between positions") return part.flops;
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(attention(false) / attention(true), 144.0 / 78) << "12² pairs, and 12·13/2 of them";
}

TEST(CausalCost, WithoutTheMaskNothingIsCached) {
  EXPECT_GT(count_cost(causal_config("gpt", true)).cache_values, 0);
  EXPECT_EQ(count_cost(causal_config("gpt", false)).cache_values, 0);
}

TEST(CausalCost, PairsThatAreSeen) {
  EXPECT_EQ(visible_pairs({.causal = true}, 0, 5), 15);
  EXPECT_EQ(visible_pairs({}, 0, 5), 25);
  EXPECT_EQ(visible_pairs({.causal = true, .rule = {.window = 2}}, 0, 5), 1 + 4 * 2);
  EXPECT_EQ(visible_pairs({.rule = {.window = 2}}, 0, 5), 2 + 3 * 3 + 2);
  EXPECT_EQ(visible_pairs({.causal = true}, 3, 5), 4 + 5) << "of the last two queries";
}

TEST(CausalConfig, OnlyDecodersHaveTheChoice) {
  ModelConfig config = causal_config("gpt", false);
  EXPECT_NO_THROW(validate(config));
  config.architecture = "encoder";
  config.source_vocabulary = kTokens;
  EXPECT_THROW(validate(config), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
