// What is done is written down as commands, which do the same.
#include "app/state/hand_choice.h"
#include "app/state/heads_choice.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"

namespace attnlab::testing {
namespace {

using Lines = std::vector<std::string>;

struct Recorded : LabTest {
  void begin(const std::string& preset = "translate") {
    open(preset);
    say("record on");
  }
  void do_all(const Lines& lines) {
    for (const std::string& line : lines) say_and_settle(line);
  }
  Lines lines() const {
    const auto recording = lab->view().recording;
    return recording ? recording->lines : Lines{};
  }
};

TEST_F(Recorded, MovesInARowAreOne) {
  begin();
  do_all({"select.head 1", "head.next", "head.next"});
  EXPECT_EQ(lines(), (Lines{"select.attention cross 1 3"}));
  do_all({"choose generation.temperature 0.5", "choose generation.temperature 0.75"});
  EXPECT_EQ(lines().back(), "choose generation.temperature 0.75");
  EXPECT_EQ(lines().size(), 2u);
  do_all({"choose generation.temperature 1"});
  EXPECT_EQ(lines().size(), 1u) << "as it was before";
  do_all({"view heads", "select.query 2", "view steps"});
  EXPECT_EQ(lines(), (Lines{"select.attention cross 1 3", "view heads", "select.query 2", "view steps"}));
}

TEST_F(Recorded, SwitchesAndStepsAreSaidAsWhatTheyMake) {
  begin();
  do_all({"choose heads.average toggle", "attention.scaling toggle", "undo"});
  EXPECT_EQ(lines(), (Lines{"choose heads.average on"}));
  do_all({"attention.mask none", "text.source the black cat"});
  EXPECT_EQ(lines()[1], "edit no mask decoder.layers.1.cross_attention");
  EXPECT_EQ(lines()[2], "text.source the black cat");
}

TEST_F(Recorded, TrainingIsTheStepThatIsReached) {
  begin("reverse");
  do_all({"train.step", "train.step 2"});
  EXPECT_EQ(lines(), (Lines{"train.to 3"}));
  do_all({"view norms", "timeline.to 1"});
  EXPECT_EQ(lines(), (Lines{"train.to 3", "view norms", "train.to 1"}));
  do_all({"timeline.newest", "train.set batch 8", "train.step"});
  EXPECT_EQ(lines(), (Lines{"train.to 3", "view norms", "train.to 3", "train.set batch 8", "train.to 4"}));
}

TEST_F(Recorded, WeightsAreKeptAtTheirStep) {
  begin("reverse");
  do_all({"train.step", "compare.weights", "train.step", "compare.edits"});
  EXPECT_EQ(lines(), (Lines{"train.to 1", "compare.weights", "train.to 2", "compare.edits"}));
}

TEST_F(Recorded, AnotherRunIsSaidByItsPreset) {
  begin("reverse");
  do_all({"run.of sort seed=5 heads=2", "view norms"});
  EXPECT_EQ(lines(), (Lines{"run.of sort seed=5 heads=2", "train.to 0", "view norms"}));
}

TEST_F(Recorded, WhatALessonMayNotUseIsLeftOut) {
  begin("reverse");
  do_all({"theme light", "digits 4", "panel map off"});
  EXPECT_EQ(lines(), (Lines{"panel map off"}));
  EXPECT_EQ(lab->view().recording->left_out, 2);
  EXPECT_NE(refusal("select.layer 99"), "");
  EXPECT_EQ(lines().size(), 1u) << "what was refused was not done";
}

TEST_F(Recorded, EndsIsClearedAndGoesOn) {
  begin("reverse");
  EXPECT_TRUE(lab->view().recording->on);
  expect_has(refusal("record.copy"), "nothing is recorded yet");
  do_all({"view norms", "record off", "view heads"});
  EXPECT_FALSE(lab->view().recording->on);
  EXPECT_EQ(lines(), (Lines{"view norms"}));
  expect_has(refusal("record.copy"), "no clipboard");
  do_all({"record toggle", "view map", "record.clear", "record off"});
  EXPECT_EQ(lab->view().recording, nullptr);
}

TEST_F(Recorded, DoneAgainTheLinesDoTheSame) {
  begin();
  do_all({"train.step 2", "text.source the red apple", "view heads", "choose heads.open toggle",
          "head.previous", "query.next", "attention.scaling off",
          "walk.to encoder.layers.0.self_attention.weights", "hand.cell q 0 0 3",
          "inspect.here decoder.embedding 0,0,1"});
  const Lines recorded = lines();
  const AppState there = lab->view().state;
  do_all({"record off", "state.reset", "train.to 0"});
  do_all(recorded);
  const AppState here = lab->view().state;
  EXPECT_TRUE(here.selection == there.selection);
  EXPECT_TRUE(here.chosen == there.chosen);
  EXPECT_TRUE(here.choices.of<HeadsChoice>() == there.choices.of<HeadsChoice>());
  EXPECT_TRUE(here.choices.of<HandChoice>().numbers == there.choices.of<HandChoice>().numbers);
  EXPECT_EQ(here.edits, there.edits);
  EXPECT_EQ(here.aside, there.aside);
  EXPECT_EQ(here.view, there.view);
  EXPECT_EQ(ask("trace.step"), "2");
}

}  // namespace
}  // namespace attnlab::testing
