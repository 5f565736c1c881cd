// The real window on a desktop whose portal says how programs look.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "tests/gui/played.h"
#include "tests/support/fake_portal.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::FakePortal;
using testing::ProcessResult;
using testing::TempFolder;
using Says = testing::PortalValue;

/// A desktop with a light theme. Once the file `sign` is there, it says `later`.
struct Desktop : ::testing::Test {
  void SetUp() override {
    SKIP_WITHOUT_BUS();
    bus.emplace();
    setenv("DBUS_SESSION_BUS_ADDRESS", bus->address().c_str(), 1);
  }

  ProcessResult play(const std::string& script, const Says& later) {
    testing::write_bytes(folder / "script.txt", script);
    FakePortal portal(*bus);
    portal.values = {Says::scheme(2), Says::text(1.25), Says::reduced(1)};
    std::atomic<bool> ended = false;
    std::thread serving([&] {
      for (bool said = false; !ended; std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
        portal.turn();
        if (said || !fs::exists(folder / "sign.png")) continue;
        portal.change(later);
        said = true;
      }
    });
    ProcessResult result = testing::play(folder / "script.txt", folder.path());
    ended = true;
    serving.join();
    asked = portal.asked;
    return result;
  }

  const TempFolder folder;
  std::optional<testing::PrivateBus> bus;
  int asked = 0;
};

TEST_F(Desktop, IsFollowedUntilSomebodyChooses) {
  const ProcessResult result = play(
      "preset reverse\nwait_idle\ntrain.pause\nhear desktop\nwait_until theme light\n"
      "expect screen text_percent 125\nexpect screen motion false\nexpect screen high_contrast false\n"
      "text_size 90\nscreenshot sign.png\nwait_until theme dark\nexpect screen text_percent 90\n"
      "follow text_size on\nwait_until screen text_percent 125\ntheme light\nwait_frames 5\n"
      "expect theme light\nfollow theme on\nwait_until theme dark\n",
      Says::scheme(1));
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_EQ(asked, 1);
}

TEST_F(Desktop, IsNotAskedForAScriptThatDoesNotHearIt) {
  const ProcessResult result = play(
      "preset reverse\nwait_idle\ntrain.pause\nscreenshot sign.png\nwait_frames 40\nexpect theme dark\n"
      "expect screen text_percent 100\nexpect screen motion true\n",
      Says::scheme(2));
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_EQ(asked, 0);
}

}  // namespace
}  // namespace attnlab
