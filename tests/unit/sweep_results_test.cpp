// Results of a sweep: ranking, means over seeds by hand, the best combination, and CSV.
#include "core/training/sweep/sweep_results.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnlab {
namespace {

using State = SweepResult::State;
using Words = std::vector<std::string>;

SweepResult done(double loss, double right, double seconds) {
  SweepResult result;
  result.state = State::Done;
  result.steps = 20;
  result.train_loss = loss + 1;
  result.validation_loss = loss;
  result.right_examples = right;
  result.seconds = seconds;
  return result;
}

SweepPlan plan_of(const Words& words) { return plan_sweep(find_preset("reverse"), parse_sweep(words), 100); }

TEST(SweepResults, AreRankedByHeldOutLossWithFailuresLast) {
  std::vector<SweepResult> results{done(0.5, 0, 1), {}, done(0.25, 0, 1), done(0.75, 0, 1), done(NAN, 0, 1)};
  results[3].state = State::Failed;
  EXPECT_EQ(ranking(results), (std::vector<std::size_t>{2, 0, 3, 4}));
}

TEST(SweepResults, MeansAndDeviationsAreOverFiniteValues) {
  const double values[] = {1, 4, NAN, 7};
  const MeanOverSeeds over = mean_over_seeds(values);
  EXPECT_EQ(over.count, 3);
  EXPECT_EQ(over.mean, 4);
  EXPECT_EQ(over.deviation, 3) << "√((9 + 0 + 9) ÷ 2)";
  EXPECT_TRUE(std::isnan(mean_over_seeds(std::span(values).first(1)).deviation));
  EXPECT_TRUE(std::isnan(mean_over_seeds({}).mean));
}

TEST(SweepResults, ARowIsACombination) {
  const SweepPlan plan = plan_of({"heads=1,2", "seeds=2"});
  std::vector<SweepResult> results{done(0.5, 0.25, 2), done(1.5, 0.75, 4), done(0.25, 1, 6), done(9, 9, 9)};
  results[3].state = State::Running;
  const std::vector<SweepRow> rows = sweep_rows(plan, results);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].values, Words{"1"});
  EXPECT_EQ(rows[1].values, Words{"2"});
  EXPECT_EQ(rows[1].first, 2u);
  EXPECT_EQ(rows[0].done, 2);
  EXPECT_EQ(rows[1].done, 1) << "one is under way";
  EXPECT_EQ(rows[0].validation_loss.mean, 1);
  EXPECT_EQ(rows[0].right_examples.mean, 0.5);
  EXPECT_EQ(rows[0].right_targets.count, 0);
  EXPECT_EQ(rows[0].seconds.mean, 3);
  EXPECT_EQ(rows[1].validation_loss.mean, 0.25);
  EXPECT_EQ(best_row(plan, rows), std::nullopt) << "one combination alone is complete";
  results[3] = done(0.75, 0, 1);
  EXPECT_EQ(best_row(plan, sweep_rows(plan, results)), 1u);
}

TEST(SweepResults, CsvHasALineForEachRun) {
  const SweepPlan plan = plan_of({"task.corpus=abc,a\\,b", "heads=2", "seeds=2"});
  std::vector<SweepResult> results(4);
  results[0] = done(0.5, 0.25, 1.5);
  results[1].state = State::Failed;
  const std::string csv = sweep_csv(plan, results);
  EXPECT_EQ(csv,
            "task.corpus,heads,seed,state,steps,train_loss,validation_loss,right_targets,right_examples,"
            "seconds\n"
            "abc,2,1,done,20,1.5,0.5,,0.25,1.5\n"
            "abc,2,2,failed,0,,,,,0\n"
            "\"a,b\",2,1,waiting,0,,,,,0\n"
            "\"a,b\",2,2,waiting,0,,,,,0\n");
}

}  // namespace
}  // namespace attnlab
