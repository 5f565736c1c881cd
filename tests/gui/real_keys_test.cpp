// Real keys: an X server with a layout, the program's window in it, and xdotool, which presses keys by their
// places (X11's key codes). What a script expects is what the letters of the layout mean. On Wayland the
// window is in a compositor, whose window is in the X server.
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

constexpr int kPlayed = 7;  ///< the script came to its end

/// Keys, and what the window shows then.
struct Press {
  std::string keys;      ///< for xdotool
  std::string expected;  ///< an expression of scripts and its value
  std::string before{};  ///< lines of the script before the keys
};

struct Keyboard {
  std::string name, layout, variant;
  std::vector<Press> presses;
};

/// The places of a US keyboard as X11 numbers them. Ctrl is 37, Shift 50, Alt 64, AltGr 108, Enter 36.
const std::vector<Keyboard>& keyboards() {
  static const std::string
      sentence = "click tokens.source\nwait_frames 5",
      second_head = "view steps\nselect.head 1", edit = "edit no positions",
      undone = "undo \"set the source, which the encoder reads; the model generates the target\"";
  static const std::vector<Keyboard> all{{"Us",
                                          "us",
                                          "",
                                          {{"key 37+38 38 56 54 36", "source abc", sentence},
                                           {"key 52", "view patching"},
                                           {"key 29", "view models"},
                                           {"key 34", "head 0", second_head},
                                           {"key 11", "view heads"},
                                           {"key 64+113", "view steps"},
                                           {"key 64+114", "view heads"},
                                           {"key 37+52", undone, edit}}},
                                         {"French",
                                          "fr",
                                          "",
                                          {{"key 37+24 24 56 54 36", "source abc", sentence},
                                           {"key 25", "view patching"},
                                           {"key 52", "view tokens"},
                                           {"key 38", "view circuits"},
                                           {"key 108+14", "head 0", second_head},
                                           {"key 11", "view heads"},
                                           {"key 50+12", "view positions"},
                                           {"key 37+25", undone, edit}}},
                                         {"German",
                                          "de",
                                          "",
                                          {{"key 37+38 38 56 54 36", "source abc", sentence},
                                           {"key 29", "view patching"},
                                           {"key 52", "view models"},
                                           {"key 108+17", "head 0", second_head},
                                           {"key 17", "view compare"},
                                           {"key 37+29", undone, edit}}},
                                         {"Russian",
                                          "ru",
                                          "",
                                          {{"key 37+38 38 56 54 36", "source фис", sentence},
                                           {"key 52", "view patching"},
                                           {"key 29", "view models"},
                                           {"key 34", "head 0", second_head},
                                           {"key 11", "view heads"},
                                           {"key 37+52", undone, edit}}},
                                         {"Dvorak",
                                          "us",
                                          "dvorak",
                                          {{"key 37+38 38 57 31 36", "source abc", sentence},
                                           {"key 61", "view patching"},
                                           {"key 28", "view models"},
                                           {"key 59", "view tokens"},
                                           {"key 20", "head 0", second_head},
                                           {"key 11", "view heads"},
                                           {"key 37+61", undone, edit}}}};
  return all;
}

enum class Windows { X11, Wayland };

void expect_pressed(const std::string& begin, const std::vector<Press>& presses, const std::string& layout,
                    const std::string& variant, Windows windows = Windows::X11) {
  const testing::TempFolder folder;
  std::string script = begin, keys;
  for (std::size_t i = 0; i < presses.size(); ++i) {
    if (!presses[i].before.empty()) script += "hear off\n" + presses[i].before + "\n";
    script += "hear on\nwait_frames 3\nscreenshot press-" + std::to_string(i + 1) + ".png\nwait_until " +
              presses[i].expected + "\nwait_frames 3\nexpect " + presses[i].expected + "\n";
    keys += presses[i].keys + "\n";
  }
  testing::write_bytes(folder / "script.txt", script + "quit " + std::to_string(kPlayed) + "\n");
  testing::write_bytes(folder / "keys.txt", keys);
  testing::ProcessOptions options;
  options.folder = folder.path();
  options.kill_after = std::chrono::minutes(10);
  options.environment = {{"LIBGL_ALWAYS_SOFTWARE", "1"},
                         {"LC_ALL", "C.UTF-8"},  // has the table of accents
                         {"XDG_CONFIG_HOME", folder.path().string()},
                         {"HOME", folder.path().string()}};
  std::vector<std::string> command{ATTNLAB_SOURCE_DIR "/tests/gui/real_keys.sh"};
  if (windows == Windows::Wayland) command.emplace_back("--wayland");
  command.insert(command.end(), {ATTNLAB_PROGRAM, (folder / "script.txt").string(),
                                 (folder / "keys.txt").string(), layout, variant});
  const testing::ProcessResult result = testing::run_process(command, options);
  EXPECT_EQ(result.exit_code, kPlayed) << result.errors << result.output;
}

constexpr const char* kBegin =
    "preset reverse\nwindow 1200 900\nmotion off\nwait_idle\ntrain.pause\nwait_idle\n";

class RealKeys : public ::testing::TestWithParam<Keyboard> {};

TEST_P(RealKeys, MeanWhatTheLayoutTypes) {
  const Keyboard& keyboard = GetParam();
  expect_pressed(kBegin, keyboard.presses, keyboard.layout, keyboard.variant);
}

/// A dead key and a letter are one letter with an accent, in a field as everywhere.
TEST(RealAccents, AreComposedInAField) {
  expect_pressed(kBegin, {{"key 37+38 48 26 50+48 30 36", "source éü", "click tokens.source\nwait_frames 5"}},
                 "us", "intl");
}

/// GLFW opens windows on Wayland from 3.4 on.
bool can_test_wayland() {
#ifdef GLFW_PLATFORM_WAYLAND
  return glfwPlatformSupported(GLFW_PLATFORM_WAYLAND) == GLFW_TRUE &&
         std::system("command -v weston > /dev/null") == 0;
#else
  return false;
#endif
}

TEST(RealKeysOnWayland, MeanWhatTheLayoutTypes) {
  if (!can_test_wayland()) GTEST_SKIP() << "this needs GLFW 3.4 with Wayland, and weston";
  for (const Keyboard& keyboard : keyboards())
    if (keyboard.name == "German")
      expect_pressed(kBegin, keyboard.presses, keyboard.layout, keyboard.variant, Windows::Wayland);
}

INSTANTIATE_TEST_SUITE_P(Layouts, RealKeys, ::testing::ValuesIn(keyboards()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace attnlab
