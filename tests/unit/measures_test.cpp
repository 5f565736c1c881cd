// Measures: each column equals its definition, computed again here.
#include "core/training/run/measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/training/evaluate.h"
#include "core/training/passes.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

/// Measures of a run before and after its steps.
struct MeasuredRun {
  explicit MeasuredRun(const Preset& preset, Index batches = 2, Index steps = 6)
      : run(preset), measures(run.trainer, batches) {
    first = measures.measure(run.trainer, {});
    for (Index i = 0; i < steps; ++i) {
      before.assign(run.trainer.weights().begin(), run.trainer.weights().end());
      run.trainer.step();
    }
    last = measures.measure(run.trainer, before);
  }
  double value(const std::string& name) const { return value(name, last); }
  double value(const std::string& name, const std::vector<float>& row) const {
    const auto found = std::ranges::find(measures.names(), name);
    if (found == measures.names().end()) throw std::invalid_argument(name + " is not measured");
    return static_cast<double>(row[static_cast<std::size_t>(found - measures.names().begin())]);
  }

  SmallRun run;
  Measures measures;
  std::vector<Real> before;
  std::vector<float> first, last;
};

std::vector<std::string> names_with(const Measures& measures, std::string_view prefix) {
  std::vector<std::string> names;
  for (const std::string& name : measures.names())
    if (name.starts_with(prefix)) names.push_back(name);
  return names;
}

/// Sum of squares over the parameters of a layer.
template <typename Cell>
double norm_by_name(const ParameterLayout& layout, const std::string& prefix, const Cell& cell) {
  double squares = 0;
  for (const Parameter& p : layout.all())
    for (Index i = p.offset; p.name.starts_with(prefix) && i < p.offset + p.shape.size(); ++i)
      squares += std::pow(static_cast<double>(cell(static_cast<std::size_t>(i))), 2);
  return std::sqrt(squares);
}

TEST(Measures, NormsAreThoseOfTheLastStep) {
  const MeasuredRun m(small_preset());
  const Trainer& trainer = m.run.trainer;
  const ParameterLayout& layout = trainer.model().parameters();
  for (const std::string group : {"target", "source", "encoder.layers.0", "decoder.layers.0"}) {
    const std::string prefix = group + ".";
    const double gradient =
        norm_by_name(layout, prefix, [&](std::size_t i) { return trainer.gradient()[i]; });
    const double weight = norm_by_name(layout, prefix, [&](std::size_t i) { return trainer.weights()[i]; });
    const double was = norm_by_name(layout, prefix, [&](std::size_t i) { return m.before[i]; });
    const double moved =
        norm_by_name(layout, prefix, [&](std::size_t i) { return trainer.weights()[i] - m.before[i]; });
    EXPECT_NEAR(m.value("gradient." + group), gradient, 1e-5 * gradient) << group;
    EXPECT_NEAR(m.value("weight." + group), weight, 1e-5 * weight) << group;
    EXPECT_NEAR(m.value("update." + group), moved / was, 1e-4 * moved / was) << group;
    EXPECT_GT(moved, 0);
  }
}

TEST(Measures, TheGradientIsTheWholeOneBeforeClipping) {
  Preset preset = small_preset();
  preset.training.clip = 1e-3;
  MeasuredRun m(preset);
  m.before.assign(m.run.trainer.weights().begin(), m.run.trainer.weights().end());
  const StepMetrics step = m.run.trainer.step();
  const std::vector<float> row = m.measures.measure(m.run.trainer, m.before);
  double squares = 0;
  for (const std::string& name : names_with(m.measures, "gradient."))
    squares += std::pow(m.value(name, row), 2);
  EXPECT_NEAR(std::sqrt(squares), step.gradient_norm, 1e-5 * step.gradient_norm);
}

TEST(Measures, WithoutAStepThereIsNoGradientAndNoUpdate) {
  const MeasuredRun m(small_preset());
  for (const char* prefix : {"gradient.", "update."})
    for (const std::string& name : names_with(m.measures, prefix)) {
      EXPECT_TRUE(std::isnan(m.value(name, m.first))) << name;
      EXPECT_FALSE(std::isnan(m.value(name))) << name;
    }
  for (const std::string& name : names_with(m.measures, "weight."))
    EXPECT_GT(m.value(name, m.first), 0) << name;
}

TEST(Measures, ValidationIsThatOfWholeBatches) {
  const MeasuredRun m(small_preset(), 3, 40);
  const Trainer& trainer = m.run.trainer;
  double loss = 0, tokens = 0;
  for (Index i = 0; i < 3; ++i) {
    Batch batch;
    RandomStream random(validation_key(i));
    trainer.task().sample(Split::Validation, random, trainer.config().batch, batch);
    Tape tape(Mode::Infer);
    tape.bind(trainer.model().parameters(), trainer.weights().data(), nullptr);
    const auto counted = static_cast<double>(batch.counted_targets());
    loss +=
        counted * static_cast<double>(*trainer.model().loss(tape, batch, 0, batch.counted_targets()).data());
    tokens += counted;
  }
  EXPECT_NEAR(m.value("validation.loss"), loss / tokens, 1e-5);
}

/// Strings of three letters at most: there are fewer held-out ones than the batches of the loss have rows,
/// which draw the short ones again and again.
TEST(Measures, WhatIsRightIsCountedOnceInEachDistinctExample) {
  Preset preset = small_preset();
  for (const char* option : {"task.max_length=3", "task.symbols=4"}) set_option(preset, option);
  const MeasuredRun m(preset, 20, 60);
  const Trainer& trainer = m.run.trainer;
  const std::vector<Example> examples = trainer.task().validation_examples(1000);
  ASSERT_LT(static_cast<Index>(examples.size()), 20 * trainer.config().batch);
  const Accuracy share =
      accuracy(trainer.model(), trainer.weights(), *m.run.experiment.vocabularies, examples);
  EXPECT_NEAR(m.value("validation.tokens"), share.tokens, 1e-6);
  EXPECT_NEAR(m.value("validation.sequences"), share.sequences, 1e-6);
  EXPECT_GT(share.tokens, 0);
  EXPECT_LT(share.tokens, 1);
}

TEST(Measures, ValidationHasTheSameBitsOnAnyNumberOfThreads) {
  const SmallRun run;
  const auto measured = [&](int threads) {
    Trainer trainer(run.experiment.model, run.experiment.task, run.experiment.preset.training, threads);
    return trainer.validation_loss(5);
  };
  EXPECT_EQ(measured(1), measured(3));
  EXPECT_TRUE(std::isnan(SmallRun().trainer.validation_loss(0)));
}

TEST(Measures, ALanguageModelHasNoRightSequences) {
  const MeasuredRun m(small_language_model());
  EXPECT_EQ(names_with(m.measures, "validation."),
            (std::vector<std::string>{"validation.loss", "validation.tokens"}));
  EXPECT_GT(m.value("validation.tokens"), 0);
}

TEST(Measures, AWeightThatWasNothingHasNoRelativeUpdate) {
  Preset preset = find_preset("word-vectors");
  const MeasuredRun m(preset, 1, 1);
  EXPECT_TRUE(std::isnan(m.value("update.candidates")));
  EXPECT_GT(m.value("update.source") + m.value("weight.candidates"), 0);
  EXPECT_EQ(m.measures.names().size(), 2u + 3 * 2) << "no blocks and no attention";
}

/// The columns do not change while a preset learns.
TEST(Measures, EveryPresetHasAllItsColumnsEveryTime) {
  for (const Preset& preset : builtin_presets()) {
    if (!is_trainable(preset)) continue;
    const MeasuredRun m(preset, 1, 1);
    EXPECT_EQ(m.first.size(), m.measures.names().size()) << preset.name;
    EXPECT_EQ(m.last.size(), m.measures.names().size()) << preset.name;
    const std::string zero_at_first = preset.name == "superposition" ? "update.output" : "update.candidates";
    for (const std::string& name : m.measures.names()) {
      EXPECT_TRUE(std::isfinite(m.value(name)) || name == zero_at_first) << preset.name << " " << name;
    }
  }
}

}  // namespace
}  // namespace attnlab::testing
