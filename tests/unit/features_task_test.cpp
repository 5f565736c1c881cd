// Tests of sparse features: how many are there, how strong they are, and what counts as right.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/data/digits.h"
#include "core/io/checkpoint.h"
#include "core/tasks/make_task.h"
#include "core/trace/tracer.h"
#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"
#include "tests/support/tasks.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

constexpr Index kFeatures = 5, kRows = 4000;

TaskConfig features(double sparsity) {
  TaskConfig config = testing::task_named("features");
  config.sparsity = sparsity;
  return config;
}

/// How often each digit comes in texts that are trained on.
std::array<double, kNumberDigits> shares(double sparsity) {
  const auto task = make_task(features(sparsity), kFeatures);
  Batch batch;
  RandomStream random(1);
  task->sample(Split::Train, random, kRows, batch);
  EXPECT_EQ(batch.source_length, kFeatures);
  EXPECT_EQ(batch.source, batch.target);
  std::array<double, kNumberDigits> found{};
  for (const TokenId digit : batch.source)
    found.at(static_cast<std::size_t>(digit)) += 1.0 / (kRows * kFeatures);
  return found;
}

TEST(FeaturesTask, LeavesTheWantedShareOut) {
  for (const double sparsity : {0.0, 0.5, 0.8}) {
    const auto found = shares(sparsity);
    EXPECT_NEAR(found[0], sparsity, 0.03) << sparsity;
    for (std::size_t digit = 1; digit < found.size(); ++digit)
      EXPECT_NEAR(found.at(digit), (1 - sparsity) / 9, 0.015) << sparsity << ": " << digit;
  }
}

TEST(FeaturesTask, ShowsTheFeatureThatCountsMostFirst) {
  EXPECT_EQ(make_task(features(0.95), kFeatures)->sample_example().source, "90000");
}

TEST(FeaturesTask, MeasuresTextsAsTheyAreDrawn) {
  const auto task = make_task(features(0.9), kFeatures);
  EXPECT_FALSE(task->has_answers());
  Batch batch;
  RandomStream random(2);
  task->sample(Split::Validation, random, kRows, batch);
  const auto zeros = std::ranges::count(batch.source, TokenId{0});
  EXPECT_NEAR(static_cast<double>(zeros) / (kRows * kFeatures), 0.9, 0.01);
}

TEST(FeaturesTask, AsksForTheTextItself) {
  const auto task = make_task(features(0.5), kFeatures);
  EXPECT_EQ(task->format(), Format::Numbers);
  EXPECT_EQ(task->answer_to("00700"), "00700");
  for (const Example& example : task->validation_examples(50)) {
    EXPECT_EQ(example.source, example.target);
    EXPECT_EQ(example.source.size(), static_cast<std::size_t>(kFeatures));
  }
}

TEST(FeaturesTask, DigitsAreNumbersFrom0To1) {
  EXPECT_EQ(number_of_digit(0), Real(0));
  EXPECT_EQ(number_of_digit(9), Real(1));
  for (Index digit = 0; digit < kNumberDigits; ++digit)
    EXPECT_EQ(nearest_digit(number_of_digit(digit) + Real(0.05)), digit);
  EXPECT_EQ(nearest_digit(Real(-3)), 0);
  EXPECT_EQ(nearest_digit(Real(3)), 9);
}

/// A table of unit vectors, as many as there are dimensions, gives every number again.
TEST(Superposition, IsRightWhereEachFeatureHasADimension) {
  Preset preset = find_preset("superposition");
  for (const char* option : {"model.width=5", "sparsity=0.5"}) set_option(preset, option);
  const Experiment e = make_experiment(preset);
  std::vector<Real> weights(static_cast<std::size_t>(e.model->parameters().size()), Real(0));
  for (std::size_t i = 0; i < 5; ++i) weights[i * 5 + i] = 1;
  const std::vector<Example> examples = e.task->validation_examples(100);
  EXPECT_EQ(accuracy(*e.model, weights, *e.vocabularies, examples).sequences, 1);
  weights[0] = 0;
  const Accuracy without_one = accuracy(*e.model, weights, *e.vocabularies, examples);
  EXPECT_LT(without_one.sequences, 0.8);
  EXPECT_GT(without_one.tokens, without_one.sequences);
}

TEST(Superposition, WantsADigitForEachFeature) {
  const Experiment e = make_experiment(find_preset("superposition"));
  const std::vector<Real> weights(static_cast<std::size_t>(e.model->parameters().size()), Real(0));
  const std::vector<Example> short_text{{"070", "070", {}}};
  EXPECT_EQ(testing::error_text<std::invalid_argument>(
                [&] { accuracy(*e.model, weights, *e.vocabularies, short_text); }),
            "the text has 3 digits, but the model has 5 features: enter one digit for each feature");
}

TEST(Superposition, BeginsTheSameWhateverTheImportance) {
  Preset preset = find_preset("superposition");
  const auto loss = [&] {
    const Experiment e = make_experiment(preset);
    Trainer trainer(e.model, e.task, e.preset.training, 1);
    return trainer.validation_loss(2);
  };
  const double falling = loss();
  preset.model.importance = 1;
  EXPECT_GT(loss(), falling) << "later features count as much as the first";
}

struct LearningFeatures {
  explicit LearningFeatures(const Preset& preset)
      : experiment(make_experiment(preset)),
        trainer(experiment.model, experiment.task, experiment.preset.training, 1) {}

  void change(double sparsity, double importance) {
    TrainingSettings settings = trainer.settings();
    settings.live = {{"sparsity", sparsity}, {"importance", importance}};
    trainer.change(settings);
  }
  double absent() {
    trainer.step();
    const std::vector<TokenId>& digits = trainer.batch().source;
    return static_cast<double>(std::ranges::count(digits, TokenId{0})) / static_cast<double>(digits.size());
  }

  Experiment experiment;
  Trainer trainer;
};

TEST(Superposition, LearnsFromAnotherSparsityFromTheNextStepOn) {
  LearningFeatures run(find_preset("superposition"));
  EXPECT_NEAR(run.absent(), 0.95, 0.03);
  const double sparse = run.trainer.validation_loss(2);
  run.change(0.25, 0.9);
  EXPECT_NEAR(run.absent(), 0.25, 0.05);
  EXPECT_GT(run.trainer.validation_loss(2), 5 * sparse) << "held-out texts have the sparsity of now";
  EXPECT_EQ(run.trainer.task().live_value("sparsity"), 0.25);
}

TEST(Superposition, WeighsByAnotherImportanceFromTheNextStepOn) {
  Preset preset = find_preset("superposition");
  LearningFeatures changed(preset);
  changed.change(0.95, 0.5);
  preset.model.importance = 0.5;
  LearningFeatures begun(preset);
  EXPECT_EQ(changed.trainer.step().loss, begun.trainer.step().loss);
  EXPECT_THROW(changed.change(0.95, 2), std::invalid_argument);
  EXPECT_EQ(value_of(changed.trainer.settings().live, "importance"), 0.5) << "the old ones stay";
}

TEST(Superposition, AStateHasTheSettingsOfItsFeatures) {
  LearningFeatures run(find_preset("superposition")), other(find_preset("superposition"));
  run.change(0.5, 0.7);
  run.trainer.step();
  other.trainer.restore(run.trainer.state());
  EXPECT_EQ(other.trainer.task().live_value("sparsity"), 0.5);
  EXPECT_EQ(other.trainer.model().config().importance, 0.7);
  EXPECT_EQ(other.trainer.step().loss, run.trainer.step().loss);
}

TEST(Superposition, OtherModelsHaveNoSettingsOfFeatures) {
  LearningFeatures run(find_preset("reverse"));
  const OptionValues before = run.trainer.settings().live;
  EXPECT_EQ(before, (OptionValues{{"dropout", 0}}));
  EXPECT_THROW(setting_text(run.trainer.settings(), "sparsity"), std::invalid_argument);
  run.change(0.5, 0.5);
  EXPECT_EQ(run.trainer.settings().live, before);
}

TEST(Superposition, ASavedRunGoesOnWithWhatWasChanged) {
  const testing::TempFolder folder;
  LearningFeatures run(find_preset("superposition"));
  run.change(0.5, 0.7);
  run.trainer.step();
  save_checkpoint(folder / "m", capture(run.experiment, run.trainer));
  const Checkpoint loaded = load_checkpoint(folder / "m");
  EXPECT_EQ(loaded.model->config().importance, 0.7) << "what traces weigh by";
  EXPECT_EQ(loaded.preset.model.importance, 0.9) << "what the run began with";
  const Continuation next = continue_training(loaded, 1);
  EXPECT_EQ(next.trainer->task().live_value("sparsity"), 0.5);
  EXPECT_EQ(next.trainer->step().loss, run.trainer.step().loss);
}

/// A request's importance takes the model's place in the loss alone.
TEST(Superposition, TracesWeighByTheImportanceThatIsAskedFor) {
  LearningFeatures run(find_preset("superposition"));
  run.trainer.step();
  const Tracer tracer(run.experiment.model, run.experiment.vocabularies);
  const TracePtr usual = tracer.trace(run.trainer.snapshot(), {.source = "93020"}),
                 even = tracer.trace(run.trainer.snapshot(),
                                     {.source = "93020", .model_options = {{"importance", 1}}});
  const auto loss = [](const TracePtr& trace, std::size_t i) { return trace->at("loss.per_token").value[i]; };
  EXPECT_EQ(loss(even, 0), loss(usual, 0));
  EXPECT_NEAR(loss(even, 1) * Real(0.9), loss(usual, 1), 1e-6);
  EXPECT_EQ(even->at("output.numbers").value[1], usual->at("output.numbers").value[1]);
}

}  // namespace
}  // namespace attnlab
