// Opening beside the screen: how far it has come, and that one that was stopped loses nothing.
#include <gtest/gtest.h>

#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

const std::string kFolder = std::string(ATTNLAB_SOURCE_DIR) + "/tests/golden/families/gpt2";

using Opening = LabTest;

TEST_F(Opening, OneThatIsStoppedLeavesWhatWasOpen) {
  open();
  say_and_settle("text.source abcd");
  const TracePtr before = lab->view().trace;
  lab->apply_or_throw({"model.load", {kFolder}});
  say("open.stop");
  const ViewModel during = lab->view();
  EXPECT_TRUE(during.loading);
  EXPECT_TRUE(during.opening.stopping);
  EXPECT_EQ(during.opening.name, "gpt2");
  settle();
  const ViewModel after = lab->view();
  EXPECT_FALSE(after.loading);
  EXPECT_EQ(after.title, "reverse");
  EXPECT_EQ(after.state.source, "abcd");
  EXPECT_EQ(after.trace, before);
  EXPECT_EQ(after.notice, "opening gpt2 was stopped");
  EXPECT_FALSE(after.notice_is_error);
  lab->apply_or_throw({"model.load", {kFolder}});
  settle();
  EXPECT_EQ(lab->view().title, "gpt2");
}

TEST_F(Opening, ACommandThatWaitsHearsThatItWasStopped) {
  open();
  lab->apply({"model.load", {kFolder}, 7});
  say("open.stop");
  settle();
  EXPECT_EQ(lab->view().outcome.ticket, 7);
  EXPECT_EQ(lab->view().outcome.error, "opening gpt2 was stopped");
}

/// As for one that cannot be opened at all: the window is there, without a model.
TEST_F(Opening, TheFirstMayBeStoppedToo) {
  lab->open({.kind = OpenRequest::Kind::Model, .name = kFolder, .play = false});
  say("open.stop");
  settle();
  EXPECT_EQ(lab->view().preset, "");
  EXPECT_FALSE(lab->view().loading);
}

TEST_F(Opening, RunsOfASweepMayBeStopped) {
  open();
  say("experiment norm 2");
  say("open.stop");
  settle();
  EXPECT_EQ(lab->view().runs->size(), 1u);
  testing::expect_has(lab->view().notice, "was stopped");
}

TEST_F(Opening, WithNothingToStopNothingHappens) {
  open();
  say_and_settle("open.stop");
  EXPECT_EQ(lab->view().title, "reverse");
  say_and_settle("preset recall-lstm");
  EXPECT_EQ(lab->view().title, "recall-lstm");
}

}  // namespace
}  // namespace attnlab
