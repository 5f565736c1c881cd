// Probe: measures of padded examples together equal those of each example alone.
#include "core/training/run/probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/analysis/heads/head_metrics.h"
#include "core/layers/norm_placement.h"
#include "core/training/passes.h"
#include "core/training/trainer.h"
#include "tests/trace/traced_preset.h"

namespace attnlab::testing {
namespace {

/// One example of a batch, without padding.
Batch alone(const Batch& batch, Index row) {
  Batch one;
  take_rows(batch, row, 1, one);
  const Index source = one.source_lengths.empty() ? 0 : one.source_lengths[0];
  const Index input = one.input_lengths.empty() ? 0 : one.input_lengths[0];
  one.source.resize(static_cast<std::size_t>(source));
  one.input.resize(static_cast<std::size_t>(input));
  if (one.target_length == one.input_length) one.target_length = input;
  if (one.input_length == 0 && one.target_length == one.source_length) one.target_length = source;
  one.target.resize(static_cast<std::size_t>(one.target_length));
  one.source_length = source;
  one.input_length = input;
  return one;
}

struct Cells {
  Shape shape;
  std::vector<Real> value;
};

using Tensors = std::map<std::string, Cells>;

Tensors tensors_of(const Model& model, std::span<const Real> weights, const Batch& batch) {
  Tape tape(Mode::Record);
  tape.bind(model.parameters(), weights.data(), nullptr);
  model.logits(tape, batch);
  Tensors all;
  for (const Named& named : tape.recorded().names())
    all[named.name] = {named.node->shape, {named.node->value, named.node->value + named.node->shape.size()}};
  return all;
}

/// A probe beside all its examples alone.
struct Probed {
  explicit Probed(const std::string& preset, const std::vector<std::string>& options = {})
      : model(preset, options),
        probe(*model.experiment.model, *model.experiment.task, model.weights->weights) {
    probe.measure(*model.experiment.model, model.weights->weights, values);
    for (Index b = 0; b < probe.batch().size; ++b)
      rows.push_back(tensors_of(*model.experiment.model, model.weights->weights, alone(probe.batch(), b)));
  }
  double value(const std::string& name) const {
    const auto found = std::ranges::find(probe.names(), name);
    if (found == probe.names().end()) throw std::invalid_argument(name + " is not measured");
    return static_cast<double>(values.at(static_cast<std::size_t>(found - probe.names().begin())));
  }
  bool measures(const std::string& name) const { return std::ranges::count(probe.names(), name) == 1; }

  /// Mean and deviation of all cells of a tensor over all examples.
  std::pair<double, double> moments(const std::string& tensor) const {
    double sum = 0, squares = 0, count = 0;
    for (const Tensors& row : rows)
      for (const Real cell : row.at(tensor).value) sum += static_cast<double>(cell), ++count;
    for (const Tensors& row : rows)
      for (const Real cell : row.at(tensor).value)
        squares += std::pow(static_cast<double>(cell) - sum / count, 2);
    return {sum / count, std::sqrt(squares / count)};
  }
  /// The entropy in nats, over the queries of all examples.
  double entropy(const std::string& attention, Index head) const {
    double sum = 0, queries = 0;
    for (const Tensors& row : rows) {
      const Cells& weights = row.at(attention + ".weights");
      const Index q = weights.shape.last(1), k = weights.shape.last();
      const HeadMetrics m = measure_head(weights.value.data() + head * q * k, q, k, {}, false);
      sum += m.entropy * static_cast<double>(q);
      queries += static_cast<double>(q);
    }
    return sum / queries;
  }
  void expect_block(const std::string& block, const std::string& output) const {
    const auto [mean, deviation] = moments(block + "." + output);
    EXPECT_NEAR(value("activation." + block + ".mean"), mean, 1e-5 * deviation) << block;
    EXPECT_NEAR(value("activation." + block + ".deviation"), deviation, 1e-5 * deviation) << block;
  }
  void expect_head(const std::string& attention, Index head) const {
    EXPECT_NEAR(value("entropy_bits." + attention + "#" + std::to_string(head)), entropy(attention, head),
                1e-5)
        << attention;
  }

  TracedPreset model;
  Probe probe;
  std::vector<float> values;
  std::vector<Tensors> rows;
};

TEST(Probe, OfATranslator) {
  const Probed p("translate", {"width=16", "heads=2", "feed_forward=24", "layers=2"});
  EXPECT_EQ(p.probe.batch().size, 16);
  EXPECT_LT(std::ranges::min(p.probe.batch().source_lengths), p.probe.batch().source_length) << "padding";
  const bool after = norm_placement(p.model.experiment.model->config().norm).after();
  for (const std::string layer :
       {"encoder.layers.0", "encoder.layers.1", "decoder.layers.0", "decoder.layers.1"})
    p.expect_block(layer, after ? "feed_forward_norm.output" : "feed_forward_residual");
  for (const std::string attention : {"encoder.layers.1.self_attention", "decoder.layers.1.self_attention",
                                      "decoder.layers.0.cross_attention"})
    for (Index head : {0, 1}) p.expect_head(attention, head);
}

TEST(Probe, OfTheOutputWithEveryPlacementOfNorms) {
  for (const NormPlacement& placement : norm_placements()) {
    const Probed p("characters", {"width=16", "heads=2", "feed_forward=24", "layers=2",
                                  "norm=" + std::string(placement.name)});
    p.expect_block("decoder.layers.1",
                   placement.after() ? "feed_forward_norm.output" : "feed_forward_residual");
    p.expect_head("decoder.layers.1.self_attention", 1);
  }
}

TEST(Probe, OfPicturesAndTextsWithAClassVector) {
  const Probed pictures("digits", {"width=16", "heads=2", "feed_forward=24", "pooling=cls"});
  pictures.expect_block("encoder.layers.0", "feed_forward_residual");
  pictures.expect_head("encoder.layers.0.self_attention", 1);
  const Probed texts("sentiment", {"width=16", "heads=2", "feed_forward=24", "pooling=cls"});
  EXPECT_LT(std::ranges::min(texts.probe.batch().source_lengths), texts.probe.batch().source_length);
  texts.expect_block("encoder.layers.0", "feed_forward_residual");
  texts.expect_head("encoder.layers.0.self_attention", 0);
}

TEST(Probe, OfRecurrentLayers) {
  const Probed lstm("brackets-lstm", {"width=12"});
  EXPECT_LT(std::ranges::min(lstm.probe.batch().source_lengths), lstm.probe.batch().source_length);
  lstm.expect_block("recurrent.layers.0",
                    lstm.model.experiment.model->config().bidirectional ? "output" : "hidden");
  const Probed pair("seq2seq-attention", {"width=12"});
  pair.expect_block("decoder.layers.0", "hidden");
  pair.expect_head("alignment", 0);
}

TEST(Probe, OfBlocksOfAttentionAlone) {
  const Probed p("characters", {"width=16", "heads=2", "feed_forward=0", "layers=2"});
  p.expect_block("decoder.layers.1", "attention_residual");
  p.expect_head("decoder.layers.1.self_attention", 1);
  EXPECT_FALSE(p.measures("activation.decoder.layers.1.dead")) << "there are no units";
}

/// ReLU units whose bias lies far below 0 are dead, and no others are.
TEST(Probe, DeadUnitsAreThoseThatAreNeverAboveZero) {
  Probed p("digits", {"width=16", "heads=2", "feed_forward=24", "activation=relu"});
  const double before = p.value("activation.encoder.layers.0.dead");
  std::span<Real> bias = p.model.parameter("encoder.layers.0.feed_forward.expand.bias");
  std::fill(bias.begin(), bias.end(), Real(100));
  std::fill_n(bias.begin(), 6, Real(-100));
  p.values.clear();
  p.probe.measure(*p.model.experiment.model, p.model.weights->weights, p.values);
  EXPECT_EQ(p.value("activation.encoder.layers.0.dead"), 0.25);
  EXPECT_LT(before, 0.25);
  EXPECT_FALSE(Probed("digits", {"activation=gelu"}).measures("activation.encoder.layers.0.dead"));
}

TEST(Probe, AnExpertsUnitIsDeadWhereItIsNotAsked) {
  Probed p("digits",
           {"width=16", "heads=2", "feed_forward=24", "activation=relu", "experts=3", "experts_per_token=1"});
  for (const char* expert : {"0", "1", "2"}) {
    const std::span<Real> bias =
        p.model.parameter(std::string("encoder.layers.0.feed_forward.experts.") + expert + ".expand.bias");
    std::fill(bias.begin(), bias.end(), Real(100));
  }
  // All tokens go to expert 1: the norm's β alone is seen by the router.
  const auto set = [&](const std::string& name, Real value) {
    const std::span<Real> cells = p.model.parameter("encoder.layers.0." + name);
    std::fill(cells.begin(), cells.end(), value);
  };
  set("feed_forward_norm.gamma", 0);
  set("feed_forward_norm.beta", 1);
  set("feed_forward.router.weight", 0);
  const std::span<Real> router = p.model.parameter("encoder.layers.0.feed_forward.router.weight");
  std::fill_n(router.begin() + 16, 16, Real(1));
  p.values.clear();
  p.probe.measure(*p.model.experiment.model, p.model.weights->weights, p.values);
  EXPECT_FLOAT_EQ(static_cast<float>(p.value("activation.encoder.layers.0.dead")), 2.0F / 3);
}

TEST(Probe, SharesOfExpertsAreThoseOfAllExamplesWithoutPadding) {
  const Probed p("translate", {"width=16", "heads=2", "feed_forward=24", "layers=2", "experts=3"});
  EXPECT_LT(std::ranges::min(p.probe.batch().source_lengths), p.probe.batch().source_length) << "padding";
  for (const std::string layer : {"encoder.layers.0", "encoder.layers.1", "decoder.layers.1"}) {
    std::vector<double> chosen(3, 0);
    double choices = 0, sum = 0;
    for (const Tensors& row : p.rows)
      for (const Real expert : row.at(layer + ".feed_forward.router.selected").value)
        ++chosen.at(static_cast<std::size_t>(expert)), ++choices;
    for (std::size_t e = 0; e < 3; ++e) {
      const double share = p.value("expert_share." + layer + ".feed_forward#" + std::to_string(e));
      EXPECT_NEAR(share, chosen[e] / choices, 1e-6) << layer;
      sum += share;
    }
    EXPECT_NEAR(sum, 1, 1e-6);
  }
  EXPECT_FALSE(Probed("translate").measures("expert_share.encoder.layers.0.feed_forward#0"));
}

TEST(Probe, IsSmall) {
  const Probed wide("characters", {"width=16", "heads=2", "feed_forward=24", "layers=1", "context=200"});
  EXPECT_LE(wide.probe.batch().size * wide.probe.batch().input_length, 512);
  EXPECT_GE(wide.probe.batch().size, 1);
  const Probed longest("characters",
                       {"width=16", "heads=2", "feed_forward=24", "layers=1", "context=700", "batch=1"});
  EXPECT_EQ(longest.probe.batch().size, 1);
  EXPECT_EQ(longest.probe.batch().input_length, 512);
  longest.expect_head("decoder.layers.0.self_attention", 0);
}

}  // namespace
}  // namespace attnlab::testing
