// The view Vectors: its options, its keys and its row. Every architecture has vectors: a table, or states.
#include "app/feature/features.h"
#include "app/features/vectors/choice.h"
#include "app/state/app_state.h"

namespace attnlab {
namespace {

constexpr double kMostComponent = 100000;

Fields vectors_fields(Choices& choices) {
  VectorsChoice& c = choices.of<VectorsChoice>();
  return {{"part", &c.part, "what is shown", {}, {}, {"points", "similarity", "pairs"}},
          {"of", &c.of, "which vectors, by the name of the tensor; none: the model's first"},
          {"by", &c.by, "which axes the points have", {}, {}, {"pca", "directions", "neighbours"}},
          {"across", &c.across, "the component from left to right", 1, kMostComponent},
          {"up", &c.up, "the component upwards", 1, kMostComponent},
          {"from", &c.from, "the word at 0 of the direction across; none: the component"},
          {"to", &c.to, "the word at 1 of it"},
          {"low", &c.low, "the word at 0 of the direction upwards; none: the component"},
          {"high", &c.high, "the word at 1 of it"},
          {"a", &c.a, "the first word of the analogy a − b + c"},
          {"b", &c.b, "the word that is taken away"},
          {"c", &c.c, "the word that is added"},
          {"search", &c.search, "part of a word"},
          {"lasso", &c.lasso, "dragging chooses points"},
          {"paths", &c.paths, "the ways of the chosen words over the kept steps"},
          {"zoom", &c.zoom, "in percent of the size in which all points are seen", 100, kMostVectorZoom},
          {"x", &c.x, "what is in the middle, from left to right", 0, 1},
          {"y", &c.y, "the same from top to bottom", 0, 1},
          {"place", &c.place, "the word of the text whose pairs are shown", 0},
          {"pair", &c.pair, "which of its pairs", 0}};
}

void forget_vectors(Choices& choices) {
  const VectorsChoice before = choices.of<VectorsChoice>();
  VectorsChoice& c = choices.of<VectorsChoice>() = VectorsChoice();
  c.part = before.shows_pairs() ? "points" : before.part;
  c.by = before.by;
  c.across = before.across;
  c.up = before.up;
  c.lasso = before.lasso;
  c.paths = before.paths;
}

bool of_points(const Choices& choices) { return choices.of<VectorsChoice>().shows_points(); }
bool of_pairs(const Choices& choices) { return choices.of<VectorsChoice>().shows_pairs(); }

constexpr ViewKey kVectorsKeys[] = {
    {"Left", "← → ↑ ↓", "move over the points", "vectors.pan -0.2 0", of_points},
    {"Right", "", "move right", "vectors.pan 0.2 0", of_points},
    {"Up", "", "move up", "vectors.pan 0 -0.2", of_points},
    {"Down", "", "move down", "vectors.pan 0 0.2", of_points},
    {"Plus", "+ − 0", "larger, smaller, all points", "vectors.zoom in", of_points},
    {"Shift+Plus", "", "larger", "vectors.zoom in", of_points},
    {"Minus", "", "smaller", "vectors.zoom out", of_points},
    {"0", "", "all points", "vectors.fit", of_points},
    {"X", "X", "put the word among the chosen ones, or take it out", "vectors.pick"},
    {"P", "P", "paths of the chosen words, or none", "choose vectors.paths toggle", of_points},
    {"Left", "← →", "the pair before, the next", "vectors.pair previous", of_pairs},
    {"Right", "", "the next pair", "vectors.pair next", of_pairs},
    {"P", "P", "pair after pair, or stop", "vectors.play toggle", of_pairs},
    {",", ", .", "slower, faster", "walk.pace slower", of_pairs},
    {".", "", "faster", "walk.pace faster", of_pairs},
};

/// The part of the words asks what is looked at.
void drop_unsaid_vectors(AppState& state) {
  VectorsChoice& c = state.choices.of<VectorsChoice>();
  c.word = c.word_beside = -1;
}

}  // namespace

std::unique_ptr<Analysis> make_vector_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> vectors();
extern const StatePart kVectorsPart;
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> vectors();
}

namespace vectors {

const Feature kFeature = {.name = "vectors",
                          .title = "Vectors",
                          .group = &kWordsGroup,
                          .term = "embedding",
                          .key = "V",
                          .shared = {.cells = true, .matrices = true},
                          .keys = kVectorsKeys,
                          .options = vectors_fields,
                          .forget_model = forget_vectors,
                          .drop_unsaid = drop_unsaid_vectors,
                          .analysis = make_vector_analyses,
                          .commands = commands::vectors,
                          .part = &commands::kVectorsPart,
                          .expressions = expressions::vectors};

}  // namespace vectors

}  // namespace attnlab
