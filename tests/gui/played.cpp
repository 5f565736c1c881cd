// Runs the program with a script; keeps and compares pictures.
#include "tests/gui/played.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/gui/picture.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kScripts = fs::path(ATTNLAB_SOURCE_DIR) / "tests/gui/scripts";
const fs::path kScreens = fs::path(ATTNLAB_SOURCE_DIR) / "tests/gui/screens";

bool updates() { return std::getenv("ATTNLAB_UPDATE_GOLDEN") != nullptr; }

}  // namespace

ProcessResult play(const fs::path& script, const fs::path& folder, const std::vector<std::string>& more) {
  std::vector<std::string> command = {ATTNLAB_PROGRAM, "--script", (kScripts / script).string()};
  command.insert(command.end(), more.begin(), more.end());
  ProcessOptions options;
  options.folder = folder;
  options.kill_after = std::chrono::minutes(5);
  options.environment = {{"LIBGL_ALWAYS_SOFTWARE", "1"}, {"XDG_CONFIG_HOME", folder.string()}};
  return run_process(command, options);
}

void expect_played(const fs::path& script, const fs::path& folder, const std::vector<std::string>& more) {
  ProcessResult result = play(script, folder, more);
  if (result.exit_code != 0) {
    std::cerr << "played again after: " << result.errors << result.output << "\n";
    result = play(script, folder, more);
  }
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_EQ(result.errors, "");
}

void expect_screen(const fs::path& made, const std::string& name) {
  const fs::path kept = fs::current_path() / name;
  write_picture(halved(read_picture(made)), kept);
  if (updates()) fs::copy_file(kept, kScreens / name, fs::copy_options::overwrite_existing);
  ASSERT_TRUE(fs::exists(kScreens / name)) << "there is no stored " << name << "; the new one is " << kept;
  const PictureDifference difference = compare(read_picture(kScreens / name), read_picture(kept));
  EXPECT_LE(difference.mean, kMostMean) << name << " differs; the new one is " << kept;
  EXPECT_LE(difference.changed_share, kMostChanged) << name << " differs; the new one is " << kept;
  EXPECT_LE(difference.changed_tile, kMostChangedTile)
      << name << " differs in one place; the new one is " << kept;
}

}  // namespace attnlab::testing
