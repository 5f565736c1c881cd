// The window hears the desktop portal: what it says at the start, and what changes later.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "app/desktop/desktop_settings.h"
#include "tests/support/fake_portal.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using platform::DesktopLook;
using testing::FakePortal;
using testing::PrivateBus;
using Says = testing::PortalValue;
using Clock = std::chrono::steady_clock;

struct Portal : ::testing::Test {
  void SetUp() override { SKIP_WITHOUT_BUS(); }
  static void use(const std::string& address) { setenv("DBUS_SESSION_BUS_ADDRESS", address.c_str(), 1); }

  /// Turns of the window and of the portal, until the look fits, for seconds at most.
  static DesktopLook look_until(DesktopSettings& settings, FakePortal* portal,
                                const std::function<bool(const DesktopLook&)>& fits) {
    std::optional<DesktopLook> look;
    for (const auto end = Clock::now() + std::chrono::seconds(20); Clock::now() < end;) {
      if (portal) portal->turn();
      look = settings.look();
      if (look && fits(*look)) return *look;
    }
    ADD_FAILURE() << (look ? "the desktop says something else" : "the desktop has not answered");
    return look.value_or(DesktopLook{});
  }
  static bool any(const DesktopLook&) { return true; }
};

TEST_F(Portal, SaysAtTheStartWhatTheDesktopWants) {
  const PrivateBus bus;
  use(bus.address());
  FakePortal portal(bus);
  portal.values = {Says::scheme(2), Says::contrast(1), Says::reduced(1), Says::text(1.25)};
  DesktopSettings settings(1);
  EXPECT_FALSE(settings.look()) << "nobody has answered yet, and nobody is waited for";
  const DesktopLook look = look_until(settings, &portal, any);
  EXPECT_EQ(look, (DesktopLook{.dark = false, .high_contrast = true, .motion = false, .text_scale = 1.25}));
  EXPECT_EQ(portal.asked, 1);
}

TEST_F(Portal, SaysWhatChanges) {
  const PrivateBus bus;
  use(bus.address());
  FakePortal portal(bus);
  portal.values = {Says::scheme(0), Says::text(1.25)};
  DesktopSettings settings(1.25f);
  EXPECT_EQ(look_until(settings, &portal, any), DesktopLook{.text_scale = 1}) << "the display has that scale";
  portal.change(Says::scheme(1));
  look_until(settings, &portal, [](const DesktopLook& now) { return now.dark == true; });
  portal.change(Says::text(2.5));
  look_until(settings, &portal, [](const DesktopLook& now) { return now.text_scale == 2; });
  portal.change(Says::animations(false));
  look_until(settings, &portal, [](const DesktopLook& now) { return now.motion == false; });
  portal.change({testing::kAppearance, "color-scheme", DBUS_TYPE_BOOLEAN, {.bool_val = TRUE}});
  look_until(settings, &portal, [](const DesktopLook& now) { return !now.dark; });
}

TEST_F(Portal, WithoutSettingsSaysNothing) {
  const PrivateBus bus;
  use(bus.address());
  FakePortal portal(bus);
  portal.refuses = true;
  DesktopSettings settings(1);
  EXPECT_EQ(look_until(settings, &portal, any), DesktopLook{});
}

TEST_F(Portal, ThatIsNotThereSaysNothing) {
  const PrivateBus bus;
  use(bus.address());
  DesktopSettings settings(1);
  EXPECT_EQ(look_until(settings, nullptr, any), DesktopLook{});
}

TEST(WithoutABus, TheDesktopSaysNothingAtOnce) {
  for (const char* address : {"unix:path=/nowhere/bus", "tcp:host=localhost,port=1", "nonsense"}) {
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
    EXPECT_EQ(DesktopSettings(1).look(), DesktopLook{}) << address;
  }
}

/// A socket whose owner takes no connections, with so many waiting that the next one would have to wait.
class HangingSocket {
 public:
  HangingSocket() {
    name_.sun_family = AF_UNIX;
    path_.copy(name_.sun_path, sizeof name_.sun_path - 1);
    ::bind(listening_, address(), sizeof name_);
    ::listen(listening_, 0);
    for (bool waits = false; !waits;)
      waits = ::connect(waiting_.emplace_back(open()), address(), sizeof name_) != 0;
  }
  ~HangingSocket() {
    ::close(listening_);
    for (const int file : waiting_) ::close(file);
  }
  HangingSocket(const HangingSocket&) = delete;
  HangingSocket& operator=(const HangingSocket&) = delete;
  const std::string& path() const { return path_; }

 private:
  static int open() { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0); }
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&name_); }

  const testing::TempFolder folder_;
  const std::string path_ = (folder_.path() / "bus").string();
  sockaddr_un name_{};
  int listening_ = open();
  std::vector<int> waiting_;
};

TEST(WithoutABus, OneThatHangsSaysNothingAtOnce) {
  const HangingSocket socket;
  setenv("DBUS_SESSION_BUS_ADDRESS", ("unix:path=" + socket.path()).c_str(), 1);
  EXPECT_EQ(DesktopSettings(1).look(), DesktopLook{});
}

/// GNOME on X11 multiplies the display's scale by that of text.
TEST(TextBeyondDisplay, IsWhatTheDisplayDoesNotScaleYet) {
  EXPECT_EQ(text_beyond_display(1.25, 1.25), 1) << "a plain display, and text by 1.25";
  EXPECT_EQ(text_beyond_display(1.25, 2.5), 1) << "a display scaled by 2";
  EXPECT_EQ(text_beyond_display(1.25, 1), 1.25) << "Wayland, and X11 without GNOME";
  EXPECT_EQ(text_beyond_display(1.25, 2), 1.25);
  EXPECT_EQ(text_beyond_display(0.8, 1), 0.8);
  EXPECT_EQ(text_beyond_display(1, 1.5), 1);
}

}  // namespace
}  // namespace attnlab
