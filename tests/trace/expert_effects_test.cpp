// Experts of a pass and of held-out examples: shares from the probabilities, and the loss without an expert
// against the probability set to zero by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/analysis/held_out_experts.h"
#include "core/models/cost.h"
#include "core/training/evaluate.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

using Options = std::vector<std::string>;

Options with_experts(const Options& more = {}) {
  Options options = kSmall;
  options.insert(options.end(), {"model.experts=3", "model.experts_per_token=2"});
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

const TraceRequest kRouted{.target = "the owl", .gradients = false};
const std::string kFirst = "decoder.layers.0.feed_forward", kSecond = "decoder.layers.1.feed_forward";

const TracedPreset& expert_model() {
  static const TracedPreset model("characters", with_experts());
  return model;
}

Intervention without_probability(const std::string& feed_forward, Index expert) {
  return {feed_forward + ".router.probabilities", [expert](const Shape& shape, std::span<Real> cells) {
            for (std::size_t i = 0; i < cells.size(); ++i)
              if (static_cast<Index>(i) % shape.last() == expert) cells[i] = 0;
          }};
}

TEST(RoutedLayers, AreThoseOfTheTrace) {
  const TracePtr trace = expert_model().trace(kRouted);
  const std::vector<RoutedLayer> layers = routed_layers(*trace);
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_EQ(layers[0].place.name(), kFirst);
  EXPECT_EQ(layers[1].place.name(), kSecond);
  for (const RoutedLayer& layer : layers) {
    ASSERT_EQ(layer.tokens(), 7);
    ASSERT_EQ(layer.experts(), 3);
    ASSERT_EQ(layer.per_token(), 2);
    for (Index t = 0; t < layer.tokens(); ++t) {
      double gates = 0, probabilities = 0;
      for (Index e = 0; e < 3; ++e) {
        gates += layer.gate(t, e);
        probabilities += layer.probability(t, e);
        EXPECT_EQ(layer.is_chosen(t, e), layer.gate(t, e) > 0);
        EXPECT_LE(layer.probability(t, e), layer.probability(t, layer.chosen(t, 0)));
      }
      EXPECT_NEAR(gates, 1, 1e-6);
      EXPECT_NEAR(probabilities, 1, 1e-6);
    }
  }
  EXPECT_TRUE(routed_layers(*small_gpt().trace(kRouted)).empty());
}

TEST(RoutedLayers, HaveTheSharesOfTheirLoad) {
  const TracePtr trace = expert_model().trace(kRouted);
  for (const RoutedLayer& layer : routed_layers(*trace)) {
    const ExpertCounts counts = counts_of(layer);
    const auto load = trace->at(layer.place.name() + ".router.load").value,
               importance = trace->at(layer.place.name() + ".router.importance").value;
    for (std::size_t e = 0; e < 3; ++e) {
      EXPECT_NEAR(counts.shares()[e], static_cast<double>(load[e]), 1e-6);
      EXPECT_NEAR(counts.mean_probabilities()[e], static_cast<double>(importance[e]), 1e-6);
    }
    EXPECT_NEAR(counts.balance(),
                static_cast<double>(trace->at(layer.place.name() + ".router.balance").value[0]), 1e-5);
  }
}

TEST(RoutedLayers, NameTheirTokens) {
  const auto texts = [](const Trace& trace, std::size_t layer) {
    std::string all;
    for (const Piece& piece : routed_pieces(trace, routed_layers(trace).at(layer))) all += piece.text + "|";
    return all;
  };
  EXPECT_EQ(texts(*expert_model().trace(kRouted), 1), "t|h|e| |o|w|l|");
  const TracePtr pair = TracedPreset("translate", with_experts())
                            .trace({.source = "the cat", .target = "le chat", .gradients = false});
  EXPECT_EQ(texts(*pair, 0), "the|cat|<eos>|");
  EXPECT_EQ(texts(*pair, 2), "<sos>|le|chat|");
  const TracePtr classified = TracedPreset("sentiment", with_experts({"pooling=cls"}))
                                  .trace({.source = "good", .target = "", .gradients = false});
  EXPECT_TRUE(texts(*classified, 0).starts_with("[CLS]|")) << texts(*classified, 0);
}

TEST(ExpertEffects, AreThoseOfProbabilitiesSetToZeroByHand) {
  const TracedPreset& model = expert_model();
  const TracePtr trace = model.trace(kRouted);
  const std::vector<ExpertEffect> effects = expert_effects(model.tracer, *trace, kRouted);
  ASSERT_EQ(effects.size(), 6u);
  std::set<std::pair<std::string, Index>> places;
  for (const ExpertEffect& e : effects) {
    places.insert({e.feed_forward, e.expert});
    const TracePtr by_hand =
        model.trace(kRouted, {.interventions = {without_probability(e.feed_forward, e.expert)}});
    EXPECT_EQ(e.loss, by_hand->loss());
    EXPECT_EQ(e.effect, e.loss - trace->loss());
    const auto chosen = by_hand->at(e.feed_forward + ".router.selected").value;
    EXPECT_EQ(std::ranges::count(chosen, static_cast<Real>(e.expert)), 0) << "two others are chosen";
  }
  EXPECT_EQ(places.size(), 6u);
  EXPECT_TRUE(std::ranges::any_of(effects, [](const ExpertEffect& e) { return e.effect != 0; }));
}

TEST(ExpertEffects, AnExpertThatNoTokenGoesToIsWorthNothing) {
  TracedPreset model("characters", with_experts({"model.experts_per_token=1"}));
  // Of the norm β alone reaches the router, and only expert 1 has weights that see it.
  const std::span<Real> gamma = model.parameter("decoder.layers.0.feed_forward_norm.gamma"),
                        beta = model.parameter("decoder.layers.0.feed_forward_norm.beta"),
                        router = model.parameter(kFirst + ".router.weight");
  std::ranges::fill(gamma, Real(0));
  std::ranges::fill(beta, Real(1));
  for (std::size_t i = 0; i < router.size(); ++i) router[i] = i / 8 == 1 ? Real(1) : Real(0);
  const TracePtr trace = model.trace(kRouted);
  EXPECT_EQ(counts_of(routed_layers(*trace)[0]).shares(), (std::vector<double>{0, 1, 0}));
  const std::vector<ExpertEffect> effects = expert_effects(model.tracer, *trace, kRouted);
  EXPECT_EQ(effects[0].effect, 0);
  EXPECT_NE(effects[1].effect, 0);
  EXPECT_EQ(effects[2].effect, 0);
}

TEST(ExpertEffects, AreBesideTheEditsOfThePass) {
  const TracedPreset& model = expert_model();
  TraceRequest request = kRouted;
  request.edits = {ExpertEdit{kFirst, {0}}};
  const TracePtr trace = model.trace(request);
  const std::vector<ExpertEffect> effects = expert_effects(model.tracer, *trace, request);
  EXPECT_EQ(effects[0].effect, 0) << "it is out already";
  request.edits = {ExpertEdit{kFirst, {0, 1}}};
  EXPECT_EQ(effects[1].loss, model.trace(request)->loss());
}

TEST(ExpertEdits, SendTokensToTheNextExperts) {
  const TracedPreset& model = expert_model();
  const TracePtr before = model.trace(kRouted);
  TraceRequest request = kRouted;
  request.edits = {parse_edit("no expert " + kFirst + "#1")};
  EXPECT_EQ(edit_text(request.edits[0]), "no expert " + kFirst + "#1");
  const TracePtr after = model.trace(request);
  const RoutedLayer was = routed_layers(*before)[0], is = routed_layers(*after)[0];
  for (Index t = 0; t < 7; ++t) {
    EXPECT_EQ(is.probability(t, 1), 0);
    EXPECT_EQ(is.probability(t, 0), was.probability(t, 0));
    EXPECT_FALSE(is.is_chosen(t, 1));
    EXPECT_NEAR(is.gate(t, 0) / is.gate(t, 2), was.probability(t, 0) / was.probability(t, 2), 1e-4);
  }
  EXPECT_TRUE(after->at(kFirst + ".router.probabilities").edited);
  EXPECT_FALSE(after->at(kSecond + ".router.probabilities").edited);
}

TEST(ExpertEdits, NameWhatIsNotThere) {
  const auto refusal = [](const std::string& edit, const TracedPreset& model) {
    TraceRequest request = kRouted;
    request.edits = {parse_edit(edit)};
    return error_text<std::invalid_argument>([&] { model.trace(request); });
  };
  EXPECT_EQ(refusal("no expert " + kFirst + "#3", expert_model()), kFirst + " does not have an expert 3");
  EXPECT_EQ(refusal("no expert " + kFirst + "#0,2,1,0", expert_model()),
            kFirst + " must keep at least one of its 3 experts");
  expect_has(refusal("no expert " + kFirst + "#0", small_gpt()), "feed_forward");
  EXPECT_THROW(parse_edit("no expert " + kFirst), std::invalid_argument);
  EXPECT_THROW(parse_edit("no expert " + kFirst + "#1 x"), std::invalid_argument);
}

/// All experts of a layer can still be left out by two edits: the layer then adds nothing.
TEST(ExpertEdits, OfAllExpertsLeaveNothing) {
  TraceRequest request{.target = "the owl"};
  request.edits = {ExpertEdit{kFirst, {0, 1}}, ExpertEdit{kFirst, {2}}};
  const TracePtr trace = expert_model().trace(request);
  for (const Real cell : trace->at(kFirst + ".output").value) EXPECT_EQ(cell, 0);
  for (const Real cell : trace->at(kFirst + ".router.probabilities").gradient)
    EXPECT_TRUE(std::isfinite(cell));
  const Derivation gate = trace->explain(kFirst + ".router.gates", std::vector<Index>{0, 2, 0});
  EXPECT_EQ(gate.root.value, 0);
}

/// The held-out numbers of a model, and the passes of each example alone.
void expect_held_out(const TracedPreset& model) {
  const Model& made = *model.experiment.model;
  const std::vector<Batch> batches = held_out_batches(made, *model.experiment.task, 200);
  const HeldOutExperts found =
      held_out_experts(made, *model.experiment.vocabularies, model.weights->weights, batches);
  ASSERT_FALSE(found.layers.empty());
  SummedLoss loss;
  for (const Batch& batch : batches) loss.add(summed_loss(made, model.weights->weights, batch));
  EXPECT_NEAR(found.loss, loss.mean(), 1e-4 * loss.mean());
  EXPECT_EQ(found.targets, loss.counts.tokens);
  for (const HeldOutLayer& layer : found.layers) {
    const bool source = layer.feed_forward.starts_with("encoder");
    Index positions = 0;
    for (const Batch& batch : batches) {
      const auto& lengths = source ? batch.source_lengths : batch.input_lengths;
      positions += std::accumulate(lengths.begin(), lengths.end(), Index{0});
      if (source && has_class_token(made.config())) positions += batch.size;
    }
    if (source && !batches[0].pictures.empty()) {
      const Index across = made.config().picture_size / made.config().patch_size;
      positions = found.examples * (across * across + (has_class_token(made.config()) ? 1 : 0));
    }
    EXPECT_EQ(layer.counts.tokens(), positions) << layer.feed_forward;
    const std::vector<double> shares = layer.counts.shares();
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
    Index seen = 0;
    std::vector<Index> taken(shares.size(), 0);
    std::set<std::string> texts;
    for (const RoutedToken& token : layer.tokens) {
      seen += token.seen;
      EXPECT_TRUE(texts.insert(token.text).second) << token.text;
      EXPECT_EQ(std::accumulate(token.taken.begin(), token.taken.end(), Index{0}),
                token.seen * made.config().experts_per_token);
      for (std::size_t e = 0; e < taken.size(); ++e) taken[e] += token.taken[e];
    }
    EXPECT_EQ(seen, positions);
    for (std::size_t e = 0; e < taken.size(); ++e)
      EXPECT_EQ(taken[e], layer.counts.chosen(static_cast<Index>(e)));
  }
}

TEST(HeldOutExperts, OfATextThatGoesOn) { expect_held_out(expert_model()); }
TEST(HeldOutExperts, OfPaddedPairs) { expect_held_out(TracedPreset("translate", with_experts())); }
TEST(HeldOutExperts, OfPicturesAndAClassVector) {
  expect_held_out(TracedPreset("digits", with_experts({"pooling=cls"})));
}

TEST(HeldOutExperts, AreThoseOfEachTokenInItsTrace) {
  const TracedPreset& model = expert_model();
  const Model& made = *model.experiment.model;
  std::vector<Batch> batches = held_out_batches(made, *model.experiment.task, 1);
  ASSERT_EQ(batches.size(), 1u);
  const HeldOutExperts found =
      held_out_experts(made, *model.experiment.vocabularies, model.weights->weights, batches);
  const Batch& batch = batches[0];
  const Tokenizer& tokenizer = model.experiment.vocabularies->target;
  std::map<std::string, std::vector<Index>> taken;
  for (Index row = 0; row < batch.size; ++row) {
    std::string text;
    for (Index t = 0; t < batch.input_length; ++t)
      text += tokenizer.entry(batch.input[static_cast<std::size_t>(row * batch.input_length + t)]);
    const TracePtr trace = model.trace({.target = text, .gradients = false});
    const RoutedLayer layer = routed_layers(*trace)[1];
    for (Index t = 0; t < layer.tokens(); ++t) {
      auto& own =
          taken.try_emplace(trace->input_pieces[static_cast<std::size_t>(t)].text, 3, 0).first->second;
      for (Index rank = 0; rank < 2; ++rank) ++own[static_cast<std::size_t>(layer.chosen(t, rank))];
    }
  }
  for (const RoutedToken& token : found.layers[1].tokens) EXPECT_EQ(token.taken, taken.at(token.text));
  EXPECT_EQ(found.layers[1].tokens.size(), taken.size());
}

TEST(HeldOutExperts, AreTheSameEachTime) {
  const TracedPreset& model = expert_model();
  const auto once = held_out_batches(*model.experiment.model, *model.experiment.task, 600),
             again = held_out_batches(*model.experiment.model, *model.experiment.task, 600);
  ASSERT_EQ(once.size(), again.size());
  ASSERT_GT(once.size(), 1u);
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].input, again[i].input);
  EXPECT_NE(once[0].input, once[1].input);
}

/// It reads one position after the other, which are as many to compute as those of a Transformer.
TEST(HeldOutBatches, OfARecurrentModelHoldAsManyPositionsAsWereAskedFor) {
  constexpr Index kAsked = 1000;
  const Experiment e = make_experiment(find_preset("lstm"));
  Index positions = 0;
  for (const Batch& batch : held_out_batches(*e.model, *e.task, kAsked))
    positions += batch.size * batch.input_length;
  EXPECT_GE(positions, kAsked);
  EXPECT_LT(positions, 2 * kAsked);
}

TEST(HeldOutEffects, AreThoseOfProbabilitiesSetToZeroByHand) {
  const TracedPreset& model = expert_model();
  const Model& made = *model.experiment.model;
  const std::vector<Batch> batches = held_out_batches(made, *model.experiment.task, 200);
  const std::vector<ExpertEffect> effects = held_out_effects(made, model.weights->weights, batches);
  const double whole =
      held_out_experts(made, *model.experiment.vocabularies, model.weights->weights, batches).loss;
  ASSERT_EQ(effects.size(), 6u);
  for (const ExpertEffect& e : effects) {
    double sum = 0, targets = 0;
    for (const Batch& batch : batches) {
      Tape tape(Mode::Record);
      tape.recorded().attach(without_probability(e.feed_forward, e.expert));
      tape.bind(made.parameters(), model.weights->weights.data(), nullptr);
      const auto counted = static_cast<double>(batch.counted_targets());
      sum += counted *
             static_cast<double>(*made.losses(tape, batch, 0, batch.counted_targets()).cross_entropy.data());
      targets += counted;
    }
    EXPECT_NEAR(e.loss, sum / targets, 1e-9);
    EXPECT_NEAR(e.effect, sum / targets - whole, 1e-9);
  }
}

TEST(HeldOutEffects, EndWhenTheyAreToldTo) {
  const TracedPreset& model = expert_model();
  const std::vector<Batch> batches = held_out_batches(*model.experiment.model, *model.experiment.task, 1);
  int passes = 0;
  const std::vector<ExpertEffect> effects = held_out_effects(*model.experiment.model, model.weights->weights,
                                                             batches, nullptr, [&] { return passes++ < 3; });
  EXPECT_EQ(effects.size(), 2u) << "the whole model, and two experts";
}

TEST(TokensTaken, AreInTheirOrder) {
  HeldOutLayer layer{"x", {}, ExpertCounts(2), {}};
  layer.tokens = {
      {"a", 10, {4, 6}}, {"b", 4, {4, 0}}, {"c", 3, {3, 0}}, {"d", 9, {0, 9}}, {"e", 20, {5, 15}}};
  const auto texts = [&](Index expert, TokenOrder order, std::size_t most = 9) {
    std::string all;
    for (const RoutedToken* token : tokens_taken(layer, expert, order, most)) all += token->text;
    return all;
  };
  EXPECT_EQ(texts(0, TokenOrder::Often), "eabc") << "of equals the first";
  EXPECT_EQ(texts(0, TokenOrder::Mostly), "bae") << "c was read too seldom";
  EXPECT_EQ(texts(1, TokenOrder::Often), "eda");
  EXPECT_EQ(texts(1, TokenOrder::Mostly), "dea");
  EXPECT_EQ(texts(0, TokenOrder::Often, 2), "ea");
}

/// Parameters in all and at work, against the layout of the model itself.
TEST(ExpertParameters, AreThoseOfTheModel) {
  for (const Index per_token : {1, 2, 3}) {
    const TracedPreset model("characters",
                             with_experts({"model.experts_per_token=" + std::to_string(per_token)}));
    const ModelCost cost = count_cost(model.experiment.model->config());
    Index all = 0, of_one = 0;
    for (const Parameter& parameter : model.experiment.model->parameters().all()) {
      all += parameter.shape.size();
      if (parameter.name.find(".experts.0.") != std::string::npos) of_one += parameter.shape.size();
    }
    EXPECT_EQ(cost.parameters, all);
    EXPECT_GT(of_one, 0);
    EXPECT_EQ(cost.active_parameters, all - (3 - per_token) * of_one);
  }
}

}  // namespace
}  // namespace attnlab::testing
