// Probing: which points of the stream are read in each architecture, what is counted, and what a probe cannot
// find.
#include "core/analysis/probes/probing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/training/preset.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

constexpr Index kFew = 120;

/// An untrained model, its task, and one of its stacks under probes.
struct Probed {
  Experiment made;
  SnapshotPtr start;
  ProbedStack stack;

  Probed(const char* preset, Text text)
      : made(make_experiment(find_preset(preset))),
        start(first_snapshot(*made.model, 1)),
        stack(probed_stack(made, text)) {}

  ProbeReport report(const char* label,
                     ProbeSettings settings = {.training = kFew, .held_out = kFew / 2}) const {
    return probe_layers(*made.model, *made.vocabularies, *made.task, start->weights, stack,
                        probe_label(label), settings);
  }
};

std::string titles(const ProbeReport& report) {
  std::string all;
  for (const ProbedLayer& layer : report.layers) all += (all.empty() ? "" : ", ") + point_title(layer.point);
  return all;
}

TEST(Probing, ReadsTheStreamBehindTheEmbeddingAndBehindEachLayer) {
  struct Case {
    const char *preset, *label, *titles, *first, *last;
    Text text;
  };
  const Case cases[] = {{"translate", "speech", "embedding, layer 0, layer 1", "source.input",
                         "encoder.layers.1.feed_forward_norm.output", Text::Source},
                        {"translate", "speech", "embedding, layer 0, layer 1", "target.input",
                         "decoder.layers.1.feed_forward_norm.output", Text::Target},
                        {"addition", "carry", "embedding, layer 0, layer 1", "target.input",
                         "decoder.layers.1.feed_forward_residual", Text::Target},
                        {"induction", "before", "embedding, layer 0, layer 1", "target.embedding",
                         "decoder.layers.1.feed_forward_residual", Text::Target},
                        {"sentiment", "answer", "embedding, layer 0, layer 1", "source.input",
                         "encoder.layers.1.feed_forward_residual", Text::Source},
                        {"digits", "row", "embedding, layer 0, layer 1", "picture.input",
                         "encoder.layers.1.feed_forward_residual", Text::Source},
                        {"brackets-lstm", "depth", "embedding, layer 0", "source.embedding",
                         "recurrent.layers.0.hidden", Text::Source},
                        {"seq2seq-attention", "speech", "embedding, layer 0", "source.embedding",
                         "encoder.layers.0.output", Text::Source},
                        {"seq2seq-attention", "speech", "embedding, layer 0", "target.embedding",
                         "decoder.layers.0.hidden", Text::Target},
                        {"describe-rnn", "before", "embedding, layer 0", "target.embedding",
                         "decoder.layers.0.hidden", Text::Target}};
  for (const Case& c : cases) {
    const ProbeReport report = Probed(c.preset, c.text).report(c.label);
    EXPECT_EQ(titles(report), c.titles) << c.preset;
    const auto name = [](const ProbedLayer& layer) {
      return full_name(layer.point.place, *layer.point.site);
    };
    EXPECT_EQ(name(report.layers.front()), c.first);
    EXPECT_EQ(name(report.layers.back()), c.last);
  }
}

TEST(Probing, CountsTheTokensItJudges) {
  const ProbeReport report = Probed("bracket-depth", Text::Source).report("depth");
  EXPECT_GE(report.training_tokens, kFew);
  EXPECT_GE(report.held_out_tokens, kFew / 2);
  const auto sum = [](const std::vector<Index>& counts) {
    return std::accumulate(counts.begin(), counts.end(), Index(0));
  };
  EXPECT_EQ(sum(report.held_out), report.held_out_tokens);
  const auto most = static_cast<std::size_t>(report.majority_class);
  EXPECT_DOUBLE_EQ(report.majority,
                   static_cast<double>(report.held_out[most]) / static_cast<double>(report.held_out_tokens));
  EXPECT_DOUBLE_EQ(report.error(0.5), std::sqrt(0.25 / static_cast<double>(report.held_out_tokens)));
  for (const ProbedLayer& layer : report.layers) {
    EXPECT_EQ(sum(layer.confusion), report.held_out_tokens);
    Index right = 0;
    for (std::size_t k = 0; k < report.classes.size(); ++k)
      right += layer.confusion[k * report.classes.size() + k];
    EXPECT_DOUBLE_EQ(layer.accuracy,
                     static_cast<double>(right) / static_cast<double>(report.held_out_tokens));
  }
}

/// A learned vector a position is in every row of the input; shuffled labels are in none.
TEST(Probing, FindsPositionsInTheInputAndNoShuffledLabels) {
  const ProbeReport report =
      Probed("bracket-depth", Text::Source).report("position", {.training = 1000, .held_out = 500});
  EXPECT_GT(report.layers[0].accuracy, 0.95);
  EXPECT_LT(report.layers[0].control, report.majority + 0.1);
  EXPECT_GT(report.layers[0].selectivity(), 0.8);
}

TEST(Probing, PutsRareClassesTogether) {
  const ProbeReport report =
      Probed("induction", Text::Target).report("before", {.training = 1000, .held_out = 300, .classes = 5});
  ASSERT_EQ(report.classes.size(), 5u);
  EXPECT_EQ(report.classes.back(), kOtherClasses);
  EXPECT_EQ(report.class_of("no such token"), 4);
  EXPECT_EQ(Probed("bracket-depth", Text::Source).report("depth").class_of("none"), -1);
}

TEST(Probing, StopsWhereItIsAskedTo) {
  ProbeSettings settings{.training = kFew, .held_out = kFew};
  settings.fit.goes_on = [] { return false; };
  EXPECT_TRUE(Probed("bracket-depth", Text::Source).report("depth", settings).layers.empty());
}

TEST(Probing, RefusesALabelOfOneValue) {
  Probed probed("bracket-depth", Text::Source);
  probed.stack.longest = 1 << 20;  // all positions in one group
  EXPECT_EQ(error_text<std::invalid_argument>([&] { probed.report("position"); }),
            "label position has fewer than two values in the examples of this task: choose another label");
}

TEST(Probing, ModelsWithoutLayersHaveNoStack) {
  EXPECT_TRUE(probed_texts(find_preset("word-vectors").model).empty());
  EXPECT_EQ(probed_texts(find_preset("describe").model), (std::vector<Text>{Text::Source, Text::Target}));
  EXPECT_EQ(probed_texts(find_preset("describe-rnn").model), (std::vector<Text>{Text::Target}));
  EXPECT_EQ(probed_texts(find_preset("digits").model), (std::vector<Text>{Text::Source}));
}

}  // namespace
}  // namespace attnlab::testing
