// Accuracy by length: bands of held-out examples, and the fixed vector beside attention.
#include <gtest/gtest.h>

#include "core/analysis/experiments/length_experiment.h"
#include "core/training/sweep/variants.h"
#include "core/training/trainer.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

/// Strings of up to seven of four letters, by eight units.
const Experiment& small_pair() {
  static const Experiment experiment = [] {
    Preset preset = find_preset("seq2seq-attention");
    for (const char* option :
         {"task.name=reverse", "task.max_length=7", "task.symbols=4", "model.width=8", "training.batch=4"})
      set_option(preset, option);
    return make_experiment(preset);
  }();
  return experiment;
}

TEST(LengthBands, HoldEveryExampleOnce) {
  const Task& task = *small_pair().task;
  const std::vector<LengthBand> bands = length_bands(task, 200, 3);
  Index examples = 0;
  std::vector<std::string> names;
  for (const LengthBand& band : bands) {
    names.push_back(band.name());
    examples += band.count();
    EXPECT_GT(band.count(), 0);
    for (const Example& example : *band.examples) {
      EXPECT_GE(static_cast<Index>(example.source.size()), band.shortest);
      EXPECT_LE(static_cast<Index>(example.source.size()), band.longest);
    }
  }
  EXPECT_EQ(examples, static_cast<Index>(task.validation_examples(200).size()));
  for (std::size_t i = 1; i < bands.size(); ++i) EXPECT_EQ(bands[i].shortest, bands[i - 1].longest + 1);
  EXPECT_LE(bands.size(), 3u);
  EXPECT_EQ(length_bands(task, 200, 100).back().name(), "7") << "one length a band";
  EXPECT_NE(names.front().find("–"), std::string::npos) << names.front();
}

TEST(LengthBands, TheTableOfStringsHasFiveBandsOfFour) {
  Preset preset = find_preset("seq2seq");
  for (const char* option : {"task.name=copy", "task.max_length=20"}) set_option(preset, option);
  std::vector<std::string> names;
  for (const LengthBand& band : length_bands(*make_experiment(preset).task, 1000, 5))
    names.push_back(band.name());
  EXPECT_EQ(names, (std::vector<std::string>{"1–4", "5–8", "9–12", "13–16", "17–20"}));
}

TEST(LengthBands, TasksWithoutSourcesAreRefused) {
  const Experiment text = make_experiment(find_preset("rnn"));
  EXPECT_EQ(error_text<std::invalid_argument>([&] { length_bands(*text.task, 10, 5); }),
            "this task does not have sources whose lengths could be compared");
}

TEST(AccuracyByLength, AddsUpToTheWhole) {
  const Experiment& e = small_pair();
  Trainer trainer(e.model, e.task, e.preset.training, 1);
  for (int step = 0; step < 60; ++step) trainer.step();
  const std::vector<LengthBand> bands = length_bands(*e.task, 300, 4);
  Counts sum;
  for (const Counts& counts : accuracy_by_length(*e.model, trainer.weights(), *e.vocabularies, bands))
    sum.add(counts);
  const Counts whole =
      count_right(*e.model, trainer.weights(), *e.vocabularies, e.task->validation_examples(300));
  EXPECT_EQ(sum, whole);
  EXPECT_GT(whole.right_tokens, 0);
  const std::vector<Counts> none =
      accuracy_by_length(*e.model, trainer.weights(), *e.vocabularies, bands, nullptr, [] { return false; });
  for (const Counts& counts : none) EXPECT_EQ(counts, Counts());
}

LengthSettings small_lengths(std::string alignment, std::string task) {
  return {.alignment = std::move(alignment), .task = std::move(task), .longest = 6, .width = 8, .steps = 4};
}

TEST(LengthExperiment, ComparesAFixedVectorWithAttention) {
  const LengthExperiment found = length_experiment(small_pair(), small_lengths("general", "copy"));
  EXPECT_TRUE(found.finished);
  ASSERT_EQ(found.runs.size(), 2u);
  EXPECT_EQ(found.runs[0].alignment->name, "none");
  EXPECT_EQ(found.runs[1].alignment->name, "general");
  EXPECT_GT(found.runs[1].parameters, found.runs[0].parameters);
  EXPECT_EQ(found.preset.task.name, "copy");
  EXPECT_EQ(found.bands.back().longest, 6);
  for (const LengthRun& run : found.runs) {
    EXPECT_EQ(run.loss.size(), 4u);
    EXPECT_EQ(run.at, (std::vector<Index>{0, 1, 2, 3, 4}));
    ASSERT_EQ(run.counts.size(), run.at.size());
    for (const std::vector<Counts>& counts : run.counts)
      for (std::size_t band = 0; band < counts.size(); ++band)
        EXPECT_EQ(counts[band].rows, found.bands[band].count());
  }
}

TEST(LengthExperiment, IsTheTrainingOfATrainer) {
  const LengthExperiment found = length_experiment(small_pair(), small_lengths("additive", "own"));
  Preset preset = found.preset;
  preset.model.alignment = "none";
  Trainer trainer(make_model(preset.model), small_pair().task, preset.training, 1);
  for (std::size_t step = 0; step < 4; ++step) EXPECT_EQ(found.runs[0].loss[step], trainer.step().loss);
  EXPECT_EQ(found.runs[0].counts.back(),
            accuracy_by_length(trainer.model(), trainer.weights(), *small_pair().vocabularies, found.bands));
  const LengthExperiment again = length_experiment(small_pair(), small_lengths("additive", "own"));
  EXPECT_EQ(again.runs[1].loss, found.runs[1].loss);
  EXPECT_EQ(again.runs[1].counts, found.runs[1].counts);
}

TEST(LengthExperiment, EqualWidthsTakeOneDirection) {
  EXPECT_TRUE(small_pair().preset.model.bidirectional);
  EXPECT_TRUE(length_preset(small_pair().preset, small_lengths("concat", "own")).model.bidirectional);
  EXPECT_FALSE(length_preset(small_pair().preset, small_lengths("dot", "own")).model.bidirectional);
  const LengthExperiment found = length_experiment(small_pair(), small_lengths("dot", "reverse"));
  EXPECT_EQ(found.runs.at(1).alignment->name, "dot");
}

TEST(LengthExperiment, ReportsItsProgressAndStops) {
  StopSource stop;
  int reports = 0;
  const LengthExperiment found = length_experiment(
      small_pair(), small_lengths("additive", "own"), stop.get_token(), [&](const LengthExperiment& so_far) {
        EXPECT_EQ(so_far.runs[0].at.size(), static_cast<std::size_t>(reports + 1));
        if (++reports == 2) stop.request_stop();
      });
  EXPECT_EQ(reports, 2);
  EXPECT_FALSE(found.finished);
}

TEST(LengthExperiment, SaysWhatItIsFor) {
  const Experiment lstm = make_experiment(find_preset("lstm"));
  EXPECT_EQ(error_text<std::invalid_argument>([&] { length_experiment(lstm, {}); }),
            "only recurrent encoder–decoders have alignments to compare");
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { length_experiment(small_pair(), {.alignment = "none"}); }),
      "alignment none does not attend to the source: choose another");
  EXPECT_THROW(length_task("sort"), std::invalid_argument);
  for (const Preset& preset : builtin_presets())
    EXPECT_EQ(has_lengths_to_compare(preset.model), variant_kind("alignment").fits(preset.model))
        << preset.name;
}

}  // namespace
}  // namespace attnlab::testing
