// Two models: distances, overlaps and predictions of models whose weights the test sets.
#include "core/analysis/models/two_models.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

constexpr double kTwoExact = 1e-6;

TEST(VectorDistance, OfKnownVectors) {
  const std::vector<Real> a{3, 0, 4}, b{0, 0, 5}, none{0, 0, 0};
  const VectorDistance d = vector_distance(a, b);
  EXPECT_DOUBLE_EQ(d.difference, std::sqrt(10));
  EXPECT_DOUBLE_EQ(d.norm, 5);
  EXPECT_DOUBLE_EQ(d.relative(), std::sqrt(10) / 5);
  EXPECT_DOUBLE_EQ(d.cosine, 0.8);
  EXPECT_DOUBLE_EQ(d.largest, 3);
  EXPECT_TRUE(std::isnan(vector_distance(a, none).cosine));
  EXPECT_TRUE(std::isnan(vector_distance(a, none).relative()));
  EXPECT_EQ(vector_distance(none, none).relative(), 0);
}

TEST(VectorDistance, LeavesOutWhatIsHidden) {
  const Real hidden = -std::numeric_limits<Real>::infinity();
  const std::vector<Real> a{1, hidden, 2}, b{1, hidden, 4};
  EXPECT_DOUBLE_EQ(vector_distance(a, b).difference, 2);
}

TEST(PatternOverlap, IsTheShareOnTheSameKeys) {
  // A causal pattern: the first query sees one key alone and is left out.
  const std::vector<Real> a{1, 0, 0, 0.25, 0.75, 0, 0.5, 0, 0.5}, b{1, 0, 0, 0.75, 0.25, 0, 0, 1, 0};
  EXPECT_DOUBLE_EQ(pattern_overlap(a.data(), a.data(), 3, 3), 1);
  EXPECT_DOUBLE_EQ(pattern_overlap(a.data(), b.data(), 3, 3), 0.25);
  EXPECT_TRUE(std::isnan(pattern_overlap(a.data(), b.data(), 1, 3)));
}

/// A language model of one layer and two heads, with an output of its own and all weights 0.
struct SilentModel {
  SilentModel() : words(std::make_shared<Vocabularies>()) {
    words->target =
        Tokenizer::from_vocabulary({"a", "b", "c", "d"}, TokenLevel::Characters, kNoSpecialTokens);
    ModelConfig config;
    config.layers = 1;
    config.width = 4;
    config.heads = 2;
    config.feed_forward = 4;
    config.context = 8;
    config.target_vocabulary = 4;
    config.tied_output = false;
    config.norm = "none";
    model = make_model(config);
    weights.resize(static_cast<std::size_t>(model->parameters().size()));
  }
  /// The cells of the parameter that `site` declares.
  std::span<Real> at(const Site& site) {
    for (const Parameter& p : model->parameters().all())
      if (p.site == &site)
        return std::span(weights).subspan(static_cast<std::size_t>(p.offset),
                                          static_cast<std::size_t>(p.shape.size()));
    throw std::logic_error("no such parameter");
  }
  ModelBeside beside(Index step = 0) const {
    return {std::make_shared<const Tracer>(model, words), make_snapshot(step, weights)};
  }

  std::shared_ptr<Vocabularies> words;
  std::shared_ptr<const Model> model;
  std::vector<Real> weights;
};

TwoModels compared(const SilentModel& mine, const SilentModel& other) {
  const ModelBeside model = mine.beside();
  const TraceRequest request{.target = "abca", .gradients = false};
  return compare_models(model, model.tracer->trace(model.snapshot, request), request, other.beside());
}

/// The embedding of every word is e1; the output's row of "b" is ln 5 · e1: b has 5 of 8 shares, others 1.
void say_b(SilentModel& model) {
  const auto embedding = model.at(input_sites::kEmbeddingWeight);
  for (std::size_t word = 0; word < 4; ++word) embedding[word * 4] = 1;
  model.at(model_sites::kOutputWeight)[1 * 4] = static_cast<Real>(std::log(5.0));
}

TEST(TwoModels, PredictionsOfKnownModels) {
  SilentModel mine, other;
  say_b(mine);
  const TwoModels two = compared(mine, other);
  ASSERT_TRUE(two.other) << two.error;
  ASSERT_EQ(two.predictions.size(), 4u);
  const double ln2 = std::numbers::ln2;
  const TwoPredictions& first = two.predictions[0];  // after "a" comes "b"
  EXPECT_EQ(first.wanted, 1);
  EXPECT_EQ(first.mine.best[0].token, 1);
  EXPECT_NEAR(first.mine.best[0].probability, 5.0 / 8, kTwoExact);
  EXPECT_NEAR(first.mine.loss, std::log(8.0 / 5), kTwoExact);
  EXPECT_EQ(first.other.best[0].token, 0) << "of equals the first";
  EXPECT_NEAR(first.other.loss, 2 * ln2, kTwoExact);
  // Σ p ln(p/q): 5/8 ln(5/2) + 3/8 ln(1/2)
  EXPECT_NEAR(first.divergence, 5.0 / 8 * std::log(2.5) - 3.0 / 8 * ln2, kTwoExact);
  const PredictionTotals totals = totals_of(two.predictions);
  EXPECT_EQ(totals.counted, 3);
  EXPECT_EQ(totals.agree, 0);
  EXPECT_EQ(totals.right, 1);
  EXPECT_EQ(totals.other_right, 1) << "the last target is a";
  EXPECT_NEAR(totals.loss, (std::log(1.6) + 2 * std::log(8.0)) / 3, kTwoExact);
  EXPECT_NEAR(totals.other_loss, 2 * ln2, kTwoExact);
}

TEST(TwoModels, SilentHeadsLookEverywhereAlike) {
  SilentModel mine, other;
  say_b(mine);
  const TwoModels two = compared(mine, other);
  ASSERT_EQ(two.heads.mine.size(), 2u);
  for (const double overlap : two.heads.overlap) EXPECT_NEAR(overlap, 1, kTwoExact);
  EXPECT_EQ(two.heads.best_other(1), 0) << "the first of equals";
  EXPECT_EQ(two.heads.same_other(1), 1);
}

TEST(TwoModels, TensorsAreAlignedByNameAndShape) {
  SilentModel mine, other;
  say_b(mine);
  const TwoModels two = compared(mine, other);
  EXPECT_TRUE(two.relation.same_shape);
  EXPECT_TRUE(two.relation.comparable());
  EXPECT_TRUE(two.parameters.unmatched.empty());
  for (const AlignedTensor& tensor : two.parameters.tensors)
    EXPECT_DOUBLE_EQ(tensor.distance.difference, tensor.site == &input_sites::kEmbeddingWeight ? 2
                                                 : tensor.site == &model_sites::kOutputWeight
                                                     ? static_cast<double>(static_cast<Real>(std::log(5.0)))
                                                     : 0)
        << tensor.name;
  EXPECT_EQ(two.passes.tensors.size(), two.mine->tensors().size());
}

TEST(TwoModels, OfDifferentShapesAreComparedWhereTheyCan) {
  const Experiment narrow = make_experiment(small_preset());
  Preset preset = small_preset();
  set_option(preset, "model.width=8");
  const Experiment wide = make_experiment(preset);
  const auto beside = [](const Experiment& e) {
    return ModelBeside{std::make_shared<const Tracer>(e.model, e.vocabularies), first_snapshot(*e.model, 1)};
  };
  const ModelBeside mine = beside(narrow);
  const TraceRequest request{.source = "abc", .target = "cba", .gradients = false};
  const TwoModels two =
      compare_models(mine, mine.tracer->trace(mine.snapshot, request), request, beside(wide));
  ASSERT_TRUE(two.other) << two.error;
  EXPECT_FALSE(two.relation.same_shape);
  EXPECT_NE(two.relation.shape_difference.find("width 16, the other 8"), std::string::npos)
      << two.relation.shape_difference;
  EXPECT_EQ(two.predictions.size(), 4u);
  EXPECT_FALSE(two.parameters.unmatched.empty());
  EXPECT_FALSE(std::isnan(two.heads.at(0, 0)));
}

TEST(TwoModels, OfOtherWordsReadNoTextInCommon) {
  const Experiment letters = make_experiment(small_preset()), text = make_experiment(small_language_model());
  const auto beside = [](const Experiment& e) {
    return ModelBeside{std::make_shared<const Tracer>(e.model, e.vocabularies), first_snapshot(*e.model, 1)};
  };
  const ModelBeside mine = beside(letters);
  const TraceRequest request{.source = "abc", .target = "cba", .gradients = false};
  const TwoModels two =
      compare_models(mine, mine.tracer->trace(mine.snapshot, request), request, beside(text));
  EXPECT_FALSE(two.other);
  EXPECT_FALSE(two.error.empty());
  EXPECT_TRUE(two.predictions.empty());
}

}  // namespace
}  // namespace attnlab::testing
