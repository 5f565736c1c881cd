// Languages in the window: changed while it is open, stored, and shown from right to left.
#include <gtest/gtest.h>

#include <string>

#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

/// Plays lines of a script in a folder with the languages of scripts/messages.sh.
void expect_lines(const std::string& lines, const std::vector<std::string>& more = {}) {
  const TempFolder folder;
  make_languages(folder.path());
  write_bytes(folder / "lines.txt", "preset translate\nwait_idle\n" + lines + "quit\n");
  expect_played(folder / "lines.txt", folder.path(), more);
}

TEST(Gui, TheLanguageIsChangedWithoutARestart) {
  expect_lines(
      "language long.mo\nwait_frames 3\nexpect untranslated none\n"
      "expect loss > 0\n"
      "click menu.view\nclick menu.view.language\nclick menu.view.language.en\nwait_frames 2\n"
      "click menu.help\nclick menu.help.commands\nwait_frames 2\nkey Escape\n");
}

TEST(Gui, AFrameFromRightToLeftIsUsedAsAnyOther) {
  expect_lines(
      "language mirrored.mo\nwait_frames 3\n"
      "click view.heads\nwait_idle\nexpect view heads\n"
      "click menu.view\nclick menu.view.theme\nwait_frames 2\n"
      "hear on\nwait_frames 2\n");
}

TEST(Gui, ALanguageThatDoesNotExistIsRefused) {
  const TempFolder folder;
  write_bytes(folder / "lines.txt", "language xx\nquit\n");
  const ProcessResult result = play(folder / "lines.txt", folder.path());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("there is no language 'xx'"), std::string::npos) << result.errors;
}

}  // namespace
}  // namespace attnlab::testing
