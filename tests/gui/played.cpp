// Runs the program with a script; stores and compares pictures.
#include "tests/gui/played.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>

#include "app/theme/fonts.h"
#include "tests/gui/picture.h"
#include "tests/gui/stored_runs.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kScripts = fs::path(ATTNLAB_SOURCE_DIR) / "tests/gui/scripts";
const fs::path kScreens = fs::path(ATTNLAB_SOURCE_DIR) / "tests/gui/screens";

/// The program that the build made, or one that stands in for it and computes for another instruction set.
std::string program() {
  const char* const other = std::getenv("ATTNLAB_PROGRAM");
  return other ? other : ATTNLAB_PROGRAM;
}

bool updates() { return std::getenv("ATTNLAB_UPDATE_GOLDEN") != nullptr; }

/// Whether a line of a script opens a model that the script has not trained.
bool begins(const std::string& command) { return command == "train.reset" || command == "model.load"; }

/// Whether a line of a script trains a model for more than a step.
bool learns(const std::string& command, const std::string& argument) {
  static const std::set<std::string> kCommands{"train.play",    "train.toggle", "train.to_loss",
                                               "model.retrain", "experiment",   "sweep"};
  static const std::set<std::string> kButtons{"train.play", "steer.go", "map.retrain"};
  return kCommands.contains(command) || (command == "click" && kButtons.contains(argument)) ||
         (command == "train.step" && !argument.empty() && argument != "1") ||
         (command == "key" && argument == "Space");
}

/// Names of the screenshots that a script takes.
std::vector<std::string> pictures_of(const std::string& script) {
  std::vector<std::string> pictures;
  std::string learning;  // the first line that lets the model on screen learn
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string command, argument;
    words >> command >> argument;
    if (begins(command)) learning.clear();
    if (learning.empty() && learns(command, argument)) learning = line;
    if (command != "screenshot") continue;
    EXPECT_EQ(learning, "") << "a model learns before " << argument << " is taken";
    pictures.push_back(argument);
  }
  return pictures;
}

/// The fonts with which the stored pictures were drawn, as font_files() has them.
const fs::path kFontsOfScreens = kScreens / "fonts.txt";

/// How two pictures differ. Where the program has other fonts than the stored one, only tiles are compared.
std::string difference(const Picture& stored, const Picture& made) {
  const bool same_fonts = read_bytes(kFontsOfScreens) == std::to_string(font_files()) + "\n";
  return same_fonts ? what_differs(compare(stored, made)) : what_differs(compare_tiles(stored, made));
}

/// Compares `made`, at half its size, with the stored picture `name`.
void expect_screen(const fs::path& made, const std::string& name) {
  const fs::path kept = fs::current_path() / name;
  write_picture(halved(read_picture(made)), kept);
  if (updates()) {
    fs::copy_file(kept, kScreens / name, fs::copy_options::overwrite_existing);
    write_bytes(kFontsOfScreens, std::to_string(font_files()) + "\n");
  }
  ASSERT_TRUE(fs::exists(kScreens / name)) << "there is no stored " << name << "; the new one is " << kept;
  EXPECT_EQ(difference(read_picture(kScreens / name), read_picture(kept)), "")
      << name << "; the new one is " << kept;
}

}  // namespace

ProcessResult play(const fs::path& script, const fs::path& folder, const std::vector<std::string>& more) {
  std::vector<std::string> command = {program(), "--unseen", "--script", (kScripts / script).string()};
  command.insert(command.end(), more.begin(), more.end());
  unpack_stored_runs(read_bytes(kScripts / script), folder);
  ProcessOptions options;
  options.folder = folder;
  options.kill_after = std::chrono::minutes(10);
  options.environment = {
      {"LIBGL_ALWAYS_SOFTWARE", "1"}, {"XDG_CONFIG_HOME", folder.string()}, {"HOME", folder.string()}};
  return run_process(command, options);
}

void make_languages(const fs::path& folder) {
  const ProcessResult result =
      run_process({"bash", (fs::path(ATTNLAB_SOURCE_DIR) / "scripts/messages.sh").string(), folder.string()});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
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

void expect_pictures(const fs::path& script, const fs::path& folder, const std::vector<std::string>& more) {
  const std::vector<std::string> pictures = pictures_of(read_bytes(kScripts / script));
  ASSERT_FALSE(pictures.empty()) << script << " takes no screenshot";
  expect_played(script, folder, more);
  for (const std::string& name : pictures) expect_screen(folder / name, name);
}

}  // namespace attnlab::testing
