// Validation: each distinct example counted once, whatever the batches, and its progress.
#include "core/training/validation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/small_training.h"

namespace attnlab::testing {
namespace {

Counts counted_at_once(const SmallRun& run, Index examples) {
  const std::vector<Example> held_out = run.experiment.task->validation_examples(examples);
  return count_right(*run.experiment.model, run.trainer.weights(), *run.experiment.vocabularies, held_out);
}

TEST(Validation, CountsEachExampleOnceWhateverTheBatches) {
  SmallRun run(small_preset(), 60);
  const Counts all = counted_at_once(run, 100);
  ASSERT_EQ(all.rows, 100);
  ASSERT_GT(all.right_tokens, 0);
  for (const Index batches : {1, 3, 7, 120}) {
    const Validation found = run.trainer.validate({.batches = batches, .examples = 100});
    EXPECT_EQ(found.counts, all) << batches;
    EXPECT_EQ(found.loss, run.trainer.validation_loss(batches));
    EXPECT_EQ(found.accuracy().tokens, all.shares().tokens);
  }
}

TEST(Validation, HasAsManyExamplesAsAreAskedForAfterMoreWereRead) {
  SmallRun run;
  EXPECT_EQ(run.trainer.validate({.batches = 2, .examples = 50}).counts.rows, 50);
  const Counts few = run.trainer.validate({.batches = 2, .examples = 10}).counts;
  EXPECT_EQ(few, counted_at_once(run, 10));
}

TEST(Validation, OfBatchesAloneHasAsManyExamplesAsTheseHaveRows) {
  const SmallRun run;
  const Validator validator(run.experiment.task, 8, 1);
  EXPECT_EQ(validator.size_of(3).batches, 3);
  EXPECT_EQ(validator.size_of(3).examples, 24);
  EXPECT_EQ(validator.size_of(1000).examples, kFinalValidation.examples);
  EXPECT_EQ(SmallRun().trainer.validate(3).counts.rows, 24);
}

TEST(Validation, CountsTheBatchesOfATaskWithoutAnswers) {
  SmallRun run(small_language_model());
  EXPECT_EQ(run.trainer.validate({.batches = 3, .examples = 100}).counts.rows, 3 * 4);
}

TEST(Validation, WithoutExamplesCountsNothing) {
  const Validation found = SmallRun().trainer.validate({.batches = 1});
  EXPECT_EQ(found.counts.rows, 0);
  EXPECT_TRUE(std::isnan(found.accuracy().sequences));
  EXPECT_FALSE(std::isnan(found.loss));
}

TEST(Validation, ReportsItsProgress) {
  SmallRun run;
  std::vector<Index> reported;
  const ValidationSize size{.batches = 7, .examples = 20};
  const auto listen = [&](Index done, Index all) {
    EXPECT_EQ(all, 7);
    reported.push_back(done);
  };
  EXPECT_EQ(run.trainer.validate(size, listen).loss, run.trainer.validate(size).loss);
  ASSERT_FALSE(reported.empty());
  EXPECT_EQ(reported.back(), 7);
  EXPECT_TRUE(std::ranges::is_sorted(reported));
}

}  // namespace
}  // namespace attnlab::testing
