// Text fields of the window: a field that has the ring of the focus takes what is typed, and one that no
// longer does has no ring.
#include <gtest/gtest.h>

#include <string>

#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

struct WindowField {
  std::string name;
  std::string before;  ///< lines of a script that bring it on screen
  std::string leaves = "Enter";
};

const WindowField kWindowFields[] = {
    {"tokens.source", "view steps"},
    {"edits.field", "panel edits on", "Escape"},
    {"compare.text", "view compare\ncompare.text a cat"},
    {"vectors.search", "view vectors"},
    {"contributions.word", "view contributions"},
    {"patching.clean", "view patching"},
    {"tokens.search", "view tokens\nwait_idle\nclick tokens.part[0,2]"},
    {"setting.batch", "view training\nwait_idle\nclick training.part[0,4]"},
    {"steer.steps", ""},
    {"steer.loss", ""},
    {"sweep.steps", "click training.part[0,3]"},
};

/// By the mouse, and by Tab from the widget after it.
std::string visit(const WindowField& field) {
  return field.before + "\nwait_idle\nwait_frames 4\nclick " + field.name + "\nwait_frames 3\nexpect typed " +
         field.name + "\nkey Tab\nwait_frames 6\nkey Shift+Tab\nwait_frames 10\nexpect focus " + field.name +
         "\nexpect typed " + field.name + "\nkey " + field.leaves +
         "\nwait_idle\nwait_frames 4\nexpect typed none\nexpect focus none\n";
}

TEST(Fields, LookAsIfTheyTakeKeysOnlyWhileTheyDo) {
  const testing::TempFolder folder;
  std::string script = "model.load translate\nwindow 1600 1000\nmotion off\nwait_idle\n";
  for (const WindowField& field : kWindowFields) script += visit(field);
  testing::write_bytes(folder / "fields.txt", script + "quit\n");
  testing::expect_played(folder / "fields.txt", folder.path());
}

}  // namespace
}  // namespace attnlab
