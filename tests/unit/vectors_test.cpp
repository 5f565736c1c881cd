// Vectors: signs of components, planes, which tables a model has, rows by name, windows of a text.
#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/vectors/vector_plane.h"
#include "core/analysis/vectors/vector_set.h"
#include "core/tasks/base/context_windows.h"
#include "core/tasks/base/task.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

TEST(Pca, SharesAndSignsOfPointsOnALine) {
  // (−1, 2)·t for t = −1, 0, 2: one component; its largest number, the second, is positive.
  const std::vector<Real> cells{1, -2, 0, 0, -2, 4};
  const Pca pca = principal_components({cells, 2});
  EXPECT_NEAR(pca.share(0), 1, 1e-9);
  EXPECT_NEAR(pca.share(1), 0, 1e-9);
  EXPECT_NEAR(pca.axis(0)[0], -1 / std::sqrt(5), 1e-9);
  EXPECT_NEAR(pca.axis(0)[1], 2 / std::sqrt(5), 1e-9);
  // Variance of t·√5 with n − 1 = 2: t has the mean 1/3, and Σ(t − mean)² = 14/3.
  EXPECT_NEAR(pca.variances[0], 5 * (14.0 / 3) / 2, 1e-6);
}

TEST(Pca, TheSameVectorsHaveNoVariance) {
  const std::vector<Real> cells{3, 4, 3, 4};
  const Pca pca = principal_components({cells, 2});
  EXPECT_EQ(pca.share(0), 0);
  EXPECT_EQ(component_axis(pca, 0).at({cells.data(), 2}), 0);
}

TEST(Pca, RefusesTooFewAndWhatIsNotFinite) {
  const std::vector<Real> one{1, 2}, broken{1, 2, NAN, 4};
  EXPECT_THROW(principal_components({one, 2}), std::invalid_argument);
  EXPECT_THROW(principal_components({broken, 2}), std::runtime_error);
  const std::vector<Real> two{1, 2, 3, 4};
  EXPECT_THROW(principal_components({two, 2}, [] { return false; }), std::runtime_error);
}

TEST(Neighbourhood, IsAsFarAsTheAngle) {
  const std::vector<Real> cells{2, 0, 0, /*45°*/ 1, 1, 0, /*90°*/ 0, 0, 5, /*180°*/ -1, 0, 0};
  const Neighbourhood around = neighbourhood({cells, 3}, 0, 10);
  ASSERT_EQ(around.rows, (std::vector<Index>{0, 1, 2, 3}));
  const double degrees[] = {0, 45, 90, 180};
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(std::hypot(around.points[i].x, around.points[i].y), degrees[i], 1e-4) << i;
}

TEST(Directions, NeedTwoDifferentVectors) {
  const std::vector<Real> cells{1, 2, 1, 2, 5, 5};
  EXPECT_THROW(direction_axis({cells, 2}, {0, 1}), std::invalid_argument);
  EXPECT_NEAR(direction_axis({cells, 2}, {0, 2}).at({cells.data() + 4, 2}), 1, 1e-9);
}

struct Made {
  Experiment experiment;
  SnapshotPtr snapshot;
  explicit Made(const std::string& preset) : experiment(make_experiment(find_preset(preset))) {
    snapshot = first_snapshot(*experiment.model, 1);
  }
  TracePtr traced(const std::string& source, const std::string& target) const {
    TraceRequest request;
    request.source = source;
    request.target = target;
    return Tracer(experiment.model, experiment.vocabularies).trace(snapshot, request);
  }
};

std::vector<std::string> names_of_tables(const std::vector<VectorTable>& tables) {
  std::vector<std::string> names;
  for (const VectorTable& table : tables) names.push_back(std::string(table.kind->name) + " " + table.name);
  return names;
}

TEST(VectorTables, OfTheTransformerOf2017) {
  const Made made("translate");
  const TracePtr trace = made.traced("the cat", "le chat");
  const std::vector<VectorTable> tables = vector_tables(*made.experiment.model, trace.get());
  for (const VectorTable& table : tables) {
    const VectorSet set =
        vector_set(*made.experiment.model, *made.experiment.vocabularies, table, made.snapshot, trace);
    EXPECT_EQ(set.rows.count(), table.count) << table.name;
    EXPECT_EQ(static_cast<Index>(set.names.size()), table.count) << table.name;
  }
  const std::vector<std::string> names = names_of_tables(tables);
  const auto has = [&](const char* name) { return std::ranges::find(names, name) != names.end(); };
  EXPECT_TRUE(has("embedding source.embedding.weight"));
  EXPECT_TRUE(has("embedding target.embedding.weight"));
  EXPECT_TRUE(has("states source.input"));
  const auto of_layers = std::ranges::count_if(tables, [](const VectorTable& t) {
    return t.kind == &kStateVectors && t.name.find(".layers.") != std::string::npos;
  });
  EXPECT_EQ(of_layers, 2 * made.experiment.model->config().layers) << "one of each layer of both stacks";
}

TEST(VectorTables, OfWordVectorsAreTwoTables) {
  const Made made("word-vectors");
  EXPECT_EQ(names_of_tables(vector_tables(*made.experiment.model, nullptr)),
            (std::vector<std::string>{"embedding source.embedding.weight",
                                      "embedding candidates.embedding.weight"}));
}

TEST(VectorTables, EveryPresetHasVectors) {
  for (const Preset& preset : builtin_presets()) {
    if (!is_trainable(preset)) continue;
    const Made made(preset.name);
    EXPECT_FALSE(vector_tables(*made.experiment.model, nullptr).empty()) << preset.name;
  }
}

TEST(VectorTables, AreFoundByKindAndName) {
  const Made made("word-vectors");
  const std::vector<VectorTable> tables = vector_tables(*made.experiment.model, nullptr);
  EXPECT_EQ(table_named(tables, "").name, "source.embedding.weight");
  EXPECT_EQ(table_named(tables, "candidates.embedding.weight").name, "candidates.embedding.weight");
  EXPECT_THROW(table_named(tables, "positions"), std::invalid_argument);
}

TEST(VectorSets, RowsAreFoundByWordAndNumber) {
  const Made made("word-vectors");
  const VectorTable table = vector_tables(*made.experiment.model, nullptr).front();
  const VectorSet set =
      vector_set(*made.experiment.model, *made.experiment.vocabularies, table, made.snapshot, nullptr);
  const Index cat = row_named(set, "cat");
  EXPECT_EQ(set.names[static_cast<std::size_t>(cat)], "cat");
  EXPECT_EQ(row_named(set, "Cat"), cat) << "its lower case";
  EXPECT_EQ(row_named(set, "#3"), 3);
  EXPECT_EQ(find_row(set, "#99999"), -1);
  try {
    row_named(set, "catt");
    ADD_FAILURE() << "an unknown word";
  } catch (const std::invalid_argument& wrong) {
    EXPECT_NE(std::string(wrong.what()).find("cat"), std::string::npos) << wrong.what();
  }
}

void expect_walk(const std::string& preset, bool cbow) {
  const Made made(preset);
  const ContextWindows& windows = *made.experiment.task->context_windows();
  PairPlace place = pair_at(windows, {0, 0});
  for (int i = 0; i < 40; ++i) {
    const ContextWindow window = windows.window(place.at);
    ASSERT_GT(window.neighbours(), 0);
    const ContextPair pair = windows.pair(window, place.which);
    EXPECT_EQ(pair.guessed == window.at, cbow);
    EXPECT_EQ(std::ssize(pair.read), cbow ? window.neighbours() : 1);
    const Example example = windows.example(window, place.which);
    EXPECT_EQ(windows.example(window, place.which).target, example.target) << "always the same draws";
    const std::vector<TokenId> candidates = made.experiment.vocabularies->target.encode(example.target);
    ASSERT_EQ(std::ssize(candidates), 1 + made.experiment.preset.task.negatives);
    EXPECT_EQ(candidates[0], windows.words()[static_cast<std::size_t>(pair.guessed)]);
    for (std::size_t k = 1; k < candidates.size(); ++k) EXPECT_NE(candidates[k], candidates[0]);
    const PairPlace next = next_pair(windows, place);
    EXPECT_EQ(previous_pair(windows, next), place);
    place = next;
  }
}

TEST(ContextWindows, GoForwardAndBackThroughSkipGram) { expect_walk("word-vectors", false); }
TEST(ContextWindows, GoForwardAndBackThroughCbow) { expect_walk("word-vectors-cbow", true); }

TEST(ContextWindows, OtherTasksHaveNone) {
  EXPECT_EQ(Made("reverse").experiment.task->context_windows(), nullptr);
}

}  // namespace
}  // namespace attnlab
