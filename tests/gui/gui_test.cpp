// The real program in a real window, driven by scripts through its own input; its pictures beside stored
// ones.
#include <gtest/gtest.h>

#include "tests/gui/picture.h"
#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::expect_played;
using testing::expect_screen;
using testing::ProcessResult;
using testing::TempFolder;

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

TEST(Gui, TrainingIsWatchedSteeredAndRewound) { expect_played("training.txt", TempFolder().path()); }

TEST(Gui, ALossThatIsNotFiniteOffersAGoodStep) { expect_played("fault.txt", TempFolder().path()); }

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
  expect_played(folder / "random.txt", folder.path());
}

TEST(Gui, FiguresAreSavedFromTheWindow) {
  const TempFolder folder;
  expect_played("figure.txt", folder.path());
  for (const char* name : {"figure-dialog.png", "figure-parts.png"}) expect_screen(folder / name, name);
  const std::string stage = testing::read_bytes(folder / "stage.svg");
  EXPECT_TRUE(stage.starts_with("<svg "));
  EXPECT_LT(testing::read_bytes(folder / "part.svg").size(), stage.size());
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

TEST(Gui, TheMomentOfLearningIsSeenInSamplesAndHeads) {
  const TempFolder folder;
  expect_played("training_samples.txt", folder.path());
  for (const char* name : {"samples.png", "heads-then.png"}) expect_screen(folder / name, name);
}

TEST(Gui, NormsAreMeasuredAndTriedElsewhere) {
  const TempFolder folder;
  expect_played("norms.txt", folder.path());
  for (const char* name : {"norms.png", "depth.png"}) expect_screen(folder / name, name);
}

TEST(Gui, AttentionGoesBlockByBlock) {
  const TempFolder folder;
  expect_played("tiles.txt", folder.path());
  for (const char* name : {"tiles.png", "tiles-light.png"}) expect_screen(folder / name, name);
}

TEST(Gui, TheArchitectureIsAMapWithAnotherModelInDraft) {
  const TempFolder folder;
  expect_played("map.txt", folder.path());
  for (const char* name : {"map.png", "map-draft.png"}) expect_screen(folder / name, name);
}

TEST(Gui, TheGalleryIsDrawn) {
  const TempFolder folder;
  expect_played("gallery.txt", folder.path(), {"--gallery"});
  for (const std::string page : {"", "-product", "-formulas", "-plots", "-tokens", "-trees", "-controls",
                                 "-zoom", "-zoom-light", "-plots-light"}) {
    const std::string name = "gallery" + page + ".png";
    expect_screen(folder / name, name);
  }
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
  EXPECT_GT(testing::compare(plain, marked).changed_share, testing::kMostChanged);
  EXPECT_GT(testing::compare(plain, marked).changed_tile, testing::compare(plain, marked).changed_share);
  marked.width = 30;
  EXPECT_THROW(testing::compare(plain, marked), std::runtime_error);
}

TEST(Gui, HalvedPicturesAreMeansOfFour) {
  const testing::Picture four{3, 2, {0, 10, 4, 0, 20, 4, 9, 9, 9, 100, 30, 4, 100, 40, 5, 9, 9, 9}};
  const testing::Picture half = testing::halved(four);
  EXPECT_EQ(half.width, 1);
  EXPECT_EQ(half.height, 1);
  EXPECT_EQ(half.pixels, (std::vector<std::uint8_t>{50, 25, 4}));
}

}  // namespace
}  // namespace attnlab
