// The tests' own helpers: temporary folders and processes.
#include <gtest/gtest.h>
#include <signal.h>

#include <stdexcept>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

TEST(TempFolder, IsRemovedWithItsContents) {
  std::filesystem::path path;
  {
    const TempFolder folder;
    path = folder.path();
    write_bytes(folder / "a" / "b.bin", std::string_view("x\0y", 3));
    EXPECT_EQ(read_bytes(folder / "a" / "b.bin"), std::string("x\0y", 3));
    std::filesystem::permissions(folder / "a", std::filesystem::perms::none);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TempFolder, MissingFileIsNamed) {
  const TempFolder folder;
  EXPECT_THROW(read_bytes(folder / "none"), std::runtime_error);
}

TEST(Process, KeepsOutputErrorsAndExitCode) {
  ProcessOptions options;
  options.environment = {{"WORD", "hello"}};
  options.unset = {"HOME"};
  options.folder = "/";
  const ProcessResult result =
      run_process({"sh", "-c", "echo $WORD$HOME; pwd; echo bad >&2; exit 3"}, options);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "hello\n/\n");
  EXPECT_EQ(result.errors, "bad\n");
}

TEST(Process, IsKilledWhenItsTimeIsUp) {
  ProcessOptions options;
  options.kill_after = std::chrono::milliseconds(50);
  const ProcessResult result = run_process({"sleep", "60"}, options);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.exit_code, -1);
}

TEST(Process, UnknownProgramIsAnError) {
  EXPECT_THROW(run_process({"/no/such/program"}), std::runtime_error);
}

}  // namespace
}  // namespace attnlab::testing
