// Samples: the answers, against decoding, accuracy and counts computed here.
#include "core/analysis/samples.h"

#include <gtest/gtest.h>

#include "core/models/generation/generation.h"
#include "core/tasks/base/encode.h"
#include "core/training/evaluate.h"
#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

Preset changed_preset(const char* name, std::initializer_list<const char*> options) {
  Preset preset = find_preset(name);
  for (const char* option : {"model.width=16", "model.heads=2", "model.layers=1", "training.batch=8"})
    set_option(preset, option);
  for (const char* option : options) set_option(preset, option);
  return preset;
}

/// A model after some steps, and its answers.
struct Asked : SmallRun {
  explicit Asked(const Preset& preset, Index steps) : SmallRun(preset, steps) {}

  std::span<const Real> weights() const { return trainer.weights(); }
  Sample sample(const Example& example) const {
    return decode_sample(*experiment.model, *experiment.vocabularies, weights(), example);
  }
  Accuracy counted(const Example& example) const {
    return accuracy(*experiment.model, weights(), *experiment.vocabularies, {&example, 1});
  }
};

std::string said(const Sample& sample) {
  std::string text;
  for (const SampleToken& token : sample.tokens) text += token.said;
  return text;
}

TEST(Samples, OfPairsAreRightWhereDecodingGivesTheAnswer) {
  const Asked asked(small_preset(), 400);
  int right = 0;
  const std::vector<Example> examples = asked.experiment.task->validation_examples(40);
  for (const Example& example : examples) {
    const Sample sample = asked.sample(example);
    EXPECT_EQ(sample.all_right(), asked.counted(example).sequences == 1.0) << example.source;
    right += sample.all_right();
    if (sample.all_right()) {
      EXPECT_EQ(said(sample), example.target);
      EXPECT_EQ(sample.share(), 1.0);
    }
  }
  EXPECT_GT(right, 0);
  EXPECT_LT(right, static_cast<int>(examples.size()));
}

TEST(Samples, CountWhatIsMissingAndWhatIsTooMuch) {
  const Asked asked(small_preset(), 2000);
  for (const Example& example : asked.experiment.task->validation_examples(40)) {
    if (!asked.sample(example).all_right() || example.target.size() < 2) continue;
    const Sample missing = asked.sample({example.source, example.target + "a"});
    ASSERT_EQ(missing.tokens.size(), example.target.size() + 1);
    EXPECT_EQ(missing.tokens.back().said, "");
    EXPECT_EQ(missing.tokens.back().wanted, "a");
    EXPECT_FALSE(missing.tokens.back().right);
    EXPECT_EQ(missing.right, static_cast<Index>(example.target.size()));
    const Sample too_much = asked.sample({example.source, example.target.substr(0, 1)});
    ASSERT_EQ(too_much.tokens.size(), example.target.size());
    EXPECT_EQ(too_much.tokens.back().wanted, "");
    EXPECT_EQ(too_much.right, 1);
    EXPECT_DOUBLE_EQ(too_much.share(), 1.0 / static_cast<double>(example.target.size()));
    return;
  }
  FAIL() << "nothing was right";
}

TEST(Samples, StopAFewTokensPastAnAnswerThatNeverEnds) {
  const Asked asked(small_preset(), 0);
  bool any = false;
  for (const Example& example : asked.experiment.task->validation_examples(20)) {
    const Sample sample = asked.sample(example);
    EXPECT_LE(sample.tokens.size(), example.target.size() + 4);
    if (!sample.breaks_off) continue;
    any = true;
    EXPECT_EQ(sample.tokens.size(), example.target.size() + 4);
    EXPECT_FALSE(sample.all_right());
  }
  EXPECT_TRUE(any);
}

TEST(Samples, OfQuestionsAreWhatGenerationSays) {
  const Asked asked(changed_preset("addition", {"task.digits=1", "model.feed_forward=16"}), 300);
  const Experiment& e = asked.experiment;
  const Tokenizer& tokenizer = e.vocabularies->target;
  int right = 0, all = 0;
  for (const Example& example : e.task->validation_examples(8)) {
    const Sample sample = asked.sample(example);
    RandomStream random(1);
    const auto made = generate(*e.model, asked.weights(), tokenizer.encode(example.source),
                               static_cast<Index>(tokenizer.encode(example.target).size()), tokenizer.eos(),
                               {.temperature = 0}, random);
    EXPECT_EQ(said(sample).substr(0, tokenizer.decode(made).size()), tokenizer.decode(made));
    EXPECT_EQ(sample.all_right(), asked.counted(example).sequences == 1.0) << example.source;
    right += sample.all_right();
    ++all;
  }
  EXPECT_GT(all, 0);
  EXPECT_LE(right, all);
}

/// Where each token is predicted by itself, the shares are those that accuracy() counts.
void expect_same_shares(const Preset& preset, Index steps) {
  const Asked asked(preset, steps);
  for (const Example& example : asked.experiment.task->validation_examples(6)) {
    const Sample sample = asked.sample(example);
    const Accuracy counted = asked.counted(example);
    EXPECT_GT(sample.tokens.size(), 0u);
    EXPECT_DOUBLE_EQ(sample.share(), counted.tokens) << preset.name;
    EXPECT_EQ(sample.all_right(), counted.sequences == 1.0) << preset.name;
    EXPECT_FALSE(sample.breaks_off);
  }
}

TEST(Samples, OfSinglePredictionsShareWhatAccuracyCounts) {
  expect_same_shares(small_language_model(), 30);
  expect_same_shares(changed_preset("masked-words", {}), 20);
  expect_same_shares(changed_preset("brackets", {}), 20);
  expect_same_shares(changed_preset("sentiment", {}), 20);
  expect_same_shares(changed_preset("shapes", {}), 5);
}

TEST(Samples, OfATextNameTheTokensThatFollow) {
  const Asked asked(small_language_model(), 10);
  const Sample sample = asked.sample({"", "the cow"});
  ASSERT_EQ(sample.tokens.size(), 6u);
  EXPECT_EQ(sample.tokens[0].wanted, "h");
  EXPECT_EQ(sample.tokens[5].wanted, "w");
}

TEST(Samples, OfWordVectorsThereAreNone) {
  EXPECT_FALSE(has_samples(Format::WordContext));
  EXPECT_TRUE(has_samples(Format::PictureText));
  const SmallRun run(find_preset("word-vectors"), 0);
  const Example example = run.experiment.task->validation_examples(1).front();
  EXPECT_THROW(
      decode_sample(*run.experiment.model, *run.experiment.vocabularies, run.trainer.weights(), example),
      std::invalid_argument);
}

TEST(Probes, AreTheFirstHeldOutExamples) {
  const SmallRun run(changed_preset("shapes", {}), 0);
  const std::vector<Example> probes = sample_probes(*run.experiment.task, 8),
                             more = run.experiment.task->validation_examples(12);
  ASSERT_EQ(probes.size(), 8u);
  for (std::size_t i = 0; i < probes.size(); ++i)
    EXPECT_EQ(probes[i].picture->pixels, more[i].picture->pixels);
}

TEST(Probes, OfLongTextsAreTheirBeginnings) {
  Preset preset = small_language_model();
  set_option(preset, "model.context=100");
  const SmallRun run(preset, 0);
  const std::vector<Example> probes = sample_probes(*run.experiment.task, 3),
                             whole = run.experiment.task->validation_examples(3);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    EXPECT_EQ(run.experiment.vocabularies->target.encode(probes[i].target).size(), kMostSampleTokens);
    EXPECT_TRUE(whole[i].target.starts_with(probes[i].target));
  }
}

}  // namespace
}  // namespace attnlab::testing
