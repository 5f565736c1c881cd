// The cache of a text that is written token by token: as large as the text needs, not as the context.
#include <gtest/gtest.h>

#include "core/models/generation/next_token.h"

namespace attnlab::testing {
namespace {

constexpr Index kContext = 600;
constexpr TokenId kCachedWords = 5;

class GrowingCache : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ModelConfig config;
    config.layers = 2, config.heads = 2, config.width = 8, config.feed_forward = 12;
    config.context = kContext, config.target_vocabulary = kCachedWords, config.positions = GetParam();
    config.initialization = "glorot";  // larger weights make a wrong key visible
    model_ = make_model(config);
    weights_.resize(static_cast<std::size_t>(model_->parameters().size()));
    model_->parameters().initialize(weights_, 7);
  }
  std::vector<Real> logits_by_a_pass(std::span<const TokenId> text) const {
    NextToken next(*model_, weights_, Reuse::Recompute);
    Batch batch;
    batch.resize(1, 0, static_cast<Index>(text.size()));
    batch.input.assign(text.begin(), text.end());
    next.begin(batch);
    return {next.logits(0).begin(), next.logits(0).end()};
  }
  void expect_logits_of_passes(const NextToken& next) const {
    for (Index row = 0; row < next.rows(); ++row) {
      const std::vector<Real> wanted = logits_by_a_pass(next.text(row));
      for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_NEAR(next.logits(row)[i], wanted[i], 1e-5) << next.length() << ", row " << row;
    }
  }

  std::unique_ptr<Model> model_;
  AlignedBuffer weights_;
};

TEST_P(GrowingCache, DoublesUpToTheContext) {
  NextToken next(*model_, weights_);
  Batch batch;
  batch.resize(2, 0, 1);
  batch.input = {1, 3};
  next.begin(batch);
  const Index a_position = 2 * 2 * 2 * 8 * static_cast<Index>(sizeof(Real));  // 2·L·C for each row
  for (TokenId length = 2; length <= kContext; ++length) {
    next.append(std::vector<TokenId>{length % kCachedWords, length % 3});
    EXPECT_EQ(next.cache_bytes(), (length <= 256   ? 256
                                   : length <= 512 ? 512
                                                   : kContext) *
                                      a_position)
        << length;
    if (length == 256 || length == 257 || length == 513 || length == kContext) expect_logits_of_passes(next);
  }
}

TEST_P(GrowingCache, HasRoomForALongBeginning) {
  NextToken next(*model_, weights_);
  Batch batch;
  batch.resize(1, 0, 300);
  for (std::size_t i = 0; i < batch.input.size(); ++i)
    batch.input[i] = static_cast<TokenId>(i * i % kCachedWords);
  next.begin(batch);
  EXPECT_EQ(next.cache_bytes(), 300 * 2 * 2 * 8 * static_cast<Index>(sizeof(Real)));
  next.append(std::vector<TokenId>{2});
  EXPECT_EQ(next.cache_bytes(), 600 * 2 * 2 * 8 * static_cast<Index>(sizeof(Real)));
  expect_logits_of_passes(next);
}

INSTANTIATE_TEST_SUITE_P(All, GrowingCache, ::testing::Values("sinusoidal", "rotary", "alibi"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace attnlab::testing
