// Generation: a cache changes nothing but the work; beam search finds what trying everything finds.
#include "core/models/generation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/models/beam_search.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

constexpr Index kWords = 5;

struct MadeModel {
  std::unique_ptr<Model> model;
  AlignedBuffer weights;
};

MadeModel make(const std::function<void(ModelConfig&)>& change) {
  ModelConfig config;
  config.layers = 2;
  config.heads = 2;
  config.width = 8;
  config.feed_forward = 12;
  config.context = 12;
  config.target_vocabulary = kWords;
  config.initialization = "glorot";  // larger weights: a wrong key shows
  change(config);
  MadeModel made{make_model(config), {}};
  made.weights.resize(static_cast<std::size_t>(made.model->parameters().size()));
  made.model->parameters().initialize(made.weights, 7);
  return made;
}

void pairs(ModelConfig& config) {
  config.architecture = "encoder_decoder";
  config.source_vocabulary = 6;
  config.tied_output = false;
}

/// Two prompts; where the model has a source, two sources of different lengths.
Batch prompts(const Model& model) {
  const bool source = has_source(format_of(model.config()));
  Batch batch;
  batch.resize(2, source ? 4 : 0, 3);
  batch.input = {1, 3, 2, 4, 0, 2};
  batch.input_lengths = {3, 3};
  if (source) {
    batch.source = {1, 5, 2, 3, 4, 2, 0, 0};
    batch.source_lengths = {4, 2};
  }
  return batch;
}

struct GenerationCase {
  const char* name;
  std::function<void(ModelConfig&)> change;
};

void PrintTo(const GenerationCase& given, std::ostream* out) { *out << given.name; }

class Cached : public ::testing::TestWithParam<GenerationCase> {};

TEST_P(Cached, LogitsAreThoseOfRecomputation) {
  const MadeModel made = make(GetParam().change);
  NextToken cached(*made.model, made.weights), again(*made.model, made.weights, Reuse::Recompute);
  cached.begin(prompts(*made.model));
  again.begin(prompts(*made.model));
  const Index steps =
      format_of(made.model->config()) == Format::Stream ? 14 : 8;  // a stream's context is passed
  for (Index step = 0; step < steps; ++step) {
    for (Index row = 0; row < cached.rows(); ++row) {
      for (std::size_t id = 0; id < kWords; ++id)
        ASSERT_NEAR(cached.logits(row)[id], again.logits(row)[id], 1e-5) << "step " << step << " row " << row;
    }
    const TokenId tokens[] = {static_cast<TokenId>(step % kWords),
                              static_cast<TokenId>((3 * step + 1) % kWords)};
    if (step == 2) {  // the rows change places
      const Index swapped[] = {1, 0};
      cached.choose_rows(swapped);
      again.choose_rows(swapped);
    }
    cached.append(tokens);
    again.append(tokens);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Generation, Cached,
    ::testing::Values(GenerationCase{"gpt", [](ModelConfig&) {}}, GenerationCase{"encoder_decoder", pairs},
                      GenerationCase{"sinusoidal", [](ModelConfig& c) { c.positions = "sinusoidal"; }}),
    [](const auto& given) { return std::string(given.param.name); });

TEST(NextToken, CountsItsWork) {
  const MadeModel made = make([](ModelConfig&) {});
  const Index n = 9;
  NextToken cached(*made.model, made.weights), again(*made.model, made.weights, Reuse::Recompute);
  for (NextToken* next : {&cached, &again}) {
    Batch batch;
    batch.resize(1, 0, 1);
    batch.input = {1};
    next->begin(batch);
    for (Index i = 1; i < n; ++i) next->append(std::vector<TokenId>{2});
  }
  EXPECT_EQ(cached.work().positions, n);
  EXPECT_EQ(again.work().positions, n * (n + 1) / 2);
  EXPECT_EQ(cached.work().scores, n * (n + 1) / 2);
  EXPECT_EQ(again.work().scores, n * (n + 1) * (n + 2) / 6);
  EXPECT_EQ(cached.cache_bytes(), 2 * 2 * 12 * 8 * static_cast<Index>(sizeof(Real)));  // 2·L·context·C
}

TEST(NextToken, RefusesAnEmptyPrompt) {
  const MadeModel made = make([](ModelConfig&) {});
  NextToken next(*made.model, made.weights);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { next.begin({}); }),
            "the prompt is empty: give at least one token to continue");
}

/// Log-probability of `token` after `text`.
double log_probability(const MadeModel& made, const std::vector<TokenId>& text, TokenId token) {
  NextToken next(*made.model, made.weights, Reuse::Recompute);
  Batch batch;
  batch.resize(1, 0, static_cast<Index>(text.size()));
  batch.input = text;
  next.begin(batch);
  double sum = 0;
  for (Real logit : next.logits(0)) sum += std::exp(static_cast<double>(logit));
  return static_cast<double>(next.logits(0)[static_cast<std::size_t>(token)]) - std::log(sum);
}

/// The best sequence of up to `most` tokens after `prompt`, by trying all.
Hypothesis best_of_all(const MadeModel& made, std::vector<TokenId> prompt, TokenId stop, Index most,
                       double alpha) {
  Hypothesis best;
  best.score = -1e9;
  std::vector<TokenId> text = std::move(prompt);
  const std::size_t begin = text.size();
  const std::function<void(double)> extend = [&](double sum) {
    for (TokenId token = 0; token < kWords; ++token) {
      const double total = sum + log_probability(made, text, token);
      const auto length = static_cast<double>(text.size() - begin + 1);
      const bool ended = token == stop, last = static_cast<Index>(length) == most;
      const double score = total / std::pow((5 + length) / 6, alpha);
      if ((ended || last) && score > best.score) {
        best = {{text.begin() + static_cast<std::ptrdiff_t>(begin), text.end()}, total, score, ended};
        if (!ended) best.tokens.push_back(token);
      }
      if (ended || last) continue;
      text.push_back(token);
      extend(total);
      text.pop_back();
    }
  };
  extend(0);
  return best;
}

Batch one_prompt() {
  Batch batch;
  batch.resize(1, 0, 2);
  batch.input = {1, 4};
  batch.input_lengths = {2};
  return batch;
}

TEST(BeamSearch, WithEnoughBeamsFindsTheBestOfAll) {
  const MadeModel made = make([](ModelConfig&) {});
  for (double alpha : {0.0, 0.6, 2.0}) {
    const BeamResult found = beam_search(*made.model, made.weights, one_prompt(), 2, {200, alpha, 4});
    const Hypothesis best = best_of_all(made, {1, 4}, 2, 4, alpha);
    EXPECT_EQ(found.best[0].tokens, best.tokens) << alpha;
    EXPECT_NEAR(found.best[0].score, best.score, 1e-5) << alpha;
    EXPECT_NEAR(found.best[0].log_probability, best.log_probability, 1e-5) << alpha;
  }
}

TEST(BeamSearch, WithOneBeamIsGreedy) {
  const MadeModel made = make([](ModelConfig&) {});
  RandomStream random(1);
  const TokenId never = -1;
  const auto greedy =
      generate(*made.model, made.weights, std::vector<TokenId>{1, 4}, 6, never, {.temperature = 0}, random);
  EXPECT_EQ(beam_search(*made.model, made.weights, one_prompt(), never, {1, 0, 6}).best[0].tokens, greedy);
}

TEST(BeamSearch, ItsTreeHoldsWhatItFound) {
  const MadeModel made = make([](ModelConfig&) {});
  const BeamResult found = beam_search(*made.model, made.weights, one_prompt(), 2, {3, 0.6, 5});
  EXPECT_LE(found.best.size(), 3u);
  for (const BeamNode& node : found.tree) {
    if (node.parent < 0) continue;
    const BeamNode& parent = found.tree[static_cast<std::size_t>(node.parent)];
    EXPECT_TRUE(parent.kept);
    EXPECT_FALSE(parent.ended);
    EXPECT_EQ(node.depth, parent.depth + 1);
    EXPECT_LE(node.log_probability, parent.log_probability);
  }
  EXPECT_TRUE(std::is_sorted(found.best.begin(), found.best.end(),
                             [](const auto& a, const auto& b) { return a.score > b.score; }));
}

TEST(BeamSearch, RefusesWhatMakesNoSearch) {
  const MadeModel made = make([](ModelConfig&) {});
  const auto refusal = [&](BeamOptions options) {
    return error_text<std::invalid_argument>(
        [&] { beam_search(*made.model, made.weights, one_prompt(), 2, options); });
  };
  EXPECT_EQ(refusal({0, 0, 4}), "beams is 0, but must be from 1 to 1024");
  EXPECT_EQ(refusal({2, -1, 4}), "length-penalty is -1.000000, but must be at least 0");
  EXPECT_EQ(refusal({2, 0, 0}), "max-tokens is 0, but must be at least 1");
}

}  // namespace
}  // namespace attnlab::testing
