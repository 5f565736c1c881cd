// The real window with an IBus: keys of an X server are composed in a field.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/support/fake_ibus.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::FakeIBus;
using testing::PrivateBus;
using testing::ProcessResult;
using testing::TempFolder;

constexpr int kComposed = 7;  ///< the script came to its end

/// Plays a script with an IBus beside it, where X11's keys are pressed as tests/gui/real_keys.sh says.
ProcessResult play_composed(const TempFolder& folder, FakeIBus& ibus, const PrivateBus& bus,
                            const std::string& script, const std::string& keys) {
  testing::write_bytes(folder / "script.txt", script + "quit " + std::to_string(kComposed) + "\n");
  testing::write_bytes(folder / "keys.txt", keys);
  testing::ProcessOptions options;
  options.folder = folder.path();
  options.kill_after = std::chrono::minutes(10);
  options.environment = {{"LIBGL_ALWAYS_SOFTWARE", "1"},
                         {"IBUS_ADDRESS", bus.address()},
                         {"XMODIFIERS", ""},
                         {"XDG_CONFIG_HOME", folder.path().string()},
                         {"HOME", folder.path().string()}};
  std::atomic<bool> ended = false;
  std::thread serving([&] {
    for (; !ended; std::this_thread::sleep_for(std::chrono::milliseconds(1))) ibus.turn();
  });
  ProcessResult result =
      testing::run_process({ATTNLAB_SOURCE_DIR "/tests/gui/real_keys.sh", ATTNLAB_PROGRAM,
                            (folder / "script.txt").string(), (folder / "keys.txt").string(), "us"},
                           options);
  ended = true;
  serving.join();
  return result;
}

TEST(InputMethod, ComposesInAField) {
  SKIP_WITHOUT_BUS();
  const TempFolder folder;
  const PrivateBus bus;
  FakeIBus ibus(bus);
  // Ctrl+A, n, i; then Space; then Enter.
  const ProcessResult result =
      play_composed(folder, ibus, bus,
                    "preset reverse\nwindow 1200 900\nmotion off\nwait_idle\ntrain.pause\n"
                    "wait_idle\ntext.source a b\nwait_idle\nclick tokens.source\n"
                    "wait_frames 5\nhear desktop\nwait_frames 3\nscreenshot press-1.png\n"
                    "wait_until composed ni\nwait_frames 3\nexpect source \"a b\"\n"
                    "screenshot press-2.png\nwait_until composed none\nwait_frames 3\n"
                    "screenshot press-3.png\nwait_until typed none\nexpect source 你好\n",
                    "key 37+38 57 31\nkey 65\nkey 36\n");
  EXPECT_EQ(result.exit_code, kComposed) << result.errors << result.output;
  EXPECT_GT(std::ranges::count(ibus.calls, "SetCursorLocation"), 0);
  const auto [left, top, width, height] = ibus.caret;
  EXPECT_TRUE(left > 0 && left < 500 && top > 0 && top < 200 && width < 5 && height > 8 && height < 60)
      << left << " " << top << " " << width << " " << height;
  EXPECT_EQ(std::ranges::count(ibus.calls, "press 110"), 1) << "each key is offered once";
}

}  // namespace
}  // namespace attnlab
