// What a Lab computes follows its switch: each step, trace and text from the next one on.
#include <gtest/gtest.h>

#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

struct Uses {
  int forwards = 0, backwards = 0, steps = 0;
  friend bool operator==(const Uses&, const Uses&) = default;
};

struct LabDevice : LabTest {
  Uses uses() const {
    const auto device = gpu.lock();
    return device ? Uses{device->forwards, device->backwards, device->steps} : Uses{};
  }
};

TEST_F(LabDevice, StepsAndTracesFollowTheSwitch) {
  open();
  say_and_settle("device gpu");
  const Uses traced = uses();
  EXPECT_GT(traced.steps, 0);
  EXPECT_EQ(traced.backwards, 0);
  say_and_settle("train.step 2");
  const Uses trained = uses();
  EXPECT_GT(trained.forwards, 0);
  EXPECT_GT(trained.backwards, 0);
  EXPECT_GT(trained.steps, traced.steps) << "the new weights are traced";
  say_and_settle("device cpu");
  say_and_settle("train.step 2");
  EXPECT_EQ(uses(), trained);
}

TEST_F(LabDevice, RunsThatAreOpenedLaterUseItToo) {
  open();
  say_and_settle("device gpu");
  open("characters");
  const Uses opened = uses();
  say_and_settle("train.step 1");
  EXPECT_GT(uses().backwards, opened.backwards);
}

TEST_F(LabDevice, WhatIsGeneratedFollowsTheSwitch) {
  open("characters");
  say_and_settle("device gpu");
  const Uses traced = uses();
  say_and_settle("view generation");
  EXPECT_GT(uses().forwards, traced.forwards);
}

TEST_F(LabDevice, AFailedOneIsHeldByNobody) {
  open();
  say_and_settle("device gpu");
  say_and_settle("train.step 2");
  ASSERT_FALSE(gpu.expired());
  fail_gpu("it failed");
  settle();
  EXPECT_TRUE(gpu.expired()) << "neither the run that waits nor the trace on screen";
}

}  // namespace
}  // namespace attnlab
