// The user's own text or pictures are learnt by a model as the open one, where that can learn them.
#include "core/training/own_data.h"

#include <gtest/gtest.h>

#include "app/state/commands/dropped.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using testing::expect_has;
using testing::TempFolder;

std::string tale() {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "the owl and the fox sat by the river. ";
  return text;
}

/// Two classes of three pictures.
void write_pets(const fs::path& folder) {
  for (const char* name : {"cats", "dogs"}) {
    fs::create_directories(folder / name);
    for (unsigned char i = 0; i < 3; ++i)
      testing::write_bytes(folder / name / (std::to_string(i) + ".png"),
                           testing::png_bytes(testing::plain_picture(8, 8, {i})));
  }
}

TEST(OwnData, ATextKeepsTheModelAndItsLevel) {
  for (const char* name : {"words", "lstm", "subwords", "masked-words", "word-vectors"}) {
    const Preset open = find_preset(name);
    Preset wanted = open;
    wanted.task.corpus = "tale.txt";
    const OwnRun run = own_run(&open, OwnData::Text, "tale.txt");
    EXPECT_EQ(options_help(run.preset), options_help(wanted)) << name;
    expect_has(run.remark, "like the previous model");
  }
  const Preset words = find_preset("words");
  EXPECT_EQ(own_run(&words, OwnData::Text, "a/tale.txt").remark,
            "learning tale.txt in words with a new Decoder-only Transformer, 2 layers, width 96, like the "
            "previous model");
}

TEST(OwnData, AModelOfAnotherTaskThatContinuesTextsLearnsOneByLetters) {
  const Preset open = find_preset("induction");
  const Preset made = with_text(open, "tale.txt");
  EXPECT_EQ(made.task.name, "language_model");
  EXPECT_EQ(made.task.level, "characters");
  EXPECT_EQ(made.model.architecture, open.model.architecture);
  EXPECT_EQ(made.model.width, open.model.width);
  EXPECT_EQ(made.model.context, open.model.context);
}

TEST(OwnData, WhereTheModelDoesNotFitAPresetLearnsAndTheRemarkSaysSo) {
  const Preset open = find_preset("translate");
  const OwnRun text = own_run(&open, OwnData::Text, "tale.txt");
  EXPECT_EQ(text.preset.name, "characters");
  expect_has(text.remark,
             "from preset characters, because a model for task translate cannot learn your texts");
  const OwnRun pictures = own_run(&open, OwnData::Pictures, "pets/");
  EXPECT_EQ(pictures.preset.name, "shapes");
  expect_has(pictures.remark, "learning pets with a new Vision Transformer");
  EXPECT_EQ(own_run(nullptr, OwnData::Text, "tale.txt").preset.name, "characters");
  EXPECT_THROW(with_text(open, "tale.txt"), std::invalid_argument);
  EXPECT_THROW(with_pictures(open, "pets"), std::invalid_argument);
}

TEST(OwnData, WhatIsDroppedIsATextAPictureAModelOrPictures) {
  const TempFolder folder;
  testing::write_bytes(folder / "tale.txt", tale());
  write_pets(folder / "pets");
  fs::create_directories(folder / "empty");
  fs::create_directories(folder / "saved" / "states");
  testing::write_bytes(folder / "saved" / "config.json", R"({"format": "attention-lab checkpoint"})");
  const auto verb = [&](const char* name) { return command_of_dropped(folder / name).verb; };
  EXPECT_EQ(verb("tale.txt"), "open");
  EXPECT_EQ(verb("pets"), "pictures.open");
  testing::write_bytes(folder / "of_others" / "config.json", R"({"model_type": "gpt2"})");
  fs::create_directories(folder / "of_others" / "onnx");
  EXPECT_EQ(verb("saved"), "model.load");
  EXPECT_EQ(verb("of_others"), "model.load");
  EXPECT_EQ(verb("empty"), "model.load");
  EXPECT_EQ(verb("missing"), "open");
  EXPECT_EQ(verb("pets/cats/0.png"), "picture.open");
  EXPECT_EQ(verb("photo.JPG"), "picture.open");
}

struct OwnDataLabTest : LabTest {
  std::string place(const char* name) const { return Command{"", {(folder / name).string()}}.text(); }

  /// Opens something that learns at once, and pauses it.
  void open_own(const std::string& line, const std::string& title) {
    say(line);
    ASSERT_TRUE(update_until([&] { return lab->view().title == title; })) << lab->view().notice;
    say("train.pause");
    settle();
  }

  TempFolder folder;
};

TEST_F(OwnDataLabTest, ATextIsOpenedInTheModelOnScreen) {
  testing::write_bytes(folder / "tale.txt", tale());
  open("lstm");
  open_own("open" + place("tale.txt"), "tale.txt");
  const ViewModel view = lab->view();
  EXPECT_EQ(view.title, "tale.txt");
  EXPECT_EQ(view.preset, "lstm");
  EXPECT_FALSE(view.notice_is_error);
  expect_has(view.notice, "learning tale.txt in characters with a new ");
  EXPECT_EQ(view.recent->front(), (RecentFile{RecentFile::Kind::Text, (folder / "tale.txt").string()}));
}

TEST_F(OwnDataLabTest, PicturesAreOpenedAndOpenedAgainFromTheRecentFiles) {
  write_pets(folder / "pets");
  open("reverse");
  open_own("pictures.open" + place("pets/"), "pets");
  EXPECT_EQ(lab->view().format, Format::Picture);
  EXPECT_EQ(lab->view().recent->front(),
            (RecentFile{RecentFile::Kind::Pictures, (folder / "pets").string()}));
  open("reverse");
  open_own("recent.open 1", "pets");
  EXPECT_EQ(lab->view().format, Format::Picture);
}

TEST_F(OwnDataLabTest, TrainOnTakesNoOtherModel) {
  testing::write_bytes(folder / "tale.txt", tale());
  write_pets(folder / "pets");
  open("reverse");
  expect_has(refusal("train.on" + place("tale.txt")), "cannot train on a text or pictures of your own");
  open("shapes");
  open_own("train.on" + place("pets"), "pets");
  EXPECT_EQ(lab->view().preset, "shapes");
}

}  // namespace
}  // namespace attnlab
