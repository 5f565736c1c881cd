// Every weight that AdamW moved is recomputed from its derivation.
#include "core/analysis/update_derivation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/training/preset.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

struct State {
  std::vector<Real> weights, mean, square;
};

State state_of(const Trainer& trainer) {
  const auto copy = [](const auto& cells) { return std::vector<Real>(cells.begin(), cells.end()); };
  return {copy(trainer.weights()), copy(trainer.optimizer_state().mean),
          copy(trainer.optimizer_state().square)};
}

/// Cell `at` of the flat buffers around the trainer's latest step.
WeightUpdate update_of(const Trainer& trainer, const Parameter& parameter, const State& before,
                       const StepMetrics& metrics, std::size_t at) {
  WeightUpdate u;
  u.cell = {parameter.name, {static_cast<Index>(at) - parameter.offset}};
  u.numbers.weight = static_cast<double>(before.weights[at]);
  u.numbers.mean = static_cast<double>(before.mean[at]);
  u.numbers.square = static_cast<double>(before.square[at]);
  u.numbers.gradient = static_cast<double>(trainer.gradient()[at]);
  u.numbers.clip_factor = clip_factor(trainer.config(), metrics.gradient_norm);
  u.numbers.learning_rate = metrics.learning_rate;
  u.numbers.update = trainer.optimizer_state().updates;
  u.decays = parameter.decays();
  u.numbers.result = static_cast<double>(trainer.weights()[at]);
  return u;
}

void expect_every_weight_recomputed(const Preset& preset) {
  const Experiment e = make_experiment(preset);
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  for (int step = 0; step < 4; ++step) {
    const State before = state_of(trainer);
    const StepMetrics metrics = trainer.step();
    for (const Parameter& parameter : e.model->parameters().all()) {
      for (Index i = 0; i < parameter.shape.size(); ++i) {
        const WeightUpdate u =
            update_of(trainer, parameter, before, metrics, static_cast<std::size_t>(parameter.offset + i));
        const Derivation d = derive_update(u, trainer.config());
        const double moved = std::abs(u.numbers.result - u.numbers.weight);
        ASSERT_NEAR(d.root.evaluate(), u.numbers.result,
                    1e-7 + 1e-6 * std::abs(u.numbers.weight) + 1e-4 * moved)
            << parameter.name << " cell " << i << " at step " << step;
      }
    }
  }
}

Preset small(const std::vector<std::string>& options) {
  Preset preset = find_preset("reverse");
  for (const std::string& option : options) set_option(preset, option);
  return preset;
}

TEST(UpdateDerivation, EveryWeightOfFourSteps) {
  expect_every_weight_recomputed(small(
      {"width=16", "heads=2", "layers=1", "batch=4", "warmup=2", "weight_decay=0.5", "learning_rate=0.01"}));
}

TEST(UpdateDerivation, ClippedEverywhere) {
  expect_every_weight_recomputed(
      small({"width=16", "heads=2", "layers=1", "batch=4", "clip=0.01", "learning_rate=0.01"}));
}

TEST(UpdateDerivation, TheFirstStepGoesAgainstTheGradient) {
  WeightUpdate u{{"w", {3}}, {.weight = 2, .gradient = -0.5, .learning_rate = 0.1}, false};
  // At t = 1 both corrections undo the decay: m̂ = g and √v̂ = |g|, so the step is the learning rate.
  EXPECT_NEAR(derive_update(u, {}).root.value, 2.1, 1e-8);
  u.decays = true;
  EXPECT_NEAR(derive_update(u, {}).root.value, 2.1 - 2 * 0.1 * 0.1, 1e-8);
  EXPECT_EQ(derive_update(u, {}).operands().size(), 4u);  // the weight, its gradient, both moments
}

/// A trainer that watches one cell records each update of it.
TEST(WatchedUpdate, IsTheUpdateThatTheOptimizerMade) {
  const Experiment e = make_experiment(
      small({"width=16", "heads=2", "layers=1", "batch=4", "warmup=2", "weight_decay=0.5", "clip=0.5"}));
  const ParameterLayout& layout = e.model->parameters();
  for (Index cell : {Index{0}, layout.size() / 2, layout.size() - 1}) {
    Trainer trainer(e.model, e.task, e.preset.training, 1);
    trainer.watch(cell);
    EXPECT_FALSE(trainer.watched_update());
    for (int step = 0; step < 4; ++step) {
      const State before = state_of(trainer);
      const StepMetrics metrics = trainer.step();
      ASSERT_TRUE(trainer.watched_update());
      const CellUpdate& u = *trainer.watched_update();
      const auto at = static_cast<std::size_t>(cell);
      EXPECT_EQ(u.weight, static_cast<double>(before.weights[at]));
      EXPECT_EQ(u.mean, static_cast<double>(before.mean[at]));
      EXPECT_EQ(u.square, static_cast<double>(before.square[at]));
      EXPECT_EQ(u.gradient, static_cast<double>(trainer.gradient()[at]));
      EXPECT_EQ(u.result, static_cast<double>(trainer.weights()[at]));
      EXPECT_EQ(u.update, metrics.step);
      const WeightUpdate named = named_update(layout, u);
      EXPECT_EQ(flat_index(layout, named.cell), cell);
      const Derivation d = derive_update(named, trainer.config());
      EXPECT_EQ(d.value, static_cast<double>(trainer.weights()[at]));
      EXPECT_NEAR(d.root.evaluate(), d.value, 1e-7 + 1e-6 * std::abs(d.value));
    }
    trainer.reset();
    EXPECT_FALSE(trainer.watched_update());
  }
}

/// An optimizer with only the recorded numbers computes the stored weight, bit for bit.
TEST(WatchedUpdate, GivesTheStoredWeightBitForBit) {
  const Experiment e = make_experiment(
      small({"width=16", "heads=2", "layers=1", "batch=4", "warmup=2", "weight_decay=0.5", "clip=0.5"}));
  const ParameterLayout& layout = e.model->parameters();
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  RandomStream random(4);
  for (int step = 0; step < 40; ++step) {
    trainer.watch(random.below(layout.size()));
    trainer.step();
    const CellUpdate& u = *trainer.watched_update();
    const auto at = static_cast<std::size_t>(u.cell), size = static_cast<std::size_t>(layout.size());
    AdamW again(layout, trainer.config());
    AlignedBuffer weights(size, Real(0)), gradient(size, Real(0));
    weights[at] = static_cast<Real>(u.weight);
    gradient[at] = static_cast<Real>(u.gradient);
    again.state().mean[at] = static_cast<Real>(u.mean);
    again.state().square[at] = static_cast<Real>(u.square);
    again.state().updates = u.update - 1;
    again.begin_update();
    again.update_range(0, layout.size(), gradient.data(),
                       {static_cast<Real>(u.clip_factor), static_cast<Real>(u.learning_rate)},
                       weights.data());
    EXPECT_EQ(weights[at], static_cast<Real>(u.result)) << "step " << step;
    EXPECT_EQ(weights[at], trainer.weights()[at]) << "step " << step;
  }
}

TEST(WatchedUpdate, CellsOutsideAreNone) {
  const Experiment e = make_experiment(small({"width=16", "heads=2", "layers=1"}));
  const ParameterLayout& layout = e.model->parameters();
  EXPECT_EQ(flat_index(layout, {"no.such.weight", {0}}), -1);
  const Parameter& first = layout[0];
  EXPECT_EQ(flat_index(layout, {first.name, {0}}), -1);
  EXPECT_EQ(flat_index(layout, {first.name, {first.shape[0], 0}}), -1);
  EXPECT_EQ(flat_index(layout, {first.name, {first.shape[0] - 1, first.shape[1] - 1}}),
            first.shape.size() - 1);
  EXPECT_THROW(named_update(layout, {.cell = layout.size()}), std::out_of_range);
}

TEST(UpdateLines, LeadFromTheWeightBeforeToTheWeightAfter) {
  WeightUpdate u{{"w", {0, 3}}, {.weight = 2, .gradient = -0.5, .learning_rate = 0.1, .result = 2.08}};
  TrainingConfig config;
  config.weight_decay = 0.1;
  const std::vector<UpdateLine> lines = update_lines(u, config);
  const auto value = [&](const std::string& symbol) {
    return std::ranges::find(lines, symbol, &UpdateLine::symbol)->value;
  };
  EXPECT_EQ(lines.front().value, 2);
  EXPECT_EQ(lines.back().value, 2.08);
  EXPECT_NEAR(value("m"), -0.5 * (1 - config.beta1), 1e-12);
  EXPECT_NEAR(value("m̂"), -0.5, 1e-12);
  EXPECT_NEAR(value("v̂"), 0.25, 1e-12);
  EXPECT_NEAR(value("s"), -0.1, 1e-8);
  EXPECT_NEAR(value("d"), 0.1 * 0.1 * 2, 1e-12);
  EXPECT_NEAR(lines.front().value - value("d") - value("s"), derive_update(u, config).root.value, 1e-12);
  u.decays = false;
  u.numbers.clip_factor = 0.5;
  const std::vector<UpdateLine> clipped = update_lines(u, config);
  EXPECT_EQ(clipped.size(), lines.size());  // clipping has a line, decay has none
  EXPECT_EQ(clipped[2].value, 0.5);
}

}  // namespace
}  // namespace attnlab
