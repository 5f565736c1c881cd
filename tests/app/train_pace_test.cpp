// The paces of learning: a row from slow to full speed, and the pace that is slow enough to be watched.
#include "app/state/train_pace.h"

#include "tests/app/commands_fixture.h"

namespace attnlab {
namespace {

TEST(TrainPace, TheRowEndsWithFullSpeed) {
  double pace = 1, before = 0;
  for (int i = 0; pace != kFullSpeed; ++i) {
    ASSERT_LT(i, 20);
    EXPECT_GT(pace, before);
    EXPECT_EQ(slower_pace(faster_pace(pace)), pace);
    before = pace;
    pace = faster_pace(pace);
  }
  EXPECT_EQ(faster_pace(kFullSpeed), kFullSpeed);
  EXPECT_EQ(slower_pace(kFullSpeed), before);
  EXPECT_EQ(slower_pace(1), 1);
  EXPECT_EQ(faster_pace(0.5), 1) << "between the paces of the row";
}

TEST(TrainPace, IsWatchedForAboutAMinuteAtMost) {
  for (const Index steps : {Index{400}, Index{1500}, Index{5000}}) {
    const double seconds = static_cast<double>(steps) / watched_pace(steps);
    EXPECT_GE(seconds, 25) << steps;
    EXPECT_LE(seconds, 80) << steps;
  }
  EXPECT_EQ(watched_pace(1500), 30);
  EXPECT_EQ(watched_pace(0), 1) << "nothing to learn";
}

TEST(TrainPace, InWords) {
  EXPECT_EQ(pace_text(30), "30 steps/s");
  EXPECT_EQ(pace_text(1), "1 step/s");
  EXPECT_EQ(pace_text(kFullSpeed), "full speed");
}

TEST_F(CommandsTest, ThePaceOfLearningIsChosen) {
  say("train.pace 30");
  EXPECT_EQ(dispatcher.screen().train_pace, 30);
  say("train.pace faster");
  EXPECT_EQ(dispatcher.screen().train_pace, 100);
  say("train.pace full");
  EXPECT_EQ(dispatcher.screen().train_pace, kFullSpeed);
  say("train.pace slower");
  EXPECT_EQ(dispatcher.screen().train_pace, 300);
  EXPECT_NE(refusal("train.pace 0"), "");
  EXPECT_NE(refusal("train.pace 2000"), "");
  EXPECT_NE(refusal("train.pace often").find("STEPS|full|faster|slower"), std::string::npos);
  EXPECT_EQ(dispatcher.screen().train_pace, 300);
  EXPECT_FALSE(dispatcher.can_undo()) << "as other choices about the screen";
}

}  // namespace
}  // namespace attnlab
