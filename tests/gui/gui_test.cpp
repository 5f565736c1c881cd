// The real program in a real window, driven by scripts through its own input; its pictures beside stored
// ones.
//
// A stored picture that is missing fails its test, and leaves the new one beside the test for a look. To
// remake the stored ones: ATTNLAB_UPDATE_GOLDEN=1 ctest -R gui/, then look at each before it is committed.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/gui/picture.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::ProcessResult;
using testing::TempFolder;

/// A mean difference of half a level, and one pixel in a hundred that is plainly another: text drawn by
/// another version of a font library stays below, a matrix, a label or a panel that is missing does not.
constexpr double kMostMean = 1.0;
constexpr double kMostChanged = 0.01;

const fs::path kScripts = fs::path(ATTNLAB_SOURCE_DIR) / "tests/gui/scripts";
const fs::path kScreens = fs::path(ATTNLAB_SOURCE_DIR) / "tests/gui/screens";

ProcessResult play(const std::string& script, const fs::path& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> command = {ATTNLAB_PROGRAM, "--script", (kScripts / script).string()};
  command.insert(command.end(), more.begin(), more.end());
  testing::ProcessOptions options;
  options.folder = folder;
  options.kill_after = std::chrono::minutes(5);
  options.environment = {{"LIBGL_ALWAYS_SOFTWARE", "1"}, {"XDG_CONFIG_HOME", folder.string()}};
  return testing::run_process(command, options);
}

/// A script may be played twice: a virtual display on a loaded machine now and then swallows a key. What is
/// wrong with the program is wrong both times.
void expect_played(const std::string& script, const fs::path& folder,
                   const std::vector<std::string>& more = {}) {
  ProcessResult result = play(script, folder, more);
  if (result.exit_code != 0) {
    std::cerr << "played again after: " << result.errors << result.output << "\n";
    result = play(script, folder, more);
  }
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_EQ(result.errors, "");
}

void expect_screen(const fs::path& made, const std::string& name) {
  const fs::path stored = kScreens / name;
  if (std::getenv("ATTNLAB_UPDATE_GOLDEN")) fs::copy_file(made, stored, fs::copy_options::overwrite_existing);
  const fs::path kept = fs::current_path() / name;
  fs::copy_file(made, kept, fs::copy_options::overwrite_existing);
  ASSERT_TRUE(fs::exists(stored)) << "there is no stored " << name << "; the new one is " << kept;
  const testing::PictureDifference difference =
      testing::compare(testing::read_picture(stored), testing::read_picture(made));
  EXPECT_LE(difference.mean, kMostMean) << name << " differs; the new one is " << kept;
  EXPECT_LE(difference.changed_share, kMostChanged) << name << " differs; the new one is " << kept;
}

TEST(Gui, StepThroughByKeysClicksAndTyping) {
  const TempFolder folder;
  expect_played("step_through.txt", folder.path());
}

TEST(Gui, FilesAreOpenedSavedAndRefused) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 400; ++i) text += "the owl and the fox sat by the river. ";
  testing::write_bytes(folder / "tale.txt", text);
  testing::write_bytes(folder / "empty.txt", "");
  testing::write_bytes(folder / "short.txt", "too short");
  testing::write_bytes(folder / "binary.txt", std::string("\0\1\2\3 binary", 12));
  testing::write_bytes(folder / "latin1.txt", "caf\xe9 " + text);
  expect_played("files.txt", folder.path());
  EXPECT_TRUE(fs::exists(folder / "saved" / "model.safetensors"));
}

TEST(Gui, EveryStageIsDrawn) {
  const TempFolder folder;
  expect_played("stages.txt", folder.path());
  for (const char* name : {"softmax-dark.png", "scores-light.png", "query-small.png", "characters.png"}) {
    expect_screen(folder / name, name);
  }
}

TEST(Gui, PicturesAndTheirClassesAreShown) {
  const TempFolder folder;
  expect_played("readers.txt", folder.path());
  expect_screen(folder / "digits.png", "digits.png");
}

TEST(Gui, ModelsWithoutAttentionShowTheirTensors) {
  const TempFolder folder;
  expect_played("tensors.txt", folder.path());
  for (const char* name : {"lstm.png", "alignment.png", "experts.png"}) expect_screen(folder / name, name);
}

TEST(Gui, TheWholePassIsWalkedByKeysAlone) {
  const TempFolder folder;
  expect_played("walk.txt", folder.path());
  for (const char* name : {"walk-product.png", "walk-gradient.png"}) expect_screen(folder / name, name);
}

TEST(Gui, GradientsUsersAndLongSumsAreFollowed) {
  const TempFolder folder;
  expect_played("inspector.txt", folder.path());
  for (const char* name : {"gradient.png", "update.png"}) expect_screen(folder / name, name);
}

TEST(Gui, NumbersAreChangedOnTheWay) {
  const TempFolder folder;
  expect_played("edits.txt", folder.path());
  expect_screen(folder / "difference.png", "difference.png");
}

TEST(Gui, ThisPassIsComparedWithAnother) {
  const TempFolder folder;
  expect_played("compare.txt", folder.path());
  for (const char* name : {"compare.png", "compare-texts.png", "compare-edits.png"})
    expect_screen(folder / name, name);
}

TEST(Gui, HeadsAreMeasuredOpenedAndTakenOut) {
  const TempFolder folder;
  expect_played("heads.txt", folder.path());
  for (const char* name : {"heads.png", "head-compared.png"}) expect_screen(folder / name, name);
}

TEST(Gui, MatricesAreZoomedAndMovedOver) {
  const TempFolder folder;
  expect_played("zoom.txt", folder.path());
  for (const char* name : {"zoom-head.png", "zoom-product.png"}) expect_screen(folder / name, name);
}

TEST(Gui, MasksAreChosenAndPainted) {
  const TempFolder folder;
  expect_played("masks.txt", folder.path());
  expect_screen(folder / "masks.png", "masks.png");
}

TEST(Gui, CommandsAreFoundByAFewLetters) {
  const TempFolder folder;
  expect_played("palette.txt", folder.path());
  expect_screen(folder / "palette.png", "palette.png");
}

TEST(Gui, GenerationIsShownTokenByToken) {
  const TempFolder folder;
  expect_played("generation.txt", folder.path());
  for (const char* name : {"generation.png", "beams.png"}) expect_screen(folder / name, name);
}

/// Longer runs, under AddressSanitizer too: the script's command `random SEED COUNT`.
TEST(Gui, InputWithoutSenseDoesNoHarm) {
  const TempFolder folder;
  testing::write_bytes(folder / "random.txt", "motion off\nwait_idle\nrandom 1 400\nquit\n");
  expect_played((folder / "random.txt").string(), folder.path());
}

TEST(Gui, FiguresAreSavedFromTheWindow) {
  const TempFolder folder;
  expect_played("figure.txt", folder.path());
  expect_screen(folder / "figure-dialog.png", "figure-dialog.png");
  EXPECT_TRUE(testing::read_bytes(folder / "stage.svg").starts_with("<svg "));
  const testing::Picture dialog = testing::read_picture(folder / "steps.png"),
                         dark = testing::read_picture(folder / "dark.png");
  EXPECT_GT(dialog.width, 2 * dark.width);
  EXPECT_LE(dark.width, 640);
}

TEST(Gui, PositionsAreDraggedComparedAndShuffled) {
  const TempFolder folder;
  expect_played("positions.txt", folder.path());
  for (const char* name : {"positions.png", "shuffle.png"}) expect_screen(folder / name, name);
}

TEST(Gui, NormsAreMeasuredAndTriedElsewhere) {
  const TempFolder folder;
  expect_played("norms.txt", folder.path());
  for (const char* name : {"norms.png", "depth.png"}) expect_screen(folder / name, name);
}

TEST(Gui, TheArchitectureIsAMapWithAnotherModelInDraft) {
  const TempFolder folder;
  expect_played("map.txt", folder.path());
  for (const char* name : {"map.png", "map-draft.png"}) expect_screen(folder / name, name);
}

TEST(Gui, TheGalleryIsDrawn) {
  const TempFolder folder;
  expect_played("gallery.txt", folder.path(), {"--gallery"});
  expect_screen(folder / "gallery.png", "gallery.png");
}

TEST(Gui, SettingsAreThereAgainAtTheNextStart) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 400; ++i) text += "the owl and the fox sat by the river. ";
  testing::write_bytes(folder / "tale.txt", text);
  const std::vector<std::string> settings{"--settings", (folder / "kept/settings.json").string()};
  expect_played("settings_first.txt", folder.path(), settings);
  EXPECT_TRUE(fs::exists(folder / "kept/settings.json"));
  expect_played("settings_second.txt", folder.path(), settings);
  EXPECT_FALSE(fs::exists(folder / "attention-lab")) << "a script wrote the user's own settings";
}

TEST(Gui, DamagedSettingsCostANotice) {
  const TempFolder folder;
  const std::string damaged = "{\"version\": 1, \"screen\": {\"dark\": ";
  testing::write_bytes(folder / "settings.json", damaged);
  testing::write_bytes(folder / "script.txt", "wait_frames 3\nexpect theme dark\ntheme light\nquit\n");
  const ProcessResult result =
      testing::run_process({ATTNLAB_PROGRAM, "--settings", (folder / "settings.json").string(), "--script",
                            (folder / "script.txt").string()});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(testing::read_bytes(folder / "settings.json.old"), damaged);
  EXPECT_NE(testing::read_bytes(folder / "settings.json").find("\"dark\": false"), std::string::npos);
}

TEST(Gui, NoLabelIsCut) {
  const TempFolder folder;
  expect_played("labels.txt", folder.path());
}

TEST(Gui, TheKeyboardReachesEverything) {
  const TempFolder folder;
  expect_played("keyboard.txt", folder.path());
  expect_screen(folder / "focus.png", "focus.png");
}

TEST(Gui, NothingMovesWithMotionOff) {
  const TempFolder folder;
  expect_played("still.txt", folder.path());
  for (const std::string name : {"stage", "hover", "text"}) {
    const auto difference = testing::compare(testing::read_picture(folder / (name + "-a.png")),
                                             testing::read_picture(folder / (name + "-b.png")));
    EXPECT_EQ(difference.mean, 0) << name;
  }
}

TEST(Gui, AScriptThatExpectsTheWrongThingFails) {
  const TempFolder folder;
  testing::write_bytes(folder / "wrong.txt", "wait_idle\nexpect stage scores\n");
  const ProcessResult result =
      testing::run_process({ATTNLAB_PROGRAM, "--script", (folder / "wrong.txt").string()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("wrong.txt:2"), std::string::npos) << result.errors;
}

TEST(Gui, PicturesThatDifferAreTold) {
  testing::Picture plain{40, 40, std::vector<std::uint8_t>(4800, 20)}, marked = plain;
  EXPECT_EQ(testing::compare(plain, marked).mean, 0);
  for (std::size_t i = 0; i < 60; ++i) marked.pixels[i] = 250;  // 20 pixels of 1600
  EXPECT_GT(testing::compare(plain, marked).changed_share, kMostChanged);
  marked.width = 30;
  EXPECT_THROW(testing::compare(plain, marked), std::runtime_error);
}

}  // namespace
}  // namespace attnlab
