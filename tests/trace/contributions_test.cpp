// Contributions add up to the logit, and what leaving a part out takes is what a pass without it takes.
#include "core/analysis/contributions/contributions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/layers/attention_sites.h"
#include "core/layers/norm_placement.h"
#include "core/models/architecture_kind.h"
#include "tests/support/error_text.h"
#include "tests/trace/preset_traces.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

using Options = std::vector<std::string>;

Options tiny(Options more = {}) {
  more.insert(more.begin(), {"width=8", "heads=2", "layers=2", "feed_forward=12"});
  return more;
}

const TraceRequest kOwlText{.target = "the owl"};

/// Rounding of a sum of `parts` in float, which the pass is computed in.
double tolerance(const Contributions& all) {
  double size = 1;
  for (const ContributionPart& part : all.parts) size += std::abs(part.value);
  return std::min(1e-4, 2e-5 * size);
}

void expect_sums(const Trace& trace, const AskedLogit& asked) {
  const Contributions all = split_logit(trace, asked);
  const std::string where = "position " + std::to_string(asked.position);
  EXPECT_NEAR(all.sum(), all.logit, tolerance(all)) << where;
  EXPECT_EQ(all.divisor > 0, norm_placement(trace.config().norm).has_norms());
  for (const ContributionPart& part : all.parts) {
    EXPECT_TRUE(std::isfinite(part.value) && std::isfinite(part.left_out)) << part.tensor;
    EXPECT_EQ(part.divisor > 0, all.divisor > 0) << part.tensor;
    if (part.kind != ContributionPart::Kind::Head) continue;
    double sum = part.edited, weights = 0;
    for (const SourceShare& source : part.sources) {
      sum += source.value;
      weights += source.weight;
      EXPECT_NEAR(source.weight * source.says, source.value, 1e-9);
    }
    EXPECT_NEAR(weights, 1, 1e-5) << part.tensor;
    EXPECT_NEAR(sum, part.value, tolerance(all)) << part.tensor << "#" << part.head;
  }
}

double trace_logit(const Trace& trace, Index position, TokenId word) {
  const TraceTensor& logits = trace.at("output.logits");
  return static_cast<double>(logits.value[static_cast<std::size_t>(position * logits.shape.last() + word)]);
}

class ContributionsOfPreset : public ::testing::TestWithParam<std::string> {};

TEST_P(ContributionsOfPreset, AddUpToTheLogit) {
  const TracePtr trace = first_trace(find_preset(GetParam()), 0.05);
  if (!has_stream_path(trace->config())) {
    EXPECT_FALSE(why_no_stream_path(trace->config()).empty());
    EXPECT_EQ(error_text<std::invalid_argument>([&] { split_logit(*trace, {}); }),
              "the logits of this model cannot be split into contributions: " +
                  std::string(why_no_stream_path(trace->config())));
    return;
  }
  const TraceTensor& logits = trace->at("output.logits");
  const Index positions = logits.shape[1], words = logits.shape.last();
  for (const Index position : {Index(0), positions / 2, positions - 1}) {
    expect_sums(*trace, {position, static_cast<TokenId>(words - 1)});
    expect_sums(*trace, {position, 0, static_cast<TokenId>(words / 2)});
    EXPECT_NEAR(split_logit(*trace, {position, 1}).logit, trace_logit(*trace, position, 1), 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, ContributionsOfPreset, ::testing::ValuesIn(trainable_presets()),
                         [](const auto& given) { return test_name(given.param); });

TEST(Contributions, AddUpWithEachKindOfModel) {
  const std::vector<Options> kOptions = {
      {},
      {"model.norm_kind=rms", "model.bias=false"},
      {"model.norm=none"},
      {"model.norm=post"},
      {"model.norm=post", "model.norm_kind=rms"},
      {"model.tied_output=false"},
      {"model.positions=sinusoidal"},
      {"model.positions=rotary", "model.key_value_heads=1", "model.activation=swiglu"},
      {"model.experts=3", "model.experts_per_token=2"},
      {"model.feed_forward=0"},
  };
  for (const Options& options : kOptions) {
    const TracePtr trace = TracedPreset("characters", tiny(options)).trace(kOwlText);
    for (const Index position : {0, 3, 6}) expect_sums(*trace, {position, 5, 2});
  }
}

TEST(Contributions, AddUpForPooledModelsAndTranslators) {
  for (const char* pooling : {"model.pooling=cls", "model.pooling=mean"}) {
    const TracePtr trace = TracedPreset("sentiment", tiny({pooling})).trace({.source = "the movie was good"});
    expect_sums(*trace, {0, 1});
    expect_sums(*trace, {0, 0, 1});
  }
  for (const char* norm : {"model.norm=pre", "model.norm=post", "model.norm=none"}) {
    const TracePtr trace =
        TracedPreset("translate", tiny({norm})).trace({.source = "the cat", .target = "le chat"});
    for (const Index position : {0, 2}) expect_sums(*trace, {position, 7, 4});
  }
}

TEST(Contributions, OfCrossAttentionAreOfTheSource) {
  const TracePtr trace =
      TracedPreset("translate", tiny()).trace({.source = "the cat sleeps", .target = "le chat"});
  Index cross = 0;
  for (const ContributionPart& part : split_logit(*trace, {1, 5}).parts) {
    EXPECT_TRUE(part.layer() < 0 || part.place.text() == Text::Target) << "a part of the encoder";
    if (part.kind != ContributionPart::Kind::Head || part.place.key_text() != Text::Source) continue;
    EXPECT_EQ(part.sources.size(), trace->source_pieces.size());
    ++cross;
  }
  EXPECT_EQ(cross, 4);
}

TEST(Contributions, NameEachPart) {
  const TracePtr trace = TracedPreset("characters", tiny()).trace(kOwlText);
  std::vector<std::string> tensors, titles;
  for (const ContributionPart& part : split_logit(*trace, {1, 2}).parts) {
    tensors.push_back(part.tensor + (part.head < 0 ? "" : "#" + std::to_string(part.head)));
    titles.push_back(part_title(part));
  }
  const std::string a = "decoder.layers.0.", b = "decoder.layers.1.";
  EXPECT_EQ(tensors, (Options{"target.embedding", "target.positions", a + "self_attention.context#0",
                              a + "self_attention.context#1", a + "self_attention.output.bias",
                              a + "feed_forward.output", b + "self_attention.context#0",
                              b + "self_attention.context#1", b + "self_attention.output.bias",
                              b + "feed_forward.output", "decoder.norm.beta"}));
  EXPECT_EQ(titles, (Options{"embedding", "position", "layer 0 · head 0", "layer 0 · head 1",
                             "layer 0 · attention bias", "layer 0 · feed-forward", "layer 1 · head 0",
                             "layer 1 · head 1", "layer 1 · attention bias", "layer 1 · feed-forward",
                             "final norm β"}));
}

/// Nothing after the last layer's heads reads the stream but norm and output.
TEST(Contributions, WithoutALastHeadAreThoseOfAPassWithoutIt) {
  for (const char* norm : {"model.norm=pre", "model.norm=post", "model.norm=none"}) {
    const TracedPreset preset("characters", tiny({norm, "model.feed_forward=0"}));
    const TracePtr trace = preset.trace(kOwlText);
    const Contributions all = split_logit(*trace, {4, 3, 6});
    for (const ContributionPart& part : all.parts) {
      if (part.kind != ContributionPart::Kind::Head || part.layer() != 1) continue;
      TraceRequest without = kOwlText;
      without.edits = {parse_edit("zero decoder.layers.1.self_attention#" + std::to_string(part.head))};
      const TracePtr other = preset.trace(without);
      const double fallen = all.logit - (trace_logit(*other, 4, 3) - trace_logit(*other, 4, 6));
      EXPECT_NEAR(part.left_out, fallen, 1e-4) << norm;
      if (norm_placement(trace->config().norm).has_norms()) {
        EXPECT_GT(std::abs(part.error()), 1e-5) << norm;
        EXPECT_NE(part.divisor, all.divisor);
      } else {
        EXPECT_NEAR(part.error(), 0, 1e-6);
      }
    }
  }
}

/// γ·(x − μ)/√(σ² + ε) without one addend, by hand.
TEST(Contributions, SayTheNormsDivisorWithoutAPart) {
  const TracedPreset preset("characters", tiny());
  const TracePtr trace = preset.trace(kOwlText);
  const Contributions all = split_logit(*trace, {2, 1});
  const TraceTensor &stream = trace->at("decoder.layers.1.feed_forward_residual"),
                    &added = trace->at("decoder.layers.1.feed_forward.output");
  const auto part = std::ranges::find(all.parts, added.name, &ContributionPart::tensor);
  std::vector<double> without;
  double mean = 0, variance = 0;
  for (std::size_t c = 16; c < 24; ++c) {
    without.push_back(static_cast<double>(stream.value[c]) - static_cast<double>(added.value[c]));
    mean += without.back() / 8;
  }
  for (const double x : without) variance += (x - mean) * (x - mean) / 8;
  EXPECT_NEAR(part->divisor, std::sqrt(variance + 1e-5), 1e-5);
}

TEST(Contributions, CountEdits) {
  const char* const edits[] = {"zero decoder.layers.0.self_attention#1",
                               "no mask decoder.layers.0.self_attention",
                               "no residual decoder.layers.1.attention_residual",
                               "no sublayer decoder.layers.1.attention_residual",
                               "decoder.layers.0.self_attention.output[0,*,2]+=1",
                               "decoder.layers.0.self_attention.context[0,1,3,*]=2",
                               "decoder.layers.0.feed_forward_residual[0,3,4]=1",
                               "decoder.layers.1.feed_forward.output[0,*,*]*=2",
                               "target.embedding[0,3,1]+=1",
                               "target.input[0,3,1]+=1",
                               "output.logits[0,3,5]+=1",
                               "no norm decoder.layers.1.attention_norm",
                               "no positions",
                               "decoder.layers.1.feed_forward_norm.output[0,3,1]+=1"};
  for (const std::string norm : {"pre", "post"}) {
    const TracedPreset preset("characters", tiny({"model.norm=" + norm}));
    for (const char* const edit : edits) {
      TraceRequest request = kOwlText;
      request.edits = {parse_edit(edit)};
      SCOPED_TRACE(norm + ": " + edit);
      expect_sums(*preset.trace(request), {3, 5, 2});
    }
  }
}

TEST(Contributions, NameWhatAnEditOfASumAdds) {
  TraceRequest request = kOwlText;
  request.edits = {parse_edit("decoder.layers.0.attention_residual[0,3,1]+=1")};
  const Contributions all = split_logit(*TracedPreset("characters", tiny()).trace(request), {3, 5});
  const auto edit = std::ranges::find(all.parts, ContributionPart::Kind::Edited, &ContributionPart::kind);
  ASSERT_NE(edit, all.parts.end());
  EXPECT_EQ(part_title(*edit), "edit of decoder.layers.0.attention_residual");
  EXPECT_NE(edit->value, 0);
}

TEST(Contributions, AreOfPositionsAndWordsThatAreThere) {
  const TracePtr trace = TracedPreset("characters", tiny()).trace(kOwlText);
  EXPECT_THROW(split_logit(*trace, {7, 0}), std::out_of_range);
  EXPECT_THROW(split_logit(*trace, {-1, 0}), std::out_of_range);
  EXPECT_THROW(split_logit(*trace, {0, -1}), std::out_of_range);
  EXPECT_THROW(split_logit(*trace, {0, 0, 100000}), std::out_of_range);
}

}  // namespace
}  // namespace attnlab::testing
