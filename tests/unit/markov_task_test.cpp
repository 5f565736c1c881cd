// Markov chains: exact losses of counting against a sum over every text, and what is drawn.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/tasks/make_task.h"

namespace attnlab::testing {
namespace {

std::unique_ptr<Task> markov(Index length) {
  TaskConfig config;
  config.name = "markov";
  config.max_length = length;
  return make_task(config, TaskShape(length));
}

/// Losses by counts of letters and of pairs.
struct CountedLosses {
  double unigram = 0, bigram = 0;
};

/// Means over all texts of `length` letters, each with its chance, of chains that are even from 0 to 1.
CountedLosses by_enumeration(int length) {
  CountedLosses sum;
  for (int text = 0; text < 1 << length; ++text) {
    const auto letter = [&](int at) { return (text >> at) & 1; };
    double chance = 0.5, unigram = 0, bigram = 0;
    int seen[2] = {0, 0}, followed[2][2] = {{0, 0}, {0, 0}};
    ++seen[letter(0)];
    for (int at = 1; at < length; ++at) {
      const int now = letter(at - 1), next = letter(at);
      const double pair = (followed[now][next] + 1.0) / (followed[now][0] + followed[now][1] + 2.0);
      bigram -= std::log(pair);
      unigram -= std::log((seen[next] + 1.0) / (at + 2.0));
      chance *= pair;
      ++followed[now][next];
      ++seen[next];
    }
    sum.bigram += chance * bigram / (length - 1);
    sum.unigram += chance * unigram / (length - 1);
  }
  return sum;
}

TEST(MarkovTask, BaselinesAreTheLossesOfAllTexts) {
  for (const int length : {8, 13}) {
    const std::vector<TaskBaseline> baselines = markov(length)->baselines();
    const CountedLosses wanted = by_enumeration(length);
    ASSERT_EQ(baselines.size(), 3u);
    EXPECT_EQ(baselines[0].name, "uniform");
    EXPECT_DOUBLE_EQ(baselines[0].loss, std::log(2.0));
    EXPECT_EQ(baselines[1].name, "unigram");
    EXPECT_NEAR(baselines[1].loss, wanted.unigram, 1e-12) << length;
    EXPECT_EQ(baselines[2].name, "bigram");
    EXPECT_NEAR(baselines[2].loss, wanted.bigram, 1e-12) << length;
  }
  const std::vector<TaskBaseline> longer = markov(64)->baselines();
  EXPECT_LT(longer[2].loss, longer[1].loss);
  EXPECT_LT(longer[1].loss, longer[0].loss);
}

TEST(MarkovTask, EveryLetterButTheFirstIsPredicted) {
  const std::unique_ptr<Task> task = markov(16);
  EXPECT_FALSE(task->has_answers());
  RandomStream random(5);
  Batch batch;
  task->sample(Split::Train, random, 4, batch);
  EXPECT_EQ(batch.input_length, 16);
  EXPECT_EQ(batch.counted_targets(), 4 * 15);
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t t = 0; t + 1 < 16; ++t)
      EXPECT_EQ(batch.target[row * 16 + t], batch.input[row * 16 + t + 1]);
}

TEST(MarkovTask, TextsAreChainsOfTheirOwn) {
  const std::unique_ptr<Task> task = markov(64);
  double least = 1, most = 0;
  std::set<std::string> texts;
  for (const Example& example : task->validation_examples(100)) {
    EXPECT_EQ(example.source, "");
    EXPECT_EQ(example.target.size(), 64u);
    texts.insert(example.target);
    double changes = 0;
    for (std::size_t i = 1; i < 64; ++i) changes += example.target[i] != example.target[i - 1] ? 1.0 / 63 : 0;
    least = std::min(least, changes);
    most = std::max(most, changes);
  }
  EXPECT_EQ(texts.size(), 100u);
  EXPECT_LT(least, 0.15);
  EXPECT_GT(most, 0.75);
}

TEST(MarkovTask, AChainOfFewLettersIsRefused) { EXPECT_THROW(markov(4), std::invalid_argument); }

}  // namespace
}  // namespace attnlab::testing
