// Models that learn without a causal mask: what they see, how they generate, what they cost.
#include <gtest/gtest.h>

#include "core/models/cost.h"
#include "core/models/model.h"
#include "core/models/next_token.h"

namespace attnlab::testing {
namespace {

ModelConfig config_of(const std::string& architecture, bool causal) {
  ModelConfig config;
  config.architecture = architecture;
  config.layers = 2;
  config.width = 8;
  config.heads = 2;
  config.feed_forward = 12;
  config.context = 12;
  config.target_vocabulary = 7;
  if (architecture == "encoder_decoder") config.source_vocabulary = 7;
  config.initialization = "glorot";
  config.causal = causal;
  return config;
}

class Causal : public ::testing::TestWithParam<std::string> {
 protected:
  /// Logits of the first position of the first row, where its later tokens are `rest`, padded with `padding`.
  std::vector<Real> first_logits(bool causal, std::vector<TokenId> rest, std::vector<TokenId> padding = {}) {
    const auto model = make_model(config_of(GetParam(), causal));
    AlignedBuffer weights(static_cast<std::size_t>(model->parameters().size()));
    model->parameters().initialize(weights, 5);
    Batch batch;
    const bool source = GetParam() == "encoder_decoder";
    const auto length = static_cast<Index>(rest.size()) + 1;
    batch.resize(1, source ? 2 : 0, length + static_cast<Index>(padding.size()));
    batch.input = {3};
    batch.input.insert(batch.input.end(), rest.begin(), rest.end());
    batch.input.insert(batch.input.end(), padding.begin(), padding.end());
    batch.input_lengths = {length};
    if (source) batch.source = {1, 4}, batch.source_lengths = {2};
    Tape tape(Mode::Infer);
    tape.bind(model->parameters(), weights.data(), nullptr);
    const Variable logits = model->logits(tape, batch);
    return {logits.data(), logits.data() + 7};
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
    const auto model = make_model(config_of(GetParam(), causal));
    AlignedBuffer weights(static_cast<std::size_t>(model->parameters().size()));
    model->parameters().initialize(weights, 5);
    Batch batch;
    const bool source = GetParam() == "encoder_decoder";
    batch.resize(1, source ? 2 : 0, 1);
    batch.input = {3};
    batch.input_lengths = {1};
    if (source) batch.source = {1, 4}, batch.source_lengths = {2};
    NextToken cached(*model, weights), again(*model, weights, Reuse::Recompute);
    cached.begin(batch);
    again.begin(batch);
    for (const TokenId token : {1, 5, 2}) {
      cached.append(std::vector<TokenId>{token});
      again.append(std::vector<TokenId>{token});
      for (std::size_t i = 0; i < 7; ++i)
        EXPECT_NEAR(cached.logits(0)[i], again.logits(0)[i], 1e-5) << causal;
    }
    EXPECT_EQ(cached.work().positions, causal ? 4 : 1 + 2 + 3 + 4);
    EXPECT_EQ(cached.work().scores, causal ? 1 + 2 + 3 + 4 : 1 + 4 + 9 + 16);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Causal, ::testing::Values("gpt", "encoder_decoder"));

TEST(CausalCost, WithoutTheMaskEveryPairIsCounted) {
  const auto attention = [](bool causal) {
    for (const PartCost& part : count_cost(config_of("gpt", causal)).parts)
      if (part.name == "between positions") return part.flops;
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(attention(false) / attention(true), 144.0 / 78) << "12² pairs, and 12·13/2 of them";
}

TEST(CausalCost, WithoutTheMaskNothingIsKept) {
  EXPECT_GT(count_cost(config_of("gpt", true)).cache_values, 0);
  EXPECT_EQ(count_cost(config_of("gpt", false)).cache_values, 0);
}

TEST(CausalCost, PairsThatAreSeen) {
  EXPECT_EQ(visible_pairs(5, true, 0), 15);
  EXPECT_EQ(visible_pairs(5, false, 0), 25);
  EXPECT_EQ(visible_pairs(5, true, 2), 1 + 4 * 2);
  EXPECT_EQ(visible_pairs(5, false, 2), 2 + 3 * 3 + 2);
}

TEST(CausalConfig, OnlyDecodersHaveTheChoice) {
  ModelConfig config = config_of("gpt", false);
  EXPECT_NO_THROW(validate(config));
  config.architecture = "encoder";
  config.source_vocabulary = 7;
  EXPECT_THROW(validate(config), std::invalid_argument);
}

}  // namespace
}  // namespace attnlab::testing
