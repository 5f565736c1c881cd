// Every weight that AdamW moved is recomputed from its derivation.
#include "core/analysis/update_derivation.h"

#include <gtest/gtest.h>

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
  u.weight = static_cast<double>(before.weights[at]);
  u.mean = static_cast<double>(before.mean[at]);
  u.square = static_cast<double>(before.square[at]);
  u.gradient = static_cast<double>(trainer.gradient()[at]);
  u.clip_factor = clip_factor(trainer.config(), metrics.gradient_norm);
  u.learning_rate = metrics.learning_rate;
  u.update = trainer.optimizer_state().updates;
  u.decays = parameter.decays();
  u.result = static_cast<double>(trainer.weights()[at]);
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
        const double moved = std::abs(u.result - u.weight);
        ASSERT_NEAR(d.root.evaluate(), u.result, 1e-7 + 1e-6 * std::abs(u.weight) + 1e-4 * moved)
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
  WeightUpdate u{.cell = {"w", {3}}, .weight = 2, .gradient = -0.5, .learning_rate = 0.1, .decays = false};
  // At t = 1 both corrections undo the decay: m̂ = g and √v̂ = |g|, so the step is the learning rate.
  EXPECT_NEAR(derive_update(u, {}).root.value, 2.1, 1e-8);
  u.decays = true;
  EXPECT_NEAR(derive_update(u, {}).root.value, 2.1 - 2 * 0.1 * 0.1, 1e-8);
  EXPECT_EQ(derive_update(u, {}).operands().size(), 4u);  // the weight, its gradient, both moments
}

}  // namespace
}  // namespace attnlab
