// Residual stream: states that add up, their sizes and cosines, and a lens that ends in the prediction.
#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/residual/lens.h"
#include "core/analysis/residual/stream.h"
#include "core/layers/norm_placement.h"
#include "core/models/architecture_kind.h"
#include "tests/support/error_text.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

using LensOptions = std::vector<std::string>;

LensOptions small_with(const LensOptions& more = {}) {
  LensOptions options = kSmall;
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// A model, and a text that it reads.
struct LensCase {
  const char* preset;
  LensOptions options;
  TraceRequest request;
  std::size_t rows;       ///< states of the stream
  const char* beginning;  ///< the first of them
};

const TraceRequest kOwl{.target = "the owl"};
const TraceRequest kCat{.source = "the cat", .target = "le chat"};

std::vector<LensCase> lens_cases() {
  return {
      {"characters", {}, kOwl, 5, "target.input"},
      {"characters", {"model.norm_kind=rms", "model.bias=false"}, kOwl, 5, "target.input"},
      {"characters", {"model.norm=none"}, kOwl, 5, "target.input"},
      {"characters", {"model.norm=post"}, kOwl, 5, "target.input"},
      {"characters", {"model.tied_output=false"}, kOwl, 5, "target.input"},
      {"characters", {"model.positions=rotary", "model.key_value_heads=1"}, kOwl, 5, "target.embedding"},
      {"characters", {"model.experts=3", "model.experts_per_token=2"}, kOwl, 5, "target.input"},
      {"characters", {"model.feed_forward=0"}, kOwl, 3, "target.input"},
      {"translate", {}, kCat, 7, "target.input"},
      {"translate", {"model.norm=pre"}, kCat, 7, "target.input"},
      {"translate", {"model.tied_output=false"}, kCat, 7, "target.input"},
      {"sentiment", {}, {.source = "good", .target = "positive"}, 5, "source.input"},
      {"sentiment", {"model.pooling=cls"}, {.source = "good", .target = "positive"}, 5, "source.input"},
      {"sentiment",
       {"model.pooling=cls", "model.positions=rotary"},
       {.source = "good", .target = "positive"},
       5,
       "source.with_class"},
      {"masked-words", {}, {.source = "the <mask> sat", .target = "the owl sat"}, 5, "source.input"},
      {"bracket-depth", {}, {.source = "(())", .generate_target = true}, 5, "source.input"},
  };
}

std::vector<double> model_probabilities(const Trace& trace) {
  const TraceTensor& found = trace.at("output.probabilities");
  return {found.value.begin(), found.value.end()};
}

void expect_last_row_is_prediction(const Trace& trace, const std::string& what) {
  const Lens lens = logit_lens(trace, 1000);
  const std::vector<double> said = model_probabilities(trace);
  const auto words = static_cast<std::size_t>(trace.config().target_vocabulary);
  const std::vector<LensCell>& cells = lens.rows.back().cells;
  ASSERT_EQ(cells.size() * words, said.size()) << what;
  EXPECT_EQ(lens_pieces(trace).size(), cells.size()) << what;
  for (std::size_t t = 0; t < cells.size(); ++t) {
    ASSERT_EQ(cells[t].top.size(), words);
    for (const LensWord& word : cells[t].top)
      EXPECT_NEAR(word.probability, said[t * words + static_cast<std::size_t>(word.token)], 1e-5) << what;
    const TokenId right = trace.batch().target[t];
    EXPECT_EQ(cells[t].has_right(), right >= 0) << what;
    if (right < 0) continue;
    EXPECT_NEAR(cells[t].right_probability, said[t * words + static_cast<std::size_t>(right)], 1e-5);
    const auto rank = static_cast<std::size_t>(cells[t].right_rank);
    ASSERT_TRUE(rank >= 1 && rank <= words);
    EXPECT_EQ(cells[t].top[rank - 1].logit, cells[t].right_logit);
    EXPECT_EQ(cells[t].is_right(), rank == 1);
  }
}

TEST(ResidualLens, EndsInWhatEveryKindOfModelSays) {
  for (const LensCase& c : lens_cases()) {
    std::string what = c.preset;
    for (const std::string& option : c.options) what += " " + option;
    const TracePtr trace = TracedPreset(c.preset, small_with(c.options)).trace(c.request);
    const Lens lens = logit_lens(*trace);
    ASSERT_EQ(lens.rows.size(), c.rows) << what;
    EXPECT_EQ(lens.rows.front().stream, c.beginning) << what;
    EXPECT_EQ(lens.pooled, gives_class(format_of(trace->config()))) << what;
    expect_last_row_is_prediction(*trace, what);
  }
}

TEST(ResidualLens, ReadsThePicturesOfAVisionTransformer) {
  for (const char* pooling : {"model.pooling=cls", "model.pooling=mean"}) {
    const TracedPreset model("digits", small_with({pooling}));
    const Example example = model.experiment.task->validation_examples(1).at(0);
    const TracePtr trace = model.trace({.target = example.target, .picture = example.picture});
    EXPECT_EQ(logit_lens(*trace).rows.front().stream, "picture.input");
    expect_last_row_is_prediction(*trace, pooling);
  }
}

TEST(ResidualLens, SumsOneToOneAndEntropiesLieBetweenZeroAndAllBits) {
  const TracePtr trace = small_gpt().trace(kOwl);
  const auto words = static_cast<double>(trace->config().target_vocabulary);
  for (const LensRow& row : logit_lens(*trace, 1000).rows)
    for (const LensCell& cell : row.cells) {
      double sum = 0;
      for (const LensWord& word : cell.top) sum += word.probability;
      EXPECT_NEAR(sum, 1, 1e-9);
      EXPECT_GE(cell.entropy, 0);
      EXPECT_LE(cell.entropy, std::log2(words) + 1e-9);
    }
}

TEST(ResidualLens, ReadsTheNormOfASumWhereNormsFollow) {
  const TracePtr trace = TracedPreset("translate", kSmall).trace(kCat);
  ASSERT_TRUE(norm_placement(trace->config().norm).after());
  const Lens lens = logit_lens(*trace);
  EXPECT_EQ(lens.rows[1].stream, "decoder.layers.0.attention_norm.output");
  EXPECT_EQ(lens.rows[2].stream, "decoder.layers.0.cross_attention_norm.output");
  EXPECT_EQ(lens.rows[2].part.name(), "decoder.layers.0.cross_attention");
}

TEST(ResidualLens, FollowsEdits) {
  const TracedPreset& model = small_gpt();
  TraceHooks hooks;
  hooks.interventions.push_back(
      {"decoder.layers.1.feed_forward.output",
       [](const Shape&, std::span<Real> cells) { std::ranges::fill(cells, Real(0)); }});
  const Lens lens = logit_lens(*model.trace(kOwl, hooks));
  EXPECT_EQ(lens.rows[3].cells[2].right_probability, lens.rows[4].cells[2].right_probability);
  expect_last_row_is_prediction(*model.trace(kOwl, hooks), "edited");
}

TEST(ResidualLens, SaysWhyOtherModelsHaveNone) {
  for (const ArchitectureKind& kind : architecture_kinds()) {
    ModelConfig config;
    config.architecture = kind.name;
    EXPECT_EQ(has_lens(config), kind.has_blocks()) << kind.name;
    if (!has_lens(config)) {
      EXPECT_FALSE(no_lens(config).empty()) << kind.name;
    }
  }
  const TracePtr rnn = TracedPreset("rnn", {"width=8", "layers=1"}).trace(kOwl);
  EXPECT_TRUE(residual_states(*rnn).empty());
  EXPECT_EQ(error_text<std::invalid_argument>([&] { logit_lens(*rnn); }),
            "this model does not have a residual stream: its layers replace their state instead of adding to "
            "a stream");
  EXPECT_EQ(error_text<std::invalid_argument>([&] { logit_lens(*small_gpt().trace(kOwl), 0); }),
            "the number of tokens in the lens is 0, but must be at least 1");
}

TEST(ResidualStream, AddsUpWithoutNormsAfterIt) {
  for (const LensOptions& options :
       {LensOptions{}, LensOptions{"model.norm=none"}, LensOptions{"model.experts=3"}}) {
    const TracePtr trace = TracedPreset("characters", small_with(options)).trace(kOwl);
    std::vector<double> sum;
    for (const StreamState& state : residual_states(*trace)) {
      sum.resize(state.addition->value.size());
      for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] += static_cast<double>(state.addition->value[i]);
        EXPECT_NEAR(sum[i], static_cast<double>(state.sum->value[i]), 1e-5) << state.sum->name;
      }
    }
  }
}

TEST(ResidualStream, HasASumBeforeEachNormThatFollows) {
  const TracePtr trace = TracedPreset("translate", kSmall).trace(kCat);
  const std::vector<StreamState> states = residual_states(*trace);
  ASSERT_EQ(states.size(), 7u);
  EXPECT_TRUE(states[0].begins());
  for (std::size_t i = 1; i < states.size(); ++i) {
    EXPECT_NE(states[i].sum, states[i].stream);
    for (std::size_t c = 0; c < states[i].sum->value.size(); ++c)
      EXPECT_NEAR(states[i].sum->value[c], states[i - 1].stream->value[c] + states[i].addition->value[c],
                  1e-5);
  }
}

TEST(ResidualStream, SizesAndCosinesAreThoseOfTheVectors) {
  const TracedPreset& model = small_gpt();
  TraceHooks hooks;  // at position 1: 3 and 4, the same doubled, and a right angle to both
  const auto write = [&](const char* name, Real x, Real y) {
    hooks.interventions.push_back({name, [=](const Shape& shape, std::span<Real> cells) {
                                     const auto width = static_cast<std::size_t>(shape.last());
                                     std::ranges::fill(cells, Real(0));
                                     cells[width] = x, cells[width + 1] = y;
                                   }});
  };
  write("target.input", 3, 4);
  write("decoder.layers.0.self_attention.output", -6, -8);
  write("decoder.layers.0.feed_forward.output", 4, -3);
  const TracePtr trace = model.trace(kOwl, hooks);
  const std::vector<StreamState> states = residual_states(*trace);
  EXPECT_EQ(row_sizes(*states[0].sum)[1], 5);
  EXPECT_EQ(row_sizes(*states[1].addition)[1], 10);
  EXPECT_EQ(row_sizes(*states[1].sum)[1], 5);
  EXPECT_EQ(row_sizes(*states[1].sum)[0], 0);
  const std::vector<double> cosines = addition_cosines(states, 1);
  ASSERT_EQ(cosines.size(), 25u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(cosines[i * 6], 1, 1e-12);
  EXPECT_NEAR(cosines[1], -1, 1e-12);
  EXPECT_NEAR(cosines[5], -1, 1e-12);
  EXPECT_NEAR(cosines[2], 0, 1e-12);
  EXPECT_TRUE(std::isnan(addition_cosines(states, 0)[1])) << "zeros have no direction";
  EXPECT_THROW(addition_cosines(states, 7), std::out_of_range);
}

}  // namespace
}  // namespace attnlab::testing
