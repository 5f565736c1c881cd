// Playing: the pace of steps.
#include "app/views/common/playing.h"

#include <gtest/gtest.h>

namespace attnlab {
namespace {

using Now = Playing::Now;

TEST(Playing, IsDueOncePerPause) {
  Playing playing;
  EXPECT_EQ(playing.at(false, 0, 1), Now::Off);
  EXPECT_EQ(playing.at(true, 10, 1), Now::Begins);
  EXPECT_EQ(playing.at(true, 10.9, 1), Now::Waits);
  EXPECT_EQ(playing.at(true, 11.1, 1), Now::Due);
  EXPECT_EQ(playing.at(true, 11.2, 1), Now::Waits);
  EXPECT_EQ(playing.at(true, 12.05, 1), Now::Due) << "a late frame does not slow it down";
  EXPECT_EQ(playing.at(false, 12.1, 1), Now::Off);
  EXPECT_EQ(playing.at(true, 50, 1), Now::Begins);
  EXPECT_EQ(playing.at(true, 50.5, 1), Now::Waits);
}

TEST(Playing, EachStepStaysForItsOwnPause) {
  Playing playing;
  playing.at(true, 0, 0.25);
  EXPECT_EQ(playing.at(true, 0.25, 0.25), Now::Due);
  EXPECT_EQ(playing.at(true, 0.6, 1), Now::Waits) << "what comes after a short step stays long";
  EXPECT_EQ(playing.at(true, 1.25, 1), Now::Due);
}

TEST(Playing, WaitsForWhatIsNotReadyAndSkipsNothing) {
  Playing playing;
  playing.at(true, 0, 1);
  EXPECT_EQ(playing.at(true, 9, 1, false), Now::Waits);
  EXPECT_EQ(playing.at(true, 9.1, 1), Now::Due);
  int due = 0;
  for (double now = 9.2; now < 10; now += 0.1) due += playing.at(true, now, 1) == Now::Due;
  EXPECT_LE(due, 1);
}

}  // namespace
}  // namespace attnlab
