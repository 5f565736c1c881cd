// Where the display has no OpenGL 3.3: one line, or one dialog where a desktop started the program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::TempFolder;

/// Starts the program by the shell command, on a display with OpenGL 2.1, where zenity writes its arguments
/// to the file `said`.
testing::ProcessResult start_without_opengl(const fs::path& folder, const std::string& command) {
  const fs::path dialog = folder / "zenity";
  testing::write_bytes(dialog, "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + (folder / "said").string() + "'\n");
  fs::permissions(dialog, fs::perms::owner_all);
  testing::ProcessOptions options;
  options.environment = {{"LIBGL_ALWAYS_SOFTWARE", "1"},
                         {"MESA_GL_VERSION_OVERRIDE", "2.1"},
                         {"XDG_CONFIG_HOME", folder.string()},
                         {"HOME", folder.string()},
                         {"PATH", folder.string() + ":" + std::getenv("PATH")}};
  return testing::run_process({"sh", "-c", command, ATTNLAB_PROGRAM}, options);
}

constexpr const char* kAdvice = "the window needs OpenGL 3.3, which this display does not offer";

TEST(NoOpengl, ALineSaysWhatToDo) {
  const TempFolder folder;
  const testing::ProcessResult result = start_without_opengl(folder.path(), "exec \"$0\" --preset copy");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find(kAdvice), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("libgl1-mesa-dri"), std::string::npos) << result.errors;
  EXPECT_FALSE(fs::exists(folder / "said")) << "no dialog where somebody reads standard error";
}

TEST(NoOpengl, ADialogSaysItWhereADesktopStartedTheProgram) {
  const TempFolder folder;
  start_without_opengl(folder.path(), "GIO_LAUNCHED_DESKTOP_FILE_PID=$$ exec \"$0\" --preset copy");
  ASSERT_TRUE(fs::exists(folder / "said"));
  EXPECT_NE(testing::read_bytes(folder / "said").find(kAdvice), std::string::npos);
}

}  // namespace
}  // namespace attnlab
