// What the preset grokking shows, with any seed: half of a table is learnt by heart, and long after that the
// rule for the other half, which stands in the embeddings as waves over the numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "core/training/evaluate.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

constexpr Index kMeasuredEvery = 50;
constexpr Index kPairs = 1000;
constexpr std::size_t kWaves = 8;  // of the (p − 1)/2 that there are

/// Shares of right answers after a step.
struct Measured {
  Index step = 0;
  double trained = 0, held_out = 0;
};

/// The first that is over `share`; the end where none is.
std::vector<Measured>::const_iterator first_over(const std::vector<Measured>& all, double Measured::*of,
                                                 double share) {
  return std::ranges::find_if(all, [&](const Measured& m) { return m.*of > share; });
}

/// The squares of the k-th wave over the rows of `table` [p,width].
double power(std::span<const Real> table, Index width, Index k) {
  const Index p = static_cast<Index>(table.size()) / width;
  double sum = 0;
  for (Index c = 0; c < width; ++c) {
    double cosine = 0, sine = 0;
    for (Index n = 0; n < p; ++n) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k * n % p) / static_cast<double>(p);
      const auto value = static_cast<double>(table[static_cast<std::size_t>(n * width + c)]);
      cosine += value * std::cos(angle), sine += value * std::sin(angle);
    }
    sum += cosine * cosine + sine * sine;
  }
  return sum;
}

/// The part of the embeddings' variance that the strongest waves over the numbers have.
double share_of_waves(const Learnt& learnt) {
  const Experiment& e = learnt.experiment;
  const Index p = e.preset.task.modulus, width = e.preset.model.width;
  for (const Parameter& parameter : e.model->parameters().all()) {
    if (parameter.name != "target.embedding.weight") continue;
    const Index first = e.task->target_tokenizer().first_entry();
    const auto table = learnt.trainer->weights().subspan(
        static_cast<std::size_t>(parameter.offset + first * width), static_cast<std::size_t>(p * width));
    std::vector<double> powers;
    for (Index k = 1; k <= (p - 1) / 2; ++k) powers.push_back(power(table, width, k));
    std::ranges::sort(powers, std::greater());
    return std::accumulate(powers.begin(), powers.begin() + kWaves, 0.0) /
           std::accumulate(powers.begin(), powers.end(), 0.0);
  }
  ADD_FAILURE() << "no table of embeddings";
  return 0;
}

class Grokking : public ::testing::TestWithParam<int> {};

TEST_P(Grokking, ComesLongAfterLearningByHeart) {
  Learnt learnt = begin(preset_with("grokking", {"training.seed=" + std::to_string(GetParam())}));
  const Experiment& e = learnt.experiment;
  Batch trained;
  RandomStream random(1);
  e.task->sample(Split::Train, random, kPairs, trained);
  std::vector<Measured> all;
  const double at_first = share_of_waves(learnt);
  while (!HasFailure() && learnt.trainer->steps_done() < e.preset.training.steps) {
    go_on(learnt, kMeasuredEvery);
    const std::span<const Real> weights = learnt.trainer->weights();
    all.push_back(
        {learnt.trainer->steps_done(), accuracy(*e.model, weights, trained).sequences,
         accuracy(*e.model, weights, *e.vocabularies, e.task->validation_examples(kPairs)).sequences});
  }
  const auto by_heart = first_over(all, &Measured::trained, 0.99);
  const auto rule = first_over(all, &Measured::held_out, 0.95);
  ASSERT_TRUE(by_heart != all.end() && rule != all.end());
  const double at_last = share_of_waves(learnt);
  std::printf(
      "grokking, seed %d: by heart after %d steps (%.3f held out), the rule after %d; %.2f of the "
      "variance in %zu waves, %.2f at first; %.0f s\n",
      GetParam(), static_cast<int>(by_heart->step), by_heart->held_out, static_cast<int>(rule->step), at_last,
      kWaves, at_first, learnt.seconds);
  EXPECT_LT(by_heart->held_out, 0.4);
  EXPECT_GE(rule->step, 3 * by_heart->step);
  EXPECT_GE(all.back().held_out, e.preset.goal.value);
  EXPECT_GT(all.back().trained, 0.99);
  EXPECT_LT(at_first, 0.35);
  EXPECT_GT(at_last, 0.5);
}

// A minute or two for each seed.
INSTANTIATE_TEST_SUITE_P(Every, Grokking, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace attnlab::testing
