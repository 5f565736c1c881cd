// The first start: the pass from its words on, and only what the first minute needs.
#include "app/state/steps_choice.h"
#include "app/state/train_pace.h"
#include "tests/support/lab_fixture.h"

namespace attnlab {
namespace {

struct Greeting : LabTest {};

TEST_F(Greeting, BeginsAtTheWordsAndWaits) {
  lab->greet();
  open();
  const ViewModel view = lab->view();
  EXPECT_TRUE(view.state.choices.of<StepsChoice>().ids);
  EXPECT_TRUE(view.state.chosen.shows("source.embedding")) << view.state.chosen.shown_tensor();
  EXPECT_EQ(view.training.state, TrainingView::State::Paused);
  EXPECT_FALSE(view.can_undo);
  EXPECT_TRUE(view.welcome);
}

TEST_F(Greeting, AsksWhereToBeginUntilSomebodyBegins) {
  for (const char* command : {"theme light", "text_size 130", "contrast on"}) {
    lab->greet();
    open();
    lab->apply(parse_command(command));
    EXPECT_TRUE(lab->view().welcome) << command;
    EXPECT_FALSE(lab->settings().screen.welcome) << "it is asked once";
  }
  for (const char* command :
       {"welcome off", "train.step", "view heads", "stage.next", "lesson.open one-weight"}) {
    lab->greet();
    open();
    lab->apply(parse_command(command));
    EXPECT_FALSE(lab->view().welcome) << command;
  }
}

TEST_F(Greeting, EndsWhereSomethingIsLookedAtCloser) {
  lab->greet();
  open();
  lab->apply(parse_command("train.step"));
  lab->apply(parse_command("stage.next"));
  settle();
  EXPECT_FALSE(lab->view().screen.show_inspector);
  EXPECT_TRUE(lab->settings().screen == Screen{}) << "nobody chose that";
  lab->apply(parse_command("select.head 1"));
  Screen wanted;
  wanted.train_pace = lab->view().screen.train_pace;
  wanted.first_pace = true;
  EXPECT_TRUE(lab->view().screen == wanted);
}

/// The pace is one to be watched, and is nobody's choice: it is not kept, and another preset has none.
TEST_F(Greeting, LearnsSlowlyEnoughToBeWatched) {
  lab->greet();
  open("translate");
  settle();
  const TrainingView training = lab->view().training;
  ASSERT_GT(training.pace, 0);
  const double seconds = static_cast<double>(training.steps) / training.pace;
  EXPECT_GE(seconds, 30);
  EXPECT_LE(seconds, 60);
  EXPECT_EQ(lab->settings().screen.train_pace, kFullSpeed);
  open("reverse");
  settle();
  EXPECT_EQ(lab->view().training.pace, kFullSpeed);
  EXPECT_TRUE(lab->settings().screen == Screen{});
}

TEST_F(Greeting, APaceThatIsChosenIsKept) {
  lab->greet();
  open("translate");
  const double watched = lab->view().screen.train_pace;
  say_and_settle("train.pace slower");
  EXPECT_LT(lab->view().training.pace, watched);
  open("reverse");
  settle();
  const Settings kept = lab->settings();
  EXPECT_EQ(kept.screen.train_pace, slower_pace(watched));
  EXPECT_EQ(lab->view().training.pace, kept.screen.train_pace);
}

TEST_F(Greeting, FullSpeedCanBeChosenToo) {
  lab->greet();
  open("translate");
  say_and_settle("train.pace full");
  EXPECT_EQ(lab->view().training.pace, kFullSpeed);
  EXPECT_FALSE(lab->view().screen.first_pace);
}

/// A step that is asked for by number does not wait.
TEST_F(Greeting, StepsAreMadeAtOnce) {
  lab->greet();
  open("translate");
  say("train.pace 0.1");
  say_and_settle("train.step 4");
  EXPECT_EQ(lab->view().training.step, 4);
}

TEST_F(Greeting, APanelThatIsAskedForComes) {
  lab->greet();
  open();
  lab->apply(parse_command("panel map toggle"));
  EXPECT_TRUE(lab->view().screen.show_map);
  EXPECT_FALSE(lab->view().screen.first_minute);
}

TEST_F(Greeting, IsNotForWhoWasHereBefore) {
  open();
  EXPECT_FALSE(lab->view().screen.first_minute);
  EXPECT_FALSE(lab->view().welcome);
  EXPECT_FALSE(lab->view().state.choices.of<StepsChoice>().ids);
  EXPECT_EQ(lab->view().training.pace, kFullSpeed);
}

TEST_F(Greeting, ARestoredPaceHoldsForTheFirstModel) {
  Settings settings;
  settings.screen.train_pace = 3;
  lab->restore(settings);
  lab->open({.name = "reverse", .play = true});
  settle();
  EXPECT_EQ(lab->view().training.pace, 3);
  EXPECT_EQ(lab->view().training.state, TrainingView::State::Running);
}

}  // namespace
}  // namespace attnlab
