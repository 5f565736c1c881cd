// Generation: a cache changes only the work; beam search finds the best of all sequences.
#include "core/models/generation/generation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/models/generation/beam_search.h"
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
  config.initialization = "glorot";  // larger weights make a wrong key visible
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

/// The same by recurrent cells, which have no heads and no feed-forward networks.
void recurrent_pairs(ModelConfig& config) {
  pairs(config);
  config.architecture = "recurrent_seq2seq";
  config.heads = ModelConfig().heads;
  config.feed_forward = ModelConfig().feed_forward;
}

/// A picture in the place of the source.
void describing(ModelConfig& config) {
  config.architecture = "vision_decoder";
  config.tied_output = false;
  config.picture_size = 4;
  config.patch_size = 2;
}

/// More patches than the decoder has positions.
void describing_large(ModelConfig& config) {
  describing(config);
  config.picture_size = 8;
}

/// The same by recurrent cells.
void recurrent_describing(ModelConfig& config) {
  config.architecture = "vision_recurrent";
  config.tied_output = false;
  config.picture_size = 4;
  config.heads = ModelConfig().heads;
  config.feed_forward = ModelConfig().feed_forward;
}

/// Rotary positions and a window.
void windowed(ModelConfig& config) {
  config.positions = "rotary";
  config.mask.window = 3;
}

/// Two prompts; where the model has a source, two sources of different lengths, or two pictures.
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
  if (!has_picture(format_of(model.config()))) return batch;
  const Index size = model.config().picture_size;
  batch.resize_pictures(model.config().picture_channels, size, size);
  for (std::size_t i = 0; i < batch.pictures.size(); ++i)
    batch.pictures[i] = static_cast<Real>(i * i * 7 % 11) / Real(11);
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
      format_of(made.model->config()) == Format::Stream ? 30 : 8;  // a stream's context is passed
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
                      GenerationCase{"vision_decoder", describing},
                      GenerationCase{"many_patches", describing_large},
                      GenerationCase{"vision_recurrent", recurrent_describing},
                      GenerationCase{"windowed", windowed},
                      GenerationCase{"sinusoidal", [](ModelConfig& c) { c.positions = "sinusoidal"; }},
                      GenerationCase{"relative_bias", [](ModelConfig& c) { c.positions = "relative_bias"; }}),
    [](const auto& given) { return std::string(given.param.name); });

Batch one_prompt() {
  Batch batch;
  batch.resize(1, 0, 2);
  batch.input = {1, 4};
  batch.input_lengths = {2};
  return batch;
}

/// Against passes over the last `context` tokens, each by itself.
void expect_reads_the_context(const MadeModel& made, Index tokens) {
  const Index context = made.model->config().context;
  NextToken next(*made.model, made.weights);
  Batch batch;
  batch.resize(1, 0, 1);
  batch.input = {1};
  batch.input_lengths = {1};
  next.begin(batch);
  for (Index i = 1; i < tokens; ++i) {
    next.append(std::vector<TokenId>{static_cast<TokenId>((i * i + 3) % kWords)});
    const std::span<const TokenId> text = next.text(0);
    const std::size_t read = std::min(text.size(), static_cast<std::size_t>(context));
    Batch last;
    last.resize(1, 0, static_cast<Index>(read));
    std::ranges::copy(text.last(read), last.input.begin());
    last.input_lengths = {last.input_length};
    NextToken again(*made.model, made.weights, Reuse::Recompute);
    again.begin(last);
    for (std::size_t id = 0; id < kWords; ++id)
      ASSERT_NEAR(next.logits(0)[id], again.logits(0)[id], 1e-5) << "token " << i;
  }
}

TEST(NextToken, BeyondTheContextReadsItsLastTokens) {
  for (const char* positions : {"rotary", "alibi", "relative_bias", "none", "sinusoidal", "learned"})
    for (const Index window : {0, 3, 9}) {
      SCOPED_TRACE(std::string(positions) + " " + std::to_string(window));
      expect_reads_the_context(make([&](ModelConfig& config) {
                                 config.positions = positions;
                                 config.mask.window = window;
                               }),
                               40);
    }
}

/// Two layers with a window of 3 reach 5 tokens back: of 12, a pass over 5 is followed by 7 over one.
TEST(NextToken, KeepsItsCacheBeyondTheContextWhereTheWindowIsShort) {
  const MadeModel made = make(windowed);
  EXPECT_EQ(reach_of(made.model->config()), 5);
  EXPECT_EQ(reach_of(make([](ModelConfig& c) { c.positions = "rotary"; }).model->config()), 12);
  NextToken next(*made.model, made.weights);
  next.begin(one_prompt());
  while (next.length() < 12) next.append(std::vector<TokenId>{2});
  const Index before = next.work().positions;
  EXPECT_EQ(before, 12);
  for (Index i = 0; i < 8; ++i) next.append(std::vector<TokenId>{2});
  EXPECT_EQ(next.work().positions - before, 5 + 7);
  EXPECT_EQ(next.length(), 12);
}

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
            "the prompt is empty: enter at least one token");
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

/// Beams, greedy decoding and sampling all go as far as the model can: a recurrent network beyond its
/// context, a Transformer's decoder to its last position.
TEST(Generation, AnswersOfOneModelEndAtOnePlace) {
  constexpr Index kWanted = 20;
  for (const bool recurrent : {false, true}) {
    SCOPED_TRACE(recurrent);
    const MadeModel made = make([&](ModelConfig& config) {
      recurrent ? recurrent_pairs(config) : pairs(config);
      config.context = 5;
    });
    Batch batch;
    batch.resize(1, 3, 1);
    batch.source = {1, 5, 2};
    batch.source_lengths = {3};
    batch.input = {1};
    batch.input_lengths = {1};
    const TokenId never = -1;
    const std::size_t wanted = recurrent ? kWanted : 5;
    RandomStream random(1);
    EXPECT_EQ(decode_greedily(*made.model, made.weights, batch, 1, never, kWanted)[0].size(), wanted);
    EXPECT_EQ(decode_sampled(*made.model, made.weights, batch, 1, never, kWanted, {}, random)[0].size(),
              wanted);
    EXPECT_EQ(beam_search(*made.model, made.weights, batch, never, {1, 0, kWanted}).best[0].tokens.size(),
              wanted);
  }
}

TEST(Sampling, TheRepetitionPenaltyMakesWhatIsThereLessProbable) {
  const std::vector<Real> logits{2, -1, 0.5F, 3};
  EXPECT_EQ(penalized_logits(logits, std::vector<TokenId>{0, 1, 0, -1}, 2),
            (std::vector<Real>{1, -2, 0.5F, 3}));
  EXPECT_EQ(penalized_logits(logits, std::vector<TokenId>{0, 3}, 1), logits);
  RandomStream random(1);
  EXPECT_EQ(
      sample_token(logits, std::vector<TokenId>{3}, {.temperature = 0, .repetition_penalty = 2}, random), 0);
}

TEST(Generation, APenaltyIsOfTheWholeTextSoFar) {
  const MadeModel made = make([](ModelConfig&) {});
  const SamplingOptions options{.temperature = 0, .repetition_penalty = 3};
  RandomStream random(1);
  std::vector<TokenId> text{1, 4, 2};
  const std::vector<TokenId> said = generate(*made.model, made.weights, text, 6, -1, options, random);
  NextToken next(*made.model, made.weights);
  Batch batch;
  batch.resize(1, 0, 3);
  batch.input = text;
  batch.input_lengths = {3};
  next.begin(batch);
  ASSERT_EQ(said.size(), 6u);
  for (const TokenId token : said) {
    const std::vector<Real> logits = penalized_logits(next.logits(0), text, 3);
    EXPECT_EQ(token, std::ranges::max_element(logits) - logits.begin());
    text.push_back(token);
    next.append({&token, 1});
  }
}

TEST(Sampling, OptionsThatCannotBeAreNamed) {
  const auto refusal = [](const SamplingOptions& options) {
    return error_text<std::invalid_argument>([&] { options.validate(); });
  };
  EXPECT_EQ(refusal({.min_p = 2}), "min-p is 2.000000, but must be from 0 to 1");
  EXPECT_EQ(refusal({.repetition_penalty = 0}),
            "repetition-penalty is 0.000000, but must be a finite number greater than 0");
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
  EXPECT_EQ(refusal({2, -1, 4}), "length-penalty is -1.000000, but must be a finite number of at least 0");
  EXPECT_EQ(refusal({2, 0, 0}), "max-tokens is 0, but must be at least 1");
}

}  // namespace
}  // namespace attnlab::testing
