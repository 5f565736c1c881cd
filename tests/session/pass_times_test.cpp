// Pass times of the Cost view: asked for by a command, taken in the background, and only of the open model.
#include <gtest/gtest.h>

#include "core/analysis/pass_time.h"
#include "core/models/cost.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

struct PassTimes : LabTest {
  const Results& results() const { return *lab->view().analyses; }
};

TEST_F(PassTimes, AreTakenWhereTheyAreAskedFor) {
  open();
  say_and_settle("view cost");
  EXPECT_EQ(results().of<std::vector<PassTime>>(), nullptr);
  say_and_settle("choose cost.measurement 1");
  const auto times = results().of<std::vector<PassTime>>();
  ASSERT_NE(times, nullptr);
  EXPECT_EQ(results().error<std::vector<PassTime>>(), "");
  EXPECT_FALSE(results().busy<std::vector<PassTime>>());
  const ModelConfig config = lab->view().trace->config();
  ASSERT_EQ(times->size(), timed_lengths(config).size());
  EXPECT_EQ(times->back().multiplications, count_cost(config).multiplications());
  settle();
  EXPECT_EQ(results().of<std::vector<PassTime>>(), times) << "once";
  say_and_settle("choose cost.measurement 2");
  EXPECT_NE(results().of<std::vector<PassTime>>(), times) << "anew";
}

TEST_F(PassTimes, NewWeightsAreNotTimedAgain) {
  open();
  say("view cost");
  say_and_settle("choose cost.measurement 1");
  const auto times = results().of<std::vector<PassTime>>();
  say_and_settle("train.step 3");
  EXPECT_EQ(results().of<std::vector<PassTime>>(), times);
}

TEST_F(PassTimes, AnotherDeviceIsTimedAgain) {
  open();
  say("view cost");
  say_and_settle("choose cost.measurement 1");
  const auto times = results().of<std::vector<PassTime>>();
  say_and_settle("device gpu");
  ASSERT_FALSE(lab->view().gpu.empty());
  EXPECT_NE(results().of<std::vector<PassTime>>(), times);
}

TEST_F(PassTimes, WaitForTheirView) {
  open();
  say_and_settle("choose cost.measurement 1");
  EXPECT_EQ(results().of<std::vector<PassTime>>(), nullptr) << "another view is on the stage";
  say_and_settle("view.beside cost");
  EXPECT_NE(results().of<std::vector<PassTime>>(), nullptr);
}

TEST_F(PassTimes, AreDroppedByTheHistoryAndByAnotherModel) {
  open();
  say_and_settle("view cost");
  say_and_settle("choose cost.measurement 1");
  ASSERT_NE(results().of<std::vector<PassTime>>(), nullptr);
  say_and_settle("history.back");
  EXPECT_EQ(results().of<std::vector<PassTime>>(), nullptr);
  say_and_settle("choose cost.measurement 1");
  open("lstm");
  say_and_settle("view cost");
  EXPECT_EQ(ask("choice cost.measurement"), "0");
  EXPECT_EQ(results().of<std::vector<PassTime>>(), nullptr);
}

}  // namespace
}  // namespace attnlab
