// What the presets of attention alone show, with any seed: an induction head needs two layers; a model of
// Markov chains first counts letters, then what follows each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/analysis/circuits/scores.h"
#include "core/tasks/base/encode.h"
#include "core/training/evaluate.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

class AttentionAlone : public ::testing::TestWithParam<int> {
 protected:
  static std::string seed() { return "training.seed=" + std::to_string(GetParam()); }

  static double tokens_right(const Learnt& learnt) {
    const Experiment& e = learnt.experiment;
    return accuracy(*e.model, learnt.trainer->weights(), *e.vocabularies, e.task->validation_examples(500))
        .tokens;
  }
  /// The highest score of induction of any head.
  static double best_induction(const Learnt& learnt) {
    const Experiment& e = learnt.experiment;
    const HeadScores scores = head_scores(*e.model, *e.vocabularies, learnt.trainer->weights());
    const HeadScoreKind& kind = head_score_kind("induction");
    return kind.value(*best_head(scores, kind));
  }
};

TEST_P(AttentionAlone, OfTwoLayersFindsWhatFollowedBefore) {
  constexpr Index kSlices = 12;
  const Preset preset = preset_with("induction-attention", {seed()});
  Learnt learnt = begin(preset);
  std::vector<double> induction{best_induction(learnt)}, right{tokens_right(learnt)};
  for (Index slice = 1; slice <= kSlices; ++slice) {
    go_on(learnt, preset.training.steps * slice / kSlices - learnt.trainer->steps_done());
    induction.push_back(best_induction(learnt));
    right.push_back(tokens_right(learnt));
    std::printf("two layers, step %lld: %.4f right, induction %.4f\n",
                static_cast<long long>(learnt.trainer->steps_done()), right.back(), induction.back());
  }
  EXPECT_GE(right.back(), preset.goal.value);
  EXPECT_GT(induction.back(), 0.5);
  EXPECT_LT(induction.front(), 0.2);
  // The course over training says when the head appeared: what is right rises with the score, and not before.
  const auto crossing = [](const std::vector<double>& course, double level) {
    return std::ranges::find_if(course, [level](double value) { return value > level; }) - course.begin();
  };
  const std::ptrdiff_t appeared = crossing(induction, 0.35);
  EXPECT_GT(appeared, 0);
  EXPECT_NEAR(static_cast<double>(crossing(right, 0.5)), static_cast<double>(appeared), 2);
}

TEST_P(AttentionAlone, OfOneLayerDoesNot) {
  const Learnt learnt = learn("induction-attention", {seed(), "model.layers=1"});
  const double right = tokens_right(learnt), induction = best_induction(learnt);
  std::printf("one layer: %.4f right, induction %.4f\n", right, induction);
  EXPECT_LT(right, 0.35);
  EXPECT_LT(induction, 0.35);
}

class AttentionInChains : public AttentionAlone {};

TEST_P(AttentionInChains, CountsWhatFollows) {
  const Learnt learnt = learn("markov", {seed()});
  const Experiment& e = learnt.experiment;
  const std::vector<TaskBaseline> baselines = e.task->baselines();
  ASSERT_EQ(baselines.size(), 3u);
  // Of chains as they are drawn: distinct ones would leave out those that say one letter again and again.
  const double loss = learnt.trainer->validation_loss(32);
  std::printf("markov: loss %.4f; unigram %.4f, bigram %.4f, %.0f s\n", loss, baselines[1].loss,
              baselines[2].loss, learnt.seconds);
  EXPECT_LT(loss, baselines[1].loss - 0.03) << "counting letters alone is not enough";
  EXPECT_LT(loss, baselines[2].loss + 0.02);
  EXPECT_GT(loss, baselines[2].loss - 0.02) << "nothing does better than the counts of pairs";
}

INSTANTIATE_TEST_SUITE_P(Chosen, AttentionAlone, ::testing::Values(1));
INSTANTIATE_TEST_SUITE_P(Every, AttentionAlone, ::testing::Values(2, 3));
INSTANTIATE_TEST_SUITE_P(Every, AttentionInChains, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace attnlab::testing
