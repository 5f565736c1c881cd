// What models that describe pictures learn, over three seeds: sentences that they never saw, and that a word
// looks at the figure that it is about.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/trace/tracer.h"
#include "core/training/evaluate.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

constexpr Index kPicturesSeen = 200;

/// The colours of the task, by which of red, green and blue are bright.
struct BrightColour {
  const char* word;
  bool red, green, blue;
};
constexpr BrightColour kBrightColours[] = {{"red", true, false, false},
                                           {"green", false, true, false},
                                           {"blue", false, false, true},
                                           {"yellow", true, true, false}};

/// Whether most of a pixel at least is of the figure with this colour.
bool is_of(const BrightColour& colour, const Picture& picture, Index y, Index x) {
  const auto light = [&](Index channel) {
    return static_cast<double>(
        picture.pixels[static_cast<std::size_t>((channel * picture.height + y) * picture.width + x)]);
  };
  const auto bright = [](double value) { return value > 0.48; };
  return bright(light(0)) == colour.red && bright(light(1)) == colour.green &&
         bright(light(2)) == colour.blue;
}

/// For each patch, whether it shows a part of the figure with this colour: at least two pixels of it.
std::vector<bool> patches_of(const BrightColour& colour, const Picture& picture, Index patch) {
  const Index across = picture.width / patch;
  std::vector<int> pixels(static_cast<std::size_t>(across * across), 0);
  for (Index y = 0; y < picture.height; ++y)
    for (Index x = 0; x < picture.width; ++x)
      pixels[static_cast<std::size_t>(y / patch * across + x / patch)] += is_of(colour, picture, y, x);
  std::vector<bool> shown;
  for (const int count : pixels) shown.push_back(count >= 2);
  return shown;
}

/// Means over the colour words of held-out pictures.
struct Looking {
  double own = 0;    ///< share of the attention that is on patches of the figure with this colour
  double other = 0;  ///< on those of the other figure
  double area = 0;   ///< share of all patches that the figure with this colour covers
  double words = 0;

  void mean() {
    for (double* sum : {&own, &other, &area}) *sum /= words;
  }
};

double share_on(const std::vector<bool>& patches, std::span<const double> row) {
  double sum = 0;
  for (std::size_t i = 0; i < patches.size(); ++i) sum += patches[i] ? row[i] : 0;
  return sum;
}

/// Where the query of one word looks, mean over the heads of the last layer.
std::vector<double> looks_at(const Trace& trace, Index query) {
  const Index layer = trace.config().layers - 1;
  const TraceTensor& weights =
      trace.at("decoder.layers." + std::to_string(layer) + ".cross_attention.weights");
  const Index heads = weights.shape[1], queries = weights.shape[2], keys = weights.shape[3];
  std::vector<double> row(static_cast<std::size_t>(keys), 0);
  for (Index head = 0; head < heads; ++head)
    for (Index key = 0; key < keys; ++key)
      row[static_cast<std::size_t>(key)] +=
          static_cast<double>(
              weights.value[static_cast<std::size_t>((head * queries + query) * keys + key)]) /
          static_cast<double>(heads);
  return row;
}

const BrightColour* colour_named(const std::string& word) {
  const auto* const found = std::ranges::find(kBrightColours, word, &BrightColour::word);
  return found == std::end(kBrightColours) ? nullptr : found;
}

void add_words(const Trace& trace, const Picture& picture, Looking& looking) {
  const auto pieces = static_cast<Index>(trace.input_pieces.size());
  std::vector<const BrightColour*> colours;
  for (const Piece& piece : trace.input_pieces)
    if (const BrightColour* colour = colour_named(piece.text)) colours.push_back(colour);
  ASSERT_EQ(colours.size(), 2u);
  for (Index query = 0; query < pieces; ++query) {
    const BrightColour* const colour = colour_named(trace.input_pieces[static_cast<std::size_t>(query)].text);
    if (!colour) continue;
    const std::vector<double> row = looks_at(trace, query);
    const auto own = patches_of(*colour, picture, trace.config().patch_size),
               other = patches_of(colour == colours[0] ? *colours[1] : *colours[0], picture,
                                  trace.config().patch_size);
    looking.own += share_on(own, row);
    looking.other += share_on(other, row);
    looking.area += static_cast<double>(std::ranges::count(own, true)) / static_cast<double>(own.size());
    ++looking.words;
  }
}

Looking looking_of(const Learnt& learnt, const std::vector<Example>& examples) {
  const Tracer tracer(learnt.experiment.model, learnt.experiment.vocabularies);
  const SnapshotPtr snapshot = learnt.snapshot();
  Looking looking;
  for (const Example& example : examples) {
    const TracePtr trace =
        tracer.trace(snapshot, {.target = example.target, .picture = example.picture, .gradients = false});
    add_words(*trace, *example.picture, looking);
  }
  looking.mean();
  return looking;
}

Accuracy of_unseen(const Learnt& learnt) {
  const Experiment& e = learnt.experiment;
  return accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, e.task->validation_examples(1000));
}

class Describing : public ::testing::TestWithParam<int> {
 protected:
  static Learnt learn_with_seed(const char* preset) {
    return learn(preset, {"training.seed=" + std::to_string(GetParam())});
  }
};

TEST_P(Describing, AColourLooksAtItsFigure) {
  const Learnt learnt = learn_with_seed("describe");
  const double right = of_unseen(learnt).sequences;
  const Looking looking = looking_of(learnt, learnt.experiment.task->validation_examples(kPicturesSeen));
  std::printf(
      "describe, seed %d: %.4f of unseen sentences after %.1f s; a colour's query has %.3f of its "
      "attention on its own figure (%.3f of all patches), %.3f on the other\n",
      GetParam(), right, learnt.seconds, looking.own, looking.area, looking.other);
  EXPECT_GE(right, learnt.experiment.preset.goal.value);
  EXPECT_GE(looking.own, 0.4);
  EXPECT_GE(looking.own, 2 * looking.area);
  EXPECT_GE(looking.own, 2 * looking.other);
}

TEST_P(Describing, OneVectorHoldsTheSentence) {
  const Learnt learnt = learn_with_seed("describe-rnn");
  const Accuracy right = of_unseen(learnt);
  std::printf("describe-rnn, seed %d: %.4f of unseen words, %.4f of sentences after %.1f s\n", GetParam(),
              right.tokens, right.sequences, learnt.seconds);
  EXPECT_GE(right.tokens, learnt.experiment.preset.goal.value);
}

// Each learns for minutes.
INSTANTIATE_TEST_SUITE_P(Every, Describing, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace attnlab::testing
