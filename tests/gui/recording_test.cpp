// The panel of the recording and the entries of menus for sharing, in the real window.
#include <gtest/gtest.h>

#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

void play_lines(const std::string& lines) {
  const testing::TempFolder folder;
  testing::write_bytes(folder / "recording.txt", lines);
  testing::expect_played(folder / "recording.txt", folder.path());
}

/// The panel stops, folds and goes, and cuts no words of its own.
TEST(RecordingPanel, IsDrivenByItsButtons) {
  for (const char* size : {"1280 720", "640 480"})
    play_lines(std::string("window ") + size +
               "\nmotion off\nwait_idle\ntrain.pause\nwait_idle\nrecord on\nwait_frames 3\nexpect cut none\n"
               "view heads\nchoose heads.average toggle\nwait_idle\nwait_frames 3\n"
               "click recording.fold\nwait_frames 3\nclick recording.fold\nwait_frames 3\n"
               "click recording.go\nwait_frames 3\nview steps\nwait_idle\n"
               "click recording.go\nwait_frames 3\nclick recording.clear\nwait_frames 3\n"
               "record off\nwait_frames 3\nexpect popup none\nquit\n");
}

/// A state goes over the clipboard and back.
TEST(RecordingPanel, StatesGoOverTheClipboard) {
  play_lines(
      "window 1280 720\nmotion off\nwait_idle\npreset "
      "reverse\nwait_idle\ntrain.pause\ntrain.reset\nwait_idle\n"
      "train.to 2\nwait_idle\nview heads\nselect.head 1\nwait_idle\n"
      "click menu.file\nwait_frames 3\nclick menu.file.share\nwait_frames 3\n"
      "run.of sort\nwait_idle\nview norms\nwait_idle\n"
      "click menu.file\nwait_frames 3\nclick menu.file.shared\nwait_frames 3\n"
      "click dialog.path\nkey Ctrl+V\nwait_frames 3\nclick dialog.accept\nwait_idle\nwait_frames 3\n"
      "expect preset reverse\nexpect view heads\nexpect head 1\nexpect trace.step 2\n"
      "expect notice \"the state is the same as the shared one, to the last digit\"\nquit\n");
}

}  // namespace
}  // namespace attnlab
