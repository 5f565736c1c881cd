// The real program in a real window, driven by scripts; its pictures beside stored ones.
//
// Their models are stored runs, or have not learnt yet: see stored_runs.h.
#include <gtest/gtest.h>

#include "tests/gui/picture.h"
#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"
#include "tests/support/word_list.h"

namespace attnlab {
namespace {

using testing::expect_pictures;
using testing::TempFolder;

TEST(Pictures, EveryStageIsDrawn) { expect_pictures("stages.txt", TempFolder().path()); }

TEST(Pictures, PicturesAndTheirClassesAreShown) { expect_pictures("readers.txt", TempFolder().path()); }

TEST(Pictures, ModelsWithoutAttentionShowTheirTensors) {
  expect_pictures("tensors.txt", TempFolder().path());
}

TEST(Pictures, TheWholePassIsWalkedByKeysAlone) { expect_pictures("walk.txt", TempFolder().path()); }

TEST(Pictures, GradientsUsersAndLongSumsAreFollowed) {
  expect_pictures("inspector.txt", TempFolder().path());
}

TEST(Pictures, NumbersAreChangedOnTheWay) { expect_pictures("edits.txt", TempFolder().path()); }

TEST(Pictures, ThisPassIsComparedWithAnother) { expect_pictures("compare.txt", TempFolder().path()); }

TEST(Pictures, HeadsAreMeasuredOpenedAndTakenOut) { expect_pictures("heads.txt", TempFolder().path()); }

TEST(Pictures, MatricesAreZoomedAndMovedOver) { expect_pictures("zoom.txt", TempFolder().path()); }

TEST(Pictures, MasksAreChosenAndPainted) { expect_pictures("masks.txt", TempFolder().path()); }

TEST(Pictures, CommandsAreFoundByAFewLetters) { expect_pictures("palette.txt", TempFolder().path()); }

TEST(Pictures, GenerationIsShownTokenByToken) { expect_pictures("generation.txt", TempFolder().path()); }

TEST(Pictures, FiguresAreSavedFromTheWindow) {
  const TempFolder folder;
  expect_pictures("figure.txt", folder.path());
  const std::string stage = testing::read_bytes(folder / "stage.svg");
  EXPECT_TRUE(stage.starts_with("<svg "));
  EXPECT_LT(testing::read_bytes(folder / "part.svg").size(), stage.size());
  const testing::Picture dialog = testing::read_picture(folder / "steps.png"),
                         dark = testing::read_picture(folder / "dark.png");
  EXPECT_GT(dialog.width, 2 * dark.width);
  EXPECT_LE(dark.width, 640);
}

TEST(Pictures, PositionsAreDraggedComparedAndShuffled) {
  expect_pictures("positions.txt", TempFolder().path());
}

TEST(Pictures, TheMomentOfLearningIsSeenInSamplesAndHeads) {
  expect_pictures("training_samples.txt", TempFolder().path());
}

TEST(Pictures, NormsAreMeasuredAndTriedElsewhere) { expect_pictures("norms.txt", TempFolder().path()); }

TEST(Pictures, AttentionGoesBlockByBlock) { expect_pictures("tiles.txt", TempFolder().path()); }

TEST(Pictures, TheArchitectureIsAMapWithAnotherModelInDraft) {
  expect_pictures("map.txt", TempFolder().path());
}

TEST(Pictures, TheGalleryIsDrawn) { expect_pictures("gallery.txt", TempFolder().path(), {"--gallery"}); }

TEST(Pictures, ALessonIsPlayed) {
  const TempFolder folder;
  for (const char* file : {"every-kind.md", "two-losses.png"})
    std::filesystem::copy_file(std::filesystem::path(ATTNLAB_SOURCE_DIR "/tests/gui/lessons") / file,
                               folder.path() / file);
  expect_pictures("lesson.txt", folder.path());
}

TEST(Pictures, OpenedModelsOfOtherProgramsShowTheirAttention) {
  const TempFolder folder;
  for (const char* family : {"marian", "bert", "vit"})
    std::filesystem::copy(std::filesystem::path(ATTNLAB_SOURCE_DIR "/tests/golden/families") / family,
                          folder.path() / family);
  testing::write_words(folder / "bert");
  expect_pictures("opened.txt", folder.path());
}

TEST(Pictures, TheKeyboardReachesEverything) { expect_pictures("keyboard.txt", TempFolder().path()); }

}  // namespace
}  // namespace attnlab
