// What the preset markov shows on its way, with any seed: at first both letters are alike to the model, then
// letters are counted, and in the end what follows each.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

constexpr Index kChains = 64, kWatchedEvery = 10;

/// A chance for the letter b behind each letter of each chain.
using ChanceOfB = std::vector<double>;

/// The three ways to predict, in the order of the task's baselines.
enum Way : std::size_t { Uniform, Unigram, Bigram, Ways };

/// Counts of letters, and of letters behind each letter, one more than they came: of chances that are even
/// from 0 to 1, the mean.
std::array<ChanceOfB, Ways> chances_by_counting(const Batch& chains) {
  std::array<ChanceOfB, Ways> all;
  for (Index row = 0; row < chains.size; ++row) {
    std::array<double, 2> stood{1, 1};
    std::array<std::array<double, 2>, 2> followed{{{1, 1}, {1, 1}}};
    const TokenId* text = chains.input.data() + row * chains.input_length;
    for (Index t = 0; t < chains.input_length; ++t) {
      const auto letter = static_cast<std::size_t>(text[t]);
      if (t > 0) ++followed.at(static_cast<std::size_t>(text[t - 1])).at(letter);
      ++stood.at(letter);
      all[Uniform].push_back(0.5);
      all[Unigram].push_back(stood[1] / (stood[0] + stood[1]));
      all[Bigram].push_back(followed.at(letter)[1] / (followed.at(letter)[0] + followed.at(letter)[1]));
    }
  }
  return all;
}

ChanceOfB chances_of(const Learnt& learnt, const Batch& chains) {
  Tape tape(Mode::Infer);
  const Model& model = *learnt.experiment.model;
  tape.bind(model.parameters(), learnt.trainer->weights().data(), nullptr);
  const Variable logits = model.logits(tape, chains);
  ChanceOfB chances;
  for (Index i = 0; i < chains.size * chains.target_length; ++i) {
    const auto a = static_cast<double>(logits.data()[2 * i]),
               b = static_cast<double>(logits.data()[2 * i + 1]);
    chances.push_back(1 / (1 + std::exp(a - b)));
  }
  return chances;
}

double mean_square_between(const ChanceOfB& a, const ChanceOfB& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

/// The way that the model's predictions are nearest to.
Way nearest_way(const ChanceOfB& said, const std::array<ChanceOfB, Ways>& ways) {
  std::array<double, Ways> far{};
  for (std::size_t way = 0; way < Ways; ++way) far.at(way) = mean_square_between(said, ways.at(way));
  return static_cast<Way>(std::ranges::min_element(far) - far.begin());
}

class MarkovChains : public ::testing::TestWithParam<int> {};

TEST_P(MarkovChains, AreUniformThenCountedThenFollowed) {
  Learnt learnt = begin(preset_with("markov", {"training.seed=" + std::to_string(GetParam())}));
  Batch chains;
  RandomStream random(1);
  learnt.experiment.task->sample(Split::Validation, random, kChains, chains);
  const std::array<ChanceOfB, Ways> ways = chances_by_counting(chains);
  std::vector<Way> course{nearest_way(chances_of(learnt, chains), ways)};
  std::vector<Index> since{0};
  while (!HasFailure() && learnt.trainer->steps_done() < learnt.experiment.preset.training.steps) {
    go_on(learnt, kWatchedEvery);
    const Way now = nearest_way(chances_of(learnt, chains), ways);
    if (now == course.back()) continue;
    course.push_back(now);
    since.push_back(learnt.trainer->steps_done());
  }
  std::printf("markov, seed %d:", GetParam());
  for (std::size_t i = 0; i < course.size(); ++i)
    std::printf(" %s from step %d;", std::array{"uniform", "unigram", "bigram"}.at(course[i]),
                static_cast<int>(since[i]));
  std::printf(" %.0f s\n", learnt.seconds);
  std::vector<Way> first;  // between two ways the nearest may change to and fro
  for (const Way way : course)
    if (std::ranges::find(first, way) == first.end()) first.push_back(way);
  EXPECT_EQ(first, (std::vector<Way>{Uniform, Unigram, Bigram}));
  EXPECT_EQ(course.back(), Bigram);
}

INSTANTIATE_TEST_SUITE_P(Chosen, MarkovChains, ::testing::Values(1));
INSTANTIATE_TEST_SUITE_P(Every, MarkovChains, ::testing::Values(2, 3));

}  // namespace
}  // namespace attnlab::testing
