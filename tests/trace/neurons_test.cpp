// Feed-forward units: their contributions against logits of passes without them, and what held-out examples
// do.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/analysis/contributions/contributions.h"
#include "core/analysis/held_out_experts.h"
#include "core/analysis/neurons/held_out_units.h"
#include "core/analysis/neurons/unit_readout.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

using UnitOptions = std::vector<std::string>;

UnitOptions small_units(const UnitOptions& more = {}) {
  UnitOptions options = kSmall;
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

const TraceRequest kUnitText{.target = "the owl", .gradients = false};

double logit_of(const Trace& trace, Index row, Index word) {
  const TraceTensor& logits = trace.at("output.logits");
  return static_cast<double>(logits.value[static_cast<std::size_t>(row * logits.shape.last() + word)]);
}

/// The edit that takes a unit out of a pass.
std::string without_unit(const UnitLayer& layer, Index unit) {
  return layer.activations->name + "[0,*," + std::to_string(unit) + "]=0";
}

/// Σ over the units, with the bias.
double sum_at(const UnitContributions& all, Index token) {
  double sum = all.bias[static_cast<std::size_t>(token)];
  for (Index unit = 0; unit < all.units; ++unit) sum += static_cast<double>(all.at(token, unit));
  return sum;
}

TEST(UnitLayers, AreThoseOfTheModel) {
  const TracePtr trace = small_gpt().trace(kUnitText);
  const std::vector<UnitLayer> layers = unit_layers(*trace);
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_EQ(layers[1].place.name(), "decoder.layers.1.feed_forward");
  EXPECT_EQ(layers[1].units(), 12);
  EXPECT_EQ(layers[1].tokens(), 7);
  EXPECT_EQ(layers[1].width(), 8);
  EXPECT_EQ(layers[1].activations->name, "decoder.layers.1.feed_forward.activated");
  EXPECT_EQ(layers[1].gate, nullptr);
  const TracePtr gated = preset_trace("characters", small_units({"activation=swiglu"}), kUnitText);
  EXPECT_EQ(unit_layers(*gated)[0].activations->name, "decoder.layers.0.feed_forward.gated");
  EXPECT_EQ(unit_layers(*gated)[0].gate->name, "decoder.layers.0.feed_forward.gate.weight");
  const TracePtr experts = preset_trace("characters", small_units({"model.experts=3"}), kUnitText);
  ASSERT_EQ(unit_layers(*experts).size(), 6u);
  EXPECT_EQ(unit_layers(*experts)[4].expert, 1);
  EXPECT_TRUE(unit_layers(*preset_trace("characters", small_units({"feed_forward=0"}), kUnitText)).empty());
}

TEST(UnitContributions, AddUpToTheNetworksShareOfTheLogit) {
  for (const UnitOptions& options :
       {UnitOptions{}, UnitOptions{"model.norm_kind=rms", "model.bias=false"}, UnitOptions{"model.norm=none"},
        UnitOptions{"model.tied_output=false"}, UnitOptions{"model.activation=swiglu"}}) {
    const TracePtr trace = preset_trace("characters", small_units(options), kUnitText);
    for (const UnitLayer& layer : unit_layers(*trace)) {
      const UnitContributions all = unit_contributions(*trace, layer, UnitAnswer::Predicted, 5);
      for (Index t = 0; t < layer.tokens(); ++t)
        for (const ContributionPart& part : split_logit(*trace, {t, 5}).parts)
          if (part.tensor == layer.output->name) {
            EXPECT_NEAR(sum_at(all, t), part.value, 1e-5);
          }
    }
  }
}

TEST(UnitContributions, OfExpertsAddUpToTheMixture) {
  const TracePtr trace = preset_trace("characters", small_units({"model.experts=3"}), kUnitText);
  std::vector<double> sums(7, 0.0);
  for (const UnitLayer& layer : unit_layers(*trace))
    if (layer.place.begins_with(unit_layers(*trace)[3].place.outer()))
      for (Index t = 0; t < 7; ++t)
        sums[static_cast<std::size_t>(t)] +=
            sum_at(unit_contributions(*trace, layer, UnitAnswer::Predicted, 2), t);
  for (Index t = 0; t < 7; ++t)
    for (const ContributionPart& part : split_logit(*trace, {t, 2}).parts)
      if (part.tensor == "decoder.layers.1.feed_forward.output") {
        EXPECT_NEAR(sums[static_cast<std::size_t>(t)], part.value, 1e-5);
      }
}

/// Without norms nothing is frozen: the logit loses exactly what a unit of the last layer adds.
TEST(UnitContributions, AreLostWithTheUnit) {
  const TracedPreset model("characters", small_units({"model.norm=none"}));
  const TracePtr trace = model.trace(kUnitText);
  const UnitLayer layer = unit_layers(*trace).back();
  for (const UnitAnswer answer : {UnitAnswer::Predicted, UnitAnswer::Right}) {
    const UnitContributions all = unit_contributions(*trace, layer, answer);
    for (const Index unit : {0, 7}) {
      TraceRequest request = kUnitText;
      request.edits = {parse_edit(without_unit(layer, unit))};
      const TracePtr without = model.trace(request);
      for (Index t = 0; t + 1 < layer.tokens(); ++t) {
        const Index word = all.words[static_cast<std::size_t>(t)];
        EXPECT_NEAR(static_cast<double>(all.at(t, unit)),
                    logit_of(*trace, t, word) - logit_of(*without, t, word), 1e-5);
      }
    }
  }
}

TEST(UnitContributions, ToAClassCountEachPositionAsItsPoolingDoes) {
  for (const char* pooling : {"mean", "cls"}) {
    const TracedPreset model("digits", {"width=8", "heads=2", "layers=2", "feed_forward=12",
                                        "model.norm=none", std::string("pooling=") + pooling});
    const auto picture = model.experiment.task->validation_examples(1).front().picture;
    const TraceRequest request{.picture = picture, .gradients = false};
    const TracePtr trace = model.trace(request);
    const UnitLayer layer = unit_layers(*trace).back();
    const UnitContributions all = unit_contributions(*trace, layer, UnitAnswer::Predicted);
    const Index word = all.words.front();
    double sum = 0;
    for (Index t = 0; t < layer.tokens(); ++t) sum += static_cast<double>(all.at(t, 3));
    TraceRequest edited = request;
    edited.edits = {parse_edit(without_unit(layer, 3))};
    EXPECT_NEAR(sum, logit_of(*trace, 0, word) - logit_of(*model.trace(edited), 0, word), 1e-5) << pooling;
  }
}

TEST(UnitContributions, HaveNoWordWhereNothingIsRight) {
  const TracePtr trace = small_gpt().trace(kUnitText);
  const UnitContributions all = unit_contributions(*trace, unit_layers(*trace).front(), UnitAnswer::Right);
  EXPECT_EQ(all.words.back(), -1) << "nothing is known to follow the last letter";
  EXPECT_TRUE(std::isnan(all.at(6, 0)));
  EXPECT_FALSE(std::isnan(all.at(5, 0)));
  EXPECT_THROW(unit_contributions(*trace, unit_layers(*trace).front(), UnitAnswer::Right, 100000),
               std::out_of_range);
}

TEST(UnitContributions, AreRefusedWhereThereIsNoStraightWay) {
  const TracedPreset translator("translate", small_units());
  const TracePtr trace = translator.trace({.source = "the cat", .target = "le chat"});
  const UnitLayer encoder = unit_layers(*trace).front();
  expect_has(no_straight_way(*trace, encoder), "only through cross-attention");
  EXPECT_THROW(unit_words(*trace, encoder, 0), std::invalid_argument);
  EXPECT_EQ(no_straight_way(*trace, unit_layers(*trace).back()), "");
  TraceRequest request = kUnitText;
  request.edits = {parse_edit("no norm decoder.norm")};
  const TracePtr edited = small_gpt().trace(request);
  expect_has(no_straight_way(*edited, unit_layers(*edited).front()), "an edit changes the stream");
  request.edits = {parse_edit("zero decoder.layers.0.self_attention#1")};
  const TracePtr headless = small_gpt().trace(request);
  EXPECT_EQ(no_straight_way(*headless, unit_layers(*headless).front()), "");
}

/// Without norms a unit of activation adds exactly its words to the logits.
TEST(UnitWords, AreTheLogitsOfOneUnitOfActivation) {
  const TracedPreset model("characters", small_units({"model.norm=none"}));
  const TracePtr trace = model.trace(kUnitText);
  const UnitLayer layer = unit_layers(*trace).back();
  TraceRequest request = kUnitText;
  request.edits = {parse_edit(layer.activations->name + "[0,*,4]+=1")};
  const TracePtr more = model.trace(request);
  const std::vector<double> said = unit_words(*trace, layer, 4);
  for (std::size_t word = 0; word < said.size(); ++word)
    EXPECT_NEAR(said[word],
                logit_of(*more, 2, static_cast<Index>(word)) - logit_of(*trace, 2, static_cast<Index>(word)),
                1e-5);
}

HeldOutUnits held_out_of(const TracedPreset& model, const std::string& place_of, Index positions = 200) {
  const TracePtr trace = model.trace(kUnitText);
  for (const UnitLayer& layer : unit_layers(*trace))
    if (layer.place.name() == place_of)
      return held_out_units(*model.experiment.model, *model.experiment.vocabularies, model.weights->weights,
                            held_out_batches(*model.experiment.model, *model.experiment.task, positions),
                            layer.place);
  throw std::invalid_argument(place_of);
}

TEST(HeldOutUnits, AreThoseOfAPassOverEachExample) {
  const HeldOutUnits all = held_out_of(small_gpt(), "decoder.layers.1.feed_forward");
  ASSERT_GE(all.positions(), 200);
  ASSERT_EQ(all.units, 12);
  const UnitExample& example = all.examples[1];
  std::string text;
  for (const Piece& piece : example.pieces) text += piece.text;
  const TracePtr trace = small_gpt().trace({.target = text, .gradients = false});
  const UnitLayer layer = unit_layers(*trace)[1];
  ASSERT_EQ(layer.tokens(), example.tokens());
  for (Index t = 0; t < layer.tokens(); ++t)
    for (Index unit = 0; unit < 12; ++unit)
      EXPECT_NEAR(static_cast<double>(all.at(example.begin + t, unit)), layer.activation(t, unit), 1e-5);
}

TEST(HeldOutUnits, OfAnExpertAreZeroWhereTokensGoToOthers) {
  const TracedPreset model("characters", small_units({"model.experts=3", "model.experts_per_token=1"}));
  const HeldOutUnits all = held_out_of(model, "decoder.layers.0.feed_forward.experts.1");
  Index silent = 0;
  for (Index row = 0; row < all.positions(); ++row) {
    bool zero = true;
    for (Index unit = 0; unit < all.units; ++unit) zero = zero && all.at(row, unit) == 0;
    silent += zero ? 1 : 0;
  }
  EXPECT_GT(silent, 0);
  EXPECT_LT(silent, all.positions());
}

TEST(HeldOutUnits, EndWhereWorkIsStopped) {
  const TracePtr trace = small_gpt().trace(kUnitText);
  const Experiment& experiment = small_gpt().experiment;
  std::vector<double> shares;
  const HeldOutUnits none = held_out_units(
      *experiment.model, *experiment.vocabularies, small_gpt().weights->weights,
      held_out_batches(*experiment.model, *experiment.task, 2000), unit_layers(*trace)[0].place, nullptr,
      [&](double done) { return shares.push_back(done), shares.size() < 2; });
  EXPECT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[0], 0);
  EXPECT_GT(none.positions(), 0);
  EXPECT_THROW(held_out_of(small_gpt(), "decoder.layers.9.feed_forward"), std::invalid_argument);
}

/// Two units over two texts, "a(b" and "(ab".
HeldOutUnits by_hand() {
  HeldOutUnits all;
  all.units = 2;
  all.activations = {0, 0, 2, 0, 3, 0, 1, 0, 2, 0, 5, 0};
  for (const char* text : {"a(b", "(ab"}) {
    UnitExample example{.begin = static_cast<Index>(all.examples.size()) * 3, .pieces = {}, .picture = {}};
    for (const char letter : std::string(text))
      example.pieces.push_back({kUnknownId, std::string(1, letter)});
    all.examples.push_back(example);
  }
  return all;
}

TEST(HeldOutUnits, AreSummedUpByHand) {
  const std::vector<UnitSummary> units = unit_summaries(by_hand());
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].least, 0);
  EXPECT_EQ(units[0].most, 5);
  EXPECT_NEAR(units[0].mean, 13.0 / 6, 1e-12);
  EXPECT_NEAR(units[0].deviation, std::sqrt(43.0 / 6 - 169.0 / 36), 1e-12);
  EXPECT_NEAR(units[0].active, 5.0 / 6, 1e-12);
  EXPECT_FALSE(units[0].silent);
  EXPECT_TRUE(units[1].silent);
}

TEST(HeldOutUnits, FollowFeaturesOfTheTexts) {
  const HeldOutUnits all = by_hand();
  const std::vector<UnitsFollowing> found = units_following_texts(all);
  std::vector<std::string_view> names;
  for (const UnitsFollowing& each : found) names.push_back(each.feature->name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"position", "depth", "vowel", "punctuation"}));
  const std::vector<double> position{0, 1, 2, 0, 1, 2}, unit{0, 2, 3, 1, 2, 5};
  EXPECT_NEAR(found[0].correlations[0], correlation(unit, position), 1e-12);
  EXPECT_TRUE(std::isnan(found[0].correlations[1]));
}

TEST(HeldOutUnits, AreMovedMostByTheirHighestActivations) {
  HeldOutUnits all = by_hand();
  const std::vector<MovingExample> found = examples_that_move(all, 0, 5);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].example, 1u);
  EXPECT_EQ(found[0].position, 2);
  EXPECT_EQ(found[0].activation, 5);
  EXPECT_EQ(found[1].example, 0u);
  EXPECT_EQ(examples_that_move(all, 0, 1).size(), 1u);
  all.examples[1].pieces = all.examples[0].pieces;
  EXPECT_EQ(examples_that_move(all, 0, 5).size(), 1u) << "the same letters move it";
}

}  // namespace
}  // namespace attnlab::testing
