// The run on screen makes its steps on the GPU where its switch says so, and loses none where the GPU fails.
#include <gtest/gtest.h>

#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

struct LabStepDevice : LabTest {
  Real first_weight() const { return lab->view().trace->snapshot()->weights[0]; }
};

TEST_F(LabStepDevice, StepsAreMadeOnTheGpuWhileTheSwitchSaysSo) {
  open();
  say_and_settle("train.step 1");
  EXPECT_EQ(step_gpu->steps, 0);
  say_and_settle("train.device gpu");
  EXPECT_EQ(ask("train.device"), "gpu");
  EXPECT_EQ(ask("device"), "cpu") << "the switch of attention is another one";
  EXPECT_EQ(lab->view().training.step_device, "one step up");
  say_and_settle("train.step 3");
  EXPECT_EQ(step_gpu->steps, 3);
  EXPECT_EQ(ask("step"), "4");
  EXPECT_EQ(lab->view().training.loss, 1);
  say_and_settle("train.device toggle");
  EXPECT_EQ(ask("train.device"), "cpu");
  say_and_settle("train.step 2");
  EXPECT_EQ(step_gpu->steps, 3);
  EXPECT_EQ(ask("step"), "6");
}

TEST_F(LabStepDevice, TheTimelineNotesWhatMakesTheSteps) {
  open();
  say_and_settle("train.step 2");
  say_and_settle("train.device gpu");
  say_and_settle("train.step 2");
  say_and_settle("train.device cpu");
  EXPECT_EQ(ask("timeline.changes"), "2");
  EXPECT_EQ(ask("timeline.change 1"), "steps on the GPU");
  EXPECT_EQ(ask("timeline.change 2"), "steps on the processor");
  say_and_settle("train.device gpu");
  say_and_settle("train.reset");
  EXPECT_EQ(ask("timeline.changes"), "1") << "the GPU makes the steps after the reset too";
  EXPECT_EQ(ask("timeline.change 1"), "steps on the GPU");
  EXPECT_NE(refusal("state.copy").find("it was changed at step 0 (steps on the GPU)"), std::string::npos)
      << refusal("state.copy") << ": other machines would not come to these weights";
}

TEST_F(LabStepDevice, TheScreenShowsTheWeightsThatTheGpuMade) {
  open();
  say_and_settle("train.device gpu");
  const auto rate = static_cast<Real>(lab->view().training.learning_rate);
  const Real before = first_weight();
  say_and_settle("train.step 1");
  EXPECT_EQ(first_weight(), before + rate);
}

TEST_F(LabStepDevice, OtherRunsStayOnTheProcessor) {
  open();
  say_and_settle("train.device gpu");
  say_and_settle("branch");
  EXPECT_EQ(ask("run"), "2");
  EXPECT_EQ(ask("train.device"), "cpu");
  say_and_settle("train.step 1");
  EXPECT_EQ(step_gpu->steps, 0);
  say_and_settle("run.show 1");
  EXPECT_EQ(ask("train.device"), "gpu");
}

TEST_F(LabStepDevice, AGpuThatFailsIsReportedAndNoStepIsLost) {
  open();
  say_and_settle("train.device gpu");
  step_gpu->steps_left = 2;
  say_and_settle("train.step 4");
  EXPECT_EQ(ask("step"), "4");
  EXPECT_EQ(ask("train.device"), "cpu");
  EXPECT_EQ(lab->view().notice, "training runs on the processor again: it fell out");
  EXPECT_EQ(ask("timeline.change 2"), "steps on the processor");
  EXPECT_EQ(step_gpus_opened, 1);
  step_gpu->steps_left = 10;
  say_and_settle("train.device gpu");
  EXPECT_EQ(step_gpus_opened, 2) << "the device that failed is not asked again";
  say_and_settle("train.step 1");
  EXPECT_EQ(step_gpu->steps, 3);
}

TEST_F(LabStepDevice, AModelThatTheGpuDoesNotKnowIsRefused) {
  open();
  step_gpu->refusal = "model.experts is 4";
  EXPECT_EQ(refusal("train.device gpu"), "the GPU cannot train this run: model.experts is 4");
  EXPECT_EQ(ask("train.device"), "cpu");
  say_and_settle("train.step 1");
  EXPECT_EQ(step_gpu->steps, 0);
}

TEST_F(LabStepDevice, AChangeThatTheGpuDoesNotKnowIsRefusedWhileItMakesTheSteps) {
  open();
  say_and_settle("train.device gpu");
  step_gpu->refusal = "training.clip is 2";
  EXPECT_EQ(refusal("train.set clip 2"), "the GPU cannot train this run: training.clip is 2");
  settle();
  EXPECT_NE(ask("setting clip"), "2");
  say_and_settle("train.device cpu");
  say_and_settle("train.set clip 2");
  EXPECT_EQ(ask("setting clip"), "2") << "the processor knows it";
}

}  // namespace
}  // namespace attnlab
