// Lengths of a window that have whole pixels on screens of other scales, and desktops without frames.
#include <gtest/gtest.h>

#include "app/gl/window_system.h"

namespace attnlab {
namespace {

TEST(WholePixels, LeaveAloneWhatIsWholeOrRoundedDown) {
  for (const float scale : {1.0f, 2.0f, 3.0f}) EXPECT_EQ(with_whole_pixels(1001, scale), 1001);
  EXPECT_EQ(with_whole_pixels(1000, 1.5f), 1000) << "1500 pixels";
  EXPECT_EQ(with_whole_pixels(1001, 1.25f), 1001) << "1251.25 pixels are 1251";
}

TEST(WholePixels, TakeAwayWhatWouldBeRoundedUp) {
  EXPECT_EQ(with_whole_pixels(1001, 1.5f), 1000) << "1501.5 pixels";
  EXPECT_EQ(with_whole_pixels(1003, 1.25f), 1001) << "1253.75 and 1252.5 pixels";
  EXPECT_EQ(with_whole_pixels(1, 1.5f), 1) << "no window is smaller";
}

/// 5 % steps, as KDE offers them.
TEST(WholePixels, AreNear) {
  for (int parts = 126; parts <= 360; parts += 6)
    for (int length = 640; length < 760; ++length)
      EXPECT_LE(length - with_whole_pixels(length, static_cast<float>(parts) / 120), 10)
          << length << " at " << parts;
}

TEST(FramesOnWayland, AreLeftToProgramsBySomeDesktops) {
  for (const char* const desktops : {"GNOME", "ubuntu:GNOME", "GNOME-Classic:GNOME", "X-Cinnamon"})
    EXPECT_TRUE(leaves_frames_to_programs(desktops)) << desktops;
  for (const char* const desktops : {"", "KDE", "sway:wlroots", "GNOME-like", ":"})
    EXPECT_FALSE(leaves_frames_to_programs(desktops)) << desktops;
}

}  // namespace
}  // namespace attnlab
