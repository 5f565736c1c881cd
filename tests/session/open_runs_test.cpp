// Open runs: whatever is opened joins the runs that are open, and nothing of them is lost: when another comes
// on screen, when the window is killed, and when idle ones go to the disk.
#include "tests/session/open_runs.h"

#include <gtest/gtest.h>

#include "app/features/models/choice.h"
#include "app/state/commands/dropped.h"
#include "app/state/setup/state_line.h"
#include "core/io/checkpoint.h"
#include "tests/support/expect_has.h"
#include "tests/support/picture_files.h"
#include "tests/support/small_training.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::expect_has;
using testing::TempFolder;

std::string tale() {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "the owl and the fox sat by the river. ";
  return text;
}

void write_animals(const fs::path& folder) {
  for (const char* name : {"cats", "dogs"}) {
    fs::create_directories(folder / name);
    for (unsigned char i = 0; i < 3; ++i)
      testing::write_bytes(folder / name / (std::to_string(i) + ".png"),
                           testing::png_bytes(testing::plain_picture(8, 8, {i})));
  }
}

TEST_F(OpenRunsTest, WhateverIsOpenedLeavesWhatIsOpen) {
  testing::write_bytes(folder / "tale.txt", tale());
  write_animals(folder / "animals");
  save_checkpoint(folder / "saved", testing::SmallRun(testing::small_preset(), 3).checkpoint());
  open();
  say_and_settle("train.step 3");
  say_and_settle("text.source badc");
  say_and_settle("edit zero encoder.layers.0.self_attention#0");
  ASSERT_EQ(ask("runs"), "1");
  const std::string line = "state.open " + state_line_text(lab->sharing().line());

  opens("preset copy");
  opens("open" + place("tale.txt"));
  opens("pictures.open" + place("animals"));
  opens("model.load" + place("saved"));
  opens("recent.open 1");
  opens("run.of sort");
  opens("run.saved" + place("saved"));
  say_and_settle("model.set heads 1");
  opens("model.retrain");
  opens(line);
  opens(command_of_dropped(folder / "tale.txt").text());
  opens("train.on" + place("tale.txt"));

  EXPECT_EQ(run(1).training.step, 3);
  EXPECT_EQ(run(1).record.steps.size(), 3u);
  say_and_settle("run.show 1");
  EXPECT_EQ(ask("step"), "3");
  EXPECT_EQ(ask("preset"), "reverse");
  EXPECT_EQ(ask("source"), "badc") << "the choices in it are as they were left";
  EXPECT_EQ(lab->view().state.edits.size(), 1u);
}

TEST_F(OpenRunsTest, RunsOfSeveralPresetsAreNamedByThem) {
  open();
  EXPECT_EQ(run(1).name, "");
  open("copy");
  EXPECT_EQ(run(1).name, "reverse");
  EXPECT_EQ(run(2).name, "copy");
}

TEST_F(OpenRunsTest, WhatLearnsGivesTheMachineToWhatIsOpened) {
  lab->open({.name = "reverse"});
  ASSERT_TRUE(update_until([&] { return lab->view().runs->size() == 1 && ask("playing") == "yes"; }));
  opens("preset copy");
  EXPECT_EQ(run(1).training.state, TrainingView::State::Paused);
  save_checkpoint(folder / "saved", testing::SmallRun(testing::small_preset(), 3).checkpoint());
  say("train.play");
  opens("model.load" + place("saved"));
  EXPECT_EQ(run(2).training.state, TrainingView::State::Running) << "a saved run waits, so the other goes on";
}

TEST_F(OpenRunsTest, TheRunOfTheStartGivesWayUntilItIsUsed) {
  lab->open({.name = "reverse", .play = false, .of_start = true});
  settle();
  open("copy");
  EXPECT_EQ(ask("runs"), "1");
  lab = window();
  lab->open({.name = "reverse", .play = false, .of_start = true});
  settle();
  EXPECT_TRUE(lab->apply(parse_command("view heads")));
  settle();
  open("copy");
  EXPECT_EQ(ask("runs"), "2");
}

TEST_F(OpenRunsTest, AKilledWindowComesBackAsItWas) {
  open();
  say_and_settle("train.step 12");
  open("copy");
  say_and_settle("train.step 8");
  say_and_settle("branch batch=4");
  say_and_settle("train.pause");
  open("shapes");
  say_and_settle("view pictures");
  say_and_settle("pad.line 1 black 3 3 9 9");
  say_and_settle("run.show 2");
  say_and_settle("view heads");
  say_and_settle("text.source dcba");
  const double mean = run(2).training.mean_loss;
  const std::string name = run(3).name;
  const Picture drawn = [&] {
    say_and_settle("run.show 4");
    return *lab->view().state.own.picture;
  }();
  say_and_settle("run.show 2");
  kill();
  lab->open({.name = "reverse", .of_start = true});
  ASSERT_TRUE(update_until([&] { return lab->view().runs->size() == 1; }));
  take_back();
  EXPECT_EQ(ask("runs"), "4") << "the run of the start gives way";
  EXPECT_EQ(ask("run"), "2");
  EXPECT_EQ(ask("preset"), "copy");
  EXPECT_EQ(ask("view"), "heads");
  EXPECT_EQ(ask("source"), "dcba");
  EXPECT_EQ(run(1).training.step, 12);
  EXPECT_EQ(run(2).training.step, 8);
  EXPECT_EQ(run(2).training.mean_loss, mean);
  EXPECT_EQ(run(3).name, name);
  EXPECT_EQ(run(3).origin, "run 2, step 8");
  EXPECT_EQ(run(4).training.step, 0) << "also what has made no step";
  say_and_settle("run.show 4");
  EXPECT_EQ(ask("preset"), "shapes");
  ASSERT_TRUE(lab->view().state.own.picture);
  EXPECT_EQ(lab->view().state.own.picture->pixels, drawn.pixels);
  EXPECT_EQ(lab->view().state.own.words(), "picture 1, drawn on");
}

TEST_F(OpenRunsTest, WhatIsOpenKeepsItsPlaceBesideWhatIsTakenBack) {
  open("copy");
  say_and_settle("train.step 5");
  kill();
  open();
  say_and_settle("train.step 2");
  take_back();
  EXPECT_EQ(ask("runs"), "2");
  EXPECT_EQ(ask("preset"), "copy");
  EXPECT_EQ(ask("step"), "5");
  EXPECT_EQ(run(1).training.step, 2);
  kill();
  take_back();
  EXPECT_EQ(ask("runs"), "2") << "both were saved in one session";
}

TEST_F(OpenRunsTest, AClosedWindowIsReopenedWithAllRuns) {
  open();
  say_and_settle("train.step 4");
  open("copy");
  EXPECT_EQ(lab->close(), "");
  lab = window();
  open("sort");
  say_and_settle("session.reopen");
  EXPECT_EQ(ask("runs"), "3");
  EXPECT_EQ(ask("preset"), "copy");
}

TEST_F(OpenRunsTest, IdleRunsGoToTheDiskAndComeBackToTheLastBit) {
  open();
  say_and_settle("train.step 40");
  say_and_settle("pin here");
  say_and_settle("train.set batch 16");
  say_and_settle("train.step 30");
  const Record before = run(1).record;
  const double mean = run(1).training.mean_loss;
  open("copy");
  say_and_settle("runs.budget 1");
  ASSERT_TRUE(update_until([&] { return run(1).away; }));
  EXPECT_EQ(ask("runs.away"), "1");
  EXPECT_EQ(run(1).training.step, 70) << "its metrics can be read";
  EXPECT_EQ(run(1).training.mean_loss, mean);
  EXPECT_EQ(run(1).record.steps.size(), 70u);
  EXPECT_TRUE(run(1).record.timeline->states.empty());

  say_and_settle("run.show 1");
  EXPECT_FALSE(run(1).away);
  const Record after = run(1).record;
  ASSERT_EQ(after.steps.size(), before.steps.size());
  for (std::size_t i = 0; i < before.steps.size(); ++i) {
    EXPECT_EQ(after.steps[i].loss, before.steps[i].loss);
    EXPECT_EQ(after.steps[i].gradient_norm, before.steps[i].gradient_norm);
  }
  EXPECT_EQ(after.measurements.size(), before.measurements.size());
  EXPECT_EQ(after.timeline->events, before.timeline->events);
  EXPECT_EQ(after.timeline->pins, before.timeline->pins);
  ASSERT_EQ(after.timeline->states.size(), before.timeline->states.size());
  for (std::size_t i = 0; i < before.timeline->states.size(); ++i) {
    const TrainingState &now = *after.timeline->states[i], &then = *before.timeline->states[i];
    EXPECT_EQ(now.snapshot->weights, then.snapshot->weights);
    EXPECT_EQ(now.optimizer->mean, then.optimizer->mean);
    EXPECT_EQ(now.optimizer->square, then.optimizer->square);
  }
  say_and_settle("train.step 20");
  const TrainingState moved = *run(1).record.timeline->states.back();

  lab = window();
  open();
  say_and_settle("train.step 40");
  say_and_settle("train.set batch 16");
  say_and_settle("train.step 50");
  EXPECT_EQ(moved.snapshot->weights, run(1).record.timeline->states.back()->snapshot->weights)
      << "the next steps are those of a run that was never away";
}

TEST_F(OpenRunsTest, WhatGoesOverAllRunsWorksWithThoseOnTheDisk) {
  open();
  say_and_settle("train.step 20");
  open("reverse");
  say_and_settle("train.step 10");
  open("copy");
  say_and_settle("runs.budget 1");
  ASSERT_TRUE(update_until([&] { return run(1).away && run(2).away; }));
  kill();
  take_back();
  EXPECT_EQ(ask("runs"), "3");
  EXPECT_EQ(ask("preset"), "copy");
  say_and_settle("runs.budget 1");
  ASSERT_TRUE(update_until([&] { return run(1).away && run(2).away; }));
  say_and_settle("run.close 3");
  EXPECT_EQ(ask("runs"), "2") << "the run that takes its place comes back first";
  EXPECT_EQ(ask("run"), "2");
  EXPECT_EQ(ask("step"), "10");
  ASSERT_TRUE(run(1).away);
  say_and_settle("view models");
  say_and_settle("models.run 1");
  ASSERT_TRUE(update_until([&] {
    const auto& models = lab->view().analyses->of<ModelResults>();
    return models && models->compared;
  })) << "it is compared with from its files";
  EXPECT_TRUE(run(1).away);
  say_and_settle("run.close 1");
  EXPECT_EQ(ask("runs"), "1");
  EXPECT_EQ(lab->close(), "");
}

TEST_F(OpenRunsTest, TheRunClosedLastComesBack) {
  open();
  EXPECT_NE(refusal("run.reopen"), "") << "none was closed";
  say_and_settle("train.step 20");
  open("copy");
  say_and_settle("train.step 5");
  say_and_settle("run.close 2");
  EXPECT_EQ(lab->view().closed_run, 2);
  EXPECT_EQ(ask("runs"), "1");
  EXPECT_EQ(ask("step"), "20");
  say_and_settle("run.reopen");
  EXPECT_EQ(lab->view().closed_run, 0);
  EXPECT_EQ(ask("runs"), "2");
  EXPECT_EQ(ask("run"), "2");
  say_and_settle("train.step 3");
  EXPECT_EQ(ask("step"), "8") << "it learns on";

  say_and_settle("runs.budget 1");
  ASSERT_TRUE(update_until([&] { return run(1).away; }));
  say_and_settle("run.close 1");
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  ASSERT_TRUE(update_until([&] { return std::chrono::steady_clock::now() > end; }))
      << "it is saved many times";
  say_and_settle("run.reopen");
  EXPECT_EQ(ask("run"), "1");
  EXPECT_EQ(ask("step"), "20");
  EXPECT_FALSE(run(1).away);
  say_and_settle("run.close 1");
  EXPECT_EQ(lab->close(), "");
  lab = window();
  say_and_settle("session.reopen");
  EXPECT_EQ(ask("runs"), "1") << "what was closed when the window ended is gone";
}

TEST_F(OpenRunsTest, ASweepOfMoreThanTheMemoryHoldsEndsAll) {
  open();
  say_and_settle("runs.budget 1");
  say_and_settle("sweep batch=4,8,16 steps=6");
  ASSERT_TRUE(update_until([&] { return ask("sweep") == "3 of 3"; }));
  ASSERT_TRUE(update_until([&] { return ask("runs.away") != "0"; }));
  for (const RunView& one : *lab->view().runs) {
    if (!one.sweep) continue;
    EXPECT_EQ(one.training.step, 6);
  }
}

TEST_F(OpenRunsTest, WithoutRoomOnTheDiskRunsStayInMemory) {
  testing::write_bytes(folder / "sessions", "a file where a folder should be");
  open();
  say_and_settle("train.step 20");
  open("copy");
  say_and_settle("runs.budget 1");
  ASSERT_TRUE(update_until([&] { return lab->view().notice.find("stay in memory") != std::string::npos; }));
  EXPECT_EQ(ask("runs.away"), "0");
  say_and_settle("run.show 1");
  EXPECT_EQ(ask("step"), "20");
}

TEST_F(OpenRunsTest, ARunAtItsLimitGoesOnOnlyWhereThatIsSaid) {
  say_and_settle("run.of reverse steps=6");
  say("train.toggle");
  const auto ended = [&] { return lab->view().training.state == TrainingView::State::Finished; };
  ASSERT_TRUE(update_until(ended));
  say_and_settle("train.toggle");
  EXPECT_EQ(ask("step"), "6");
  EXPECT_EQ(ask("playing"), "no");
  expect_has(lab->view().notice, "the run has reached its limit of 6 steps");
  EXPECT_FALSE(lab->view().notice_is_error);
  say("train.play");
  ASSERT_TRUE(update_until([&] { return lab->view().training.step > 6; }));
  say_and_settle("train.pause");
  EXPECT_TRUE(is_past_limit(lab->view().training));
  EXPECT_FALSE(ended());
}

/// A saved run is at its limit, too.
TEST_F(OpenRunsTest, ALoadedRunAtItsLimitSaysSo) {
  say_and_settle("run.of reverse steps=6");
  say_and_settle("train.to 6");
  say_and_settle("model.save" + place("saved"));
  opens("model.load" + place("saved"));
  say_and_settle("train.toggle");
  EXPECT_EQ(ask("step"), "6");
  expect_has(lab->view().notice, "limit of 6 steps");
}

TEST_F(OpenRunsTest, TheLineOfARunBeyondItsLimitShowsTheSame) {
  say_and_settle("run.of reverse steps=6");
  say_and_settle("train.to 6");
  say_and_settle("train.step 5");
  say_and_settle("view heads");
  ASSERT_EQ(ask("step"), "11");
  const std::string line = state_line_text(lab->sharing().line());
  lab = window();
  open("copy");
  say_and_settle("state.open " + line);
  EXPECT_EQ(lab->view().notice, "the state is the same as the shared one, to the last digit");
  EXPECT_EQ(ask("step"), "11");
  EXPECT_EQ(ask("view"), "heads");
  EXPECT_EQ(ask("runs"), "2");
}

}  // namespace
}  // namespace attnlab
