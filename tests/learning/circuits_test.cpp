// What the presets of attention alone show, with any seed: an induction head needs two layers; a model of
// Markov chains first counts letters, then what follows each.
#include <gtest/gtest.h>

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
  const Learnt learnt = learn("induction-attention", {seed()});
  const double right = tokens_right(learnt), induction = best_induction(learnt);
  std::printf("two layers: %.4f right, induction %.4f, %.0f s\n", right, induction, learnt.seconds);
  EXPECT_GE(right, learnt.experiment.preset.goal.value);
  EXPECT_GT(induction, 0.5);
}

TEST_P(AttentionAlone, OfOneLayerDoesNot) {
  const Learnt learnt = learn("induction-attention", {seed(), "model.layers=1"});
  const double right = tokens_right(learnt), induction = best_induction(learnt);
  std::printf("one layer: %.4f right, induction %.4f\n", right, induction);
  EXPECT_LT(right, 0.35);
  EXPECT_LT(induction, 0.35);
}

TEST_P(AttentionAlone, CountsWhatFollowsInAChain) {
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

}  // namespace
}  // namespace attnlab::testing
