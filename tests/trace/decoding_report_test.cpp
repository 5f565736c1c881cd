// Decoding report: the numbers behind generated tokens equal the generator's.
#include "core/analysis/decoding_report.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

constexpr TokenId kStop = 2, kNever = -1;

struct Written {
  std::unique_ptr<Model> model;
  AlignedBuffer weights;
  Batch batch;
};

Written small(const std::string& architecture, Index context = 16) {
  ModelConfig config;
  config.architecture = architecture;
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 12;
  config.context = context;
  config.target_vocabulary = 7;
  if (architecture == "encoder_decoder") {
    config.source_vocabulary = 6;
    config.tied_output = false;
  }
  config.initialization = "glorot";
  Written w{make_model(config), {}, {}};
  w.weights.resize(static_cast<std::size_t>(w.model->parameters().size()));
  w.model->parameters().initialize(w.weights, 3);
  const bool source = config.source_vocabulary > 0;
  w.batch.resize(1, source ? 3 : 0, source ? 1 : 4);
  if (source) {
    w.batch.source = {1, 5, 2};
    w.batch.source_lengths = {3};
    w.batch.input = {1};
  } else {
    w.batch.input = {1, 4, 5, 3};
  }
  w.batch.input_lengths = {w.batch.input_length};
  return w;
}

std::vector<TokenId> tokens_of(const DecodingReport& report) {
  std::vector<TokenId> tokens;
  for (const DecodingStep& step : report.steps) tokens.push_back(step.token);
  return tokens;
}

const SamplingOptions kOptions[] = {{1, 0, 1},         {0.7, 3, 1},       {1.6, 0, 0.6},
                                    {2, 4, 0.8},       {0, 0, 1},         {1, 0, 1, 0.3},
                                    {1, 0, 1, 0, 1.8}, {0, 0, 1, 0, 1.8}, {1.6, 0, 0.9, 0.2, 1.3}};

TEST(DecodingReport, TheTokensAreThoseOfGenerate) {
  const Written w = small("gpt");
  for (const SamplingOptions& options : kOptions) {
    for (std::uint64_t seed : {1U, 2U, 3U}) {
      RandomStream random(seed);
      const auto wanted = generate(*w.model, w.weights, w.batch.input, 9, kStop, options, random);
      const DecodingReport report = report_decoding(*w.model, w.weights, w.batch, kStop, options, 9, seed);
      EXPECT_EQ(tokens_of(report), wanted);
      EXPECT_EQ(report.ended, wanted.back() == kStop);
    }
  }
}

TEST(DecodingReport, AnAnswerIsThatOfDecodeSampled) {
  const Written w = small("encoder_decoder");
  for (std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    RandomStream random(seed);
    const SamplingOptions options{1.3, 0, 0.9, 0.05, 1.4};
    const auto wanted = decode_sampled(*w.model, w.weights, w.batch, 1, kStop, 40, options, random)[0];
    const DecodingReport report = report_decoding(*w.model, w.weights, w.batch, kStop, options, 40, seed);
    std::vector<TokenId> made = tokens_of(report);
    EXPECT_EQ(report.ended, made.back() == kStop);
    if (report.ended) made.pop_back();
    EXPECT_EQ(made, wanted);
    EXPECT_LE(report.steps.size(), 16u);
  }
}

TEST(DecodingReport, TheDrawFallsIntoTheTokensShare) {
  const Written w = small("gpt");
  for (const SamplingOptions& options : kOptions) {
    const DecodingReport report = report_decoding(*w.model, w.weights, w.batch, kStop, options, 9, 5);
    for (const DecodingStep& step : report.steps) {
      double before = 0, sum = 0, mine = 0;
      for (std::size_t i = 0; i < step.candidates.ids.size(); ++i) {
        if (step.candidates.ids[i] == step.token) before = sum, mine = chance_of(step.candidates, i);
        sum += chance_of(step.candidates, i);
      }
      EXPECT_NEAR(sum, 1, 1e-12);
      EXPECT_EQ(step.chance, mine);
      EXPECT_GE(step.draw, before);
      EXPECT_LT(step.draw, before + mine);
    }
  }
}

TEST(DecodingReport, ProbabilityAndEntropyAreTheFormulas) {
  const Written w = small("gpt");
  const DecodingReport report = report_decoding(*w.model, w.weights, w.batch, kStop, {1, 0, 1}, 3, 5);
  for (const DecodingStep& step : report.steps) {
    double sum = 0, entropy = 0;
    for (Real z : step.logits) sum += std::exp(static_cast<double>(z));
    for (Real z : step.logits) {
      const double p = std::exp(static_cast<double>(z)) / sum;
      entropy -= p * std::log2(p);
    }
    const double z = static_cast<double>(step.logits[static_cast<std::size_t>(step.token)]);
    EXPECT_NEAR(step.probability, std::exp(z) / sum, 1e-9);
    EXPECT_NEAR(step.entropy, entropy, 1e-9);
    EXPECT_EQ(step.ranking.size(), step.logits.size());
    EXPECT_TRUE(std::ranges::is_sorted(
        step.ranking, std::greater{}, [&](TokenId id) { return step.logits[static_cast<std::size_t>(id)]; }));
  }
}

/// Also beyond the context, where nothing can be cached.
TEST(DecodingReport, TheWorkWithoutACacheIsWhatRecomputingCosts) {
  for (const Index context : {16, 6}) {
    const Written w = small("gpt", context);
    const DecodingReport report = report_decoding(*w.model, w.weights, w.batch, kNever, {}, 6, 5);
    ASSERT_EQ(report.steps.size(), 6u);
    NextToken again(*w.model, w.weights, Reuse::Recompute), kept(*w.model, w.weights);
    DecodingWork sum, sum_kept;
    for (std::size_t i = 0; i < report.steps.size(); ++i) {
      for (NextToken* next : {&again, &kept})
        i == 0 ? next->begin(w.batch) : next->append({&report.steps[i - 1].token, 1});
      sum.positions += report.steps[i].recomputed.positions;
      sum.scores += report.steps[i].recomputed.scores;
      sum_kept.positions += report.steps[i].work.positions;
      sum_kept.scores += report.steps[i].work.scores;
      EXPECT_EQ(sum.positions, again.work().positions);
      EXPECT_EQ(sum.scores, again.work().scores);
      EXPECT_EQ(sum_kept.positions, kept.work().positions);
      EXPECT_EQ(sum_kept.scores, kept.work().scores);
      EXPECT_EQ(report.steps[i].cache_bytes, kept.cache_bytes());
    }
  }
}

TEST(DecodingReport, StopsOnRequest) {
  const Written w = small("gpt");
  int asked = 0;
  const DecodingReport report =
      report_decoding(*w.model, w.weights, w.batch, kNever, {}, 9, 5, [&] { return ++asked < 4; });
  EXPECT_TRUE(report.cut);
  EXPECT_EQ(report.steps.size(), 3u);
}

TEST(DecodingReport, RefusesWhatItCannotContinue) {
  const Written w = small("gpt");
  Batch two = w.batch;
  two.size = 2;
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { report_decoding(*w.model, w.weights, two, kStop, {}, 3, 1); }),
      "decoding continues a single text, but the batch has 2");
}

}  // namespace
}  // namespace attnlab::testing
