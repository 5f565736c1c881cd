// Presenting: what a room sees, and where the program says that there is such a key.
#include "app/state/presenting.h"

#include <gtest/gtest.h>

#include "app/state/lab/lab.h"
#include "app/views/frame/shortcuts.h"
#include "tests/support/expect_has.h"

namespace attnlab {
namespace {

using testing::expect_has;

TEST(Presenting, ShowsTheStageAloneWithTextThatFits) {
  Screen screen;
  EXPECT_TRUE(presented(screen, 1280, 720) == screen);
  screen.presenting = true;
  const Screen small = presented(screen, 1280, 720), large = presented(screen, 1920, 1080);
  EXPECT_TRUE(small.stage_only && small.high_contrast);
  EXPECT_GT(small.text_percent, 100);
  EXPECT_GT(large.text_percent, small.text_percent);
  EXPECT_EQ(presented(screen, 7680, 4320).text_percent, 300);
  screen.text_percent = 250;
  EXPECT_EQ(presented(screen, 1280, 720).text_percent, 250) << "what is chosen is not made smaller";
}

TEST(Presenting, IsSuggestedByTheFirstLargeText) {
  Lab lab({[] {}, [](const std::string&) {}, [](const FigureRequest&) {}});
  lab.apply(parse_command("text_size 130"));
  EXPECT_EQ(lab.view().notice, "");
  lab.apply(parse_command("text_size 150"));
  expect_has(lab.view().notice, std::string(shortcut_of("present toggle")));
  lab.set_notice("", NoticeKind::Message);
  lab.apply(parse_command("text_size 175"));
  EXPECT_EQ(lab.view().notice, "");
}

}  // namespace
}  // namespace attnlab
