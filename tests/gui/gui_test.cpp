// The real program in a real window, driven by scripts through its own input.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/gui/picture.h"
#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::expect_played;
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

TEST(Gui, TrainingIsWatchedSteeredAndRewound) { expect_played("training.txt", TempFolder().path()); }

/// What learns and computes beside the screen does so between two frames.
class WithoutThreads : public ::testing::TestWithParam<const char*> {};

TEST_P(WithoutThreads, TheScriptIsPlayedAsWithThem) {
  expect_played(GetParam() + std::string(".txt"), TempFolder().path(), {"--without-threads"});
}

INSTANTIATE_TEST_SUITE_P(Chosen, WithoutThreads, ::testing::Values("training"),
                         [](const auto& test) { return std::string(test.param); });
INSTANTIATE_TEST_SUITE_P(Every, WithoutThreads,
                         ::testing::Values("rate", "sweep", "neurons", "landscape", "patching", "circuits",
                                           "models", "probes", "residual", "describe", "alignment", "vectors",
                                           "experts", "attribution", "fault", "lesson-tour"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Gui, LearningRatesAreTriedOnACopy) { expect_played("rate.txt", TempFolder().path()); }
TEST(Gui, ASweepIsBegunInItsFormAndListed) { expect_played("sweep.txt", TempFolder().path()); }

TEST(Gui, TextsBecomeIdsMergeByMerge) { expect_played("tokens.txt", TempFolder().path()); }

TEST(Gui, NumbersAreTypedAsInASpreadsheet) { expect_played("hand.txt", TempFolder().path()); }
TEST(Gui, VectorsAreChosenZoomedAndPaired) { expect_played("vectors.txt", TempFolder().path()); }

TEST(Gui, ProbesAreChosenByLayerAndLabel) { expect_played("probes.txt", TempFolder().path()); }
TEST(Gui, ContributionsAreSelectedAndOpened) { expect_played("contributions.txt", TempFolder().path()); }
TEST(Gui, ExpertsAreSelectedAndLeftOut) { expect_played("experts.txt", TempFolder().path()); }
TEST(Gui, NeuronsAreFollowedAndTakenOut) { expect_played("neurons.txt", TempFolder().path()); }

TEST(Gui, TheTourIsTaken) { expect_played("lesson-tour.txt", TempFolder().path()); }
TEST(Gui, OneWeightIsComputedInItsLesson) { expect_played("lesson-one-weight.txt", TempFolder().path()); }
TEST(Gui, AVerySmallWindowShowsMatricesAndHasMenusForTheRest) {
  expect_played("small.txt", TempFolder().path());
}
TEST(Gui, LettersAndDistancesFollowTheScaleOfTheScreen) { expect_played("scale.txt", TempFolder().path()); }
TEST(Gui, APhonesWindowHasTheStageAndOnePanel) { expect_played("phone.txt", TempFolder().path()); }
TEST(Gui, ALessonIsReadInASmallWindow) { expect_played("lesson-why-root-d.txt", TempFolder().path()); }

TEST(Gui, ALessonShowsWhereAWidgetIs) {
  const TempFolder folder;
  fs::copy_file(ATTNLAB_SOURCE_DIR "/tests/gui/lessons/where.md", folder / "where.md");
  expect_played("lesson-where.txt", folder.path());
}

TEST(Gui, EachKeyHasOneOwner) {
  const TempFolder folder;
  for (const char* file : {"every-kind.md", "two-losses.png"})
    fs::copy_file(std::string(ATTNLAB_SOURCE_DIR "/tests/gui/lessons/") + file, folder / file);
  expect_played("owners.txt", folder.path());
}

TEST(Gui, PartsArePatchedFromTextToText) { expect_played("patching.txt", TempFolder().path()); }

TEST(Gui, CircuitsOfHeadsAreFollowed) { expect_played("circuits.txt", TempFolder().path()); }

TEST(Gui, PicturesAreDescribedWordByWord) { expect_played("describe.txt", TempFolder().path()); }
TEST(Gui, ARecurrentNetworkIsFollowedOverTime) { expect_played("recurrence.txt", TempFolder().path()); }
TEST(Gui, AlignmentsAreFollowedWordByWord) { expect_played("alignment.txt", TempFolder().path()); }
TEST(Gui, TheResidualStreamIsRead) { expect_played("residual.txt", TempFolder().path()); }
TEST(Gui, APredictionIsSharedOutOverItsInputs) { expect_played("attribution.txt", TempFolder().path()); }
TEST(Gui, ADigitIsDrawnAndClassified) { expect_played("pictures.txt", TempFolder().path()); }

TEST(Gui, AnotherRunStandsBesideThisOne) { expect_played("models.txt", TempFolder().path()); }
TEST(Gui, TheLossIsALandscape) { expect_played("landscape.txt", TempFolder().path()); }

TEST(Gui, ALossThatIsNotFiniteOffersAGoodStep) { expect_played("fault.txt", TempFolder().path()); }

/// Longer runs, under AddressSanitizer too: the script's command `random SEED COUNT`.
TEST(Gui, InputWithoutSenseDoesNoHarm) {
  const TempFolder folder;
  testing::write_bytes(folder / "random.txt", "motion off\nwait_idle\nrandom 1 400\nquit\n");
  expect_played(folder / "random.txt", folder.path());
}

/// A window that nobody touches draws nothing once its run has come to an end.
TEST(Gui, ARunThatHasEndedIsSavedWhileTheWindowRests) {
  const TempFolder folder;
  const std::string script =
      R"sh("$1" --state "$("$1" state --preset reverse --train 5)" --settings s.json --sessions sessions --autosave 1 &
for i in $(seq 600); do [ -e sessions/*/run-1/training.json ] && break; sleep 0.1; done
kill -9 $!
test -e sessions/*/run-1/training.json)sh";
  testing::ProcessOptions options;
  options.folder = folder.path();
  const ProcessResult result = testing::run_process({"bash", "-c", script, "test", ATTNLAB_PROGRAM}, options);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
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

TEST(Gui, NothingMovesWithMotionOff) {
  const TempFolder folder;
  expect_played("still.txt", folder.path());
  for (const std::string name : {"stage", "hover", "text"}) {
    const auto difference = testing::compare(testing::read_picture(folder / (name + "-a.png")),
                                             testing::read_picture(folder / (name + "-b.png")));
    EXPECT_EQ(difference.mean, 0) << name;
  }
}

/// The model knows neither letter: but for the letters, the pictures are the same.
TEST(Gui, LettersOfOtherScriptsAreDrawn) {
  const TempFolder folder;
  expect_played("letters.txt", folder.path());
  const auto first = testing::read_picture(folder / "first.png");
  const auto places = [&](const char* name) {
    return testing::compare(first, testing::read_picture(folder / name)).changed_places;
  };
  EXPECT_EQ(places("again.png"), 0);
  EXPECT_GT(places("other.png"), 0);
}

TEST(Gui, AScriptThatExpectsTheWrongThingFails) {
  const TempFolder folder;
  testing::write_bytes(folder / "wrong.txt", "wait_idle\nexpect stage scores\n");
  const ProcessResult result =
      testing::run_process({ATTNLAB_PROGRAM, "--script", (folder / "wrong.txt").string()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("wrong.txt:2"), std::string::npos) << result.errors;
}

}  // namespace
}  // namespace attnlab
