// The view Pictures: commands of the pen, pictures from files, and that the model reads what was drawn.
#include <cmath>

#include "app/features/pictures/choice.h"
#include "tests/app/commands_fixture.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/picture_files.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct PicturesTest : CommandsTest {
  ModelConfig config = [] {
    ModelConfig c;
    c.architecture = "vision";
    c.picture_size = 8;
    c.patch_size = 2;
    c.pooling = "cls";
    return c;
  }();
  Limits limits = [this] {
    Limits l = kVision;
    l.config = &config;
    l.source_tokens = 17;
    return l;
  }();
  PicturesTest() {
    AppState start;
    start.selection.attention = AttentionKind::EncoderSelf;
    start.view = &pictures::kFeature;
    dispatcher.start(start);
  }
  void draw(const std::string& line) { say(line, limits); }
  double pixel(Index row, Index column) const {
    return static_cast<double>(
        dispatcher.state().own.picture->pixels[static_cast<std::size_t>(row * 8 + column)]);
  }
};

TEST_F(PicturesTest, AStrokeIsDrawnLineByLineAndUndoneAtOnce) {
  draw("pad.clear");
  EXPECT_EQ(dispatcher.state().own.words(), "empty");
  draw("choose pictures.width 1");
  draw("pad.line 1 white 2.5 1.5 2.5 3.5");
  draw("pad.line 1 white 2.5 3.5 5.5 3.5");
  EXPECT_EQ(dispatcher.state().own.words(), "drawn");
  EXPECT_EQ(pixel(2, 1), 1);
  EXPECT_EQ(pixel(2, 3), 1);
  EXPECT_EQ(pixel(5, 3), 1);
  EXPECT_EQ(pixel(6, 6), 0);
  draw("pad.line 2 grey 7.5 0.5 7.5 0.5");
  EXPECT_EQ(pixel(7, 0), 0.5);
  draw("undo");
  EXPECT_EQ(pixel(7, 0), 0);
  EXPECT_EQ(pixel(5, 3), 1);
  draw("undo");
  EXPECT_EQ(pixel(5, 3), 0) << "both lines of the first stroke are gone";
  draw("redo");
  EXPECT_EQ(pixel(5, 3), 1);
  draw("select.picture 3");
  EXPECT_EQ(dispatcher.state().own, OwnPicture());
  draw("undo");
  EXPECT_EQ(pixel(5, 3), 1);
}

TEST_F(PicturesTest, TheKeyboardDrawsToo) {
  draw("pad.clear grey");
  EXPECT_EQ(dispatcher.state().choices.of<PicturesChoice>().paper, "grey");
  draw("choose pictures.part draw");
  draw("choose pictures.width 1");
  for (const char* line :
       {"pictures.move right", "pictures.move down", "pictures.move left", "pictures.move left"})
    draw(line);
  EXPECT_EQ(dispatcher.state().choices.of<PicturesChoice>().row, 1);
  EXPECT_EQ(dispatcher.state().choices.of<PicturesChoice>().column, 0) << "it stays within the picture";
  draw("pad.dot pen");
  EXPECT_EQ(pixel(1, 0), 1);
  draw("pad.draw right");
  EXPECT_EQ(pixel(1, 1), 1);
  EXPECT_EQ(pixel(1, 2), 0.5);
  draw("pad.dot paper");
  EXPECT_EQ(pixel(1, 1), 0.5);
  draw("undo");
  EXPECT_EQ(pixel(1, 1), 1);
}

TEST_F(PicturesTest, ATasksPictureIsDrawnInto) {
  const Example example{"", "3",
                        std::make_shared<const Picture>(Picture{1, 8, 8, std::vector<Real>(64, Real(0.25))})};
  limits.pictures = {&example, 1};
  draw("pad.line 1 black 0.5 0.5 0.5 0.5");
  EXPECT_EQ(pixel(0, 0), 0);
  EXPECT_EQ(pixel(5, 5), 0.25);
  EXPECT_EQ(dispatcher.state().own.words(), "picture 1, drawn on");
  draw("pad.line 2 black 4.5 4.5 4.5 4.5");
  EXPECT_EQ(dispatcher.state().own.words(), "picture 1, drawn on");
  EXPECT_EQ(pixel(0, 0), 0);
}

TEST_F(PicturesTest, AFileIsReadOnceItIsThere) {
  draw("picture.open my cat.png");
  EXPECT_EQ(actions.calls, std::vector<std::string>{"read my cat.png 8 1"});
  EXPECT_EQ(dispatcher.state().own, OwnPicture()) << "it is still being read";
  EXPECT_FALSE(dispatcher.can_undo());
  actions.read = ReadPicture{{1, 8, 8, std::vector<Real>(64, Real(0.5))}, 30, 20};
  draw("picture.open /photos/my cat.png");
  EXPECT_EQ(dispatcher.state().own.words(),
            "my cat.png, 30 × 20 pixels, cropped to the central 20 × 20, scaled to 8 × 8, in gray");
  EXPECT_EQ(pixel(3, 3), 0.5);
  draw("undo");
  EXPECT_EQ(dispatcher.state().own, OwnPicture());
}

TEST_F(PicturesTest, ArrowsGoFromPatchToPatch) {
  const auto moved = [&](const char* way) {
    draw(std::string("pictures.move ") + way);
    return selection().query;
  };
  EXPECT_EQ(moved("left"), 0) << "the class vector is before the first patch";
  EXPECT_EQ(moved("right"), 1);
  EXPECT_EQ(moved("down"), 5);
  EXPECT_EQ(moved("left"), 5) << "the first of its row";
  EXPECT_EQ(moved("right"), 6);
  EXPECT_EQ(moved("up"), 2);
  EXPECT_EQ(moved("up"), 2);
  EXPECT_EQ(moved("left"), 1);
  EXPECT_EQ(moved("up"), 0);
  draw("choose pictures.mean on");
  draw("pictures.move down");
  EXPECT_FALSE(dispatcher.state().choices.of<PicturesChoice>().mean) << "one patch asks again";
}

TEST_F(PicturesTest, ArrowsGoFromFilterToFilter) {
  config.width = 10;  // four side by side
  draw("choose pictures.part filters");
  for (const char* way : {"right", "down", "down", "right"}) draw(std::string("pictures.move ") + way);
  EXPECT_EQ(dispatcher.state().choices.of<PicturesChoice>().filter, 9);
  draw("pictures.move up");
  EXPECT_EQ(dispatcher.state().choices.of<PicturesChoice>().filter, 5);
  EXPECT_EQ(filter_columns(64), 8);
  EXPECT_EQ(filter_columns(65), 9);
}

TEST_F(PicturesTest, OthersReadNoPictures) {
  for (const char* line :
       {"picture.open a.png", "pad.clear", "pad.line 1 white 0 0 1 1", "pictures.move left"})
    EXPECT_EQ(refusal(line, kGpt), "this model does not read pictures") << line;
  expect_has(refusal("pad.line 1 pink 0 0 1 1", limits), "there is no colour pink");
  expect_has(refusal("pad.line 1 white 0 0 1 9", limits), "9 is not from 0 to 8");
  EXPECT_EQ(refusal("pad.dot ink", limits), "command pad.dot ink: use pad.dot pen|paper");
}

struct PictureLabTest : LabTest {
  double pixel(const char* place) const {
    return std::stod(ask(std::string("value picture.pixels 0,0,") + place));
  }
};

TEST_F(PictureLabTest, TheModelReadsWhatIsDrawn) {
  open("digits");
  const std::string before = ask("value output.probabilities 0,0,7");
  for (const char* line : {"pad.clear", "pad.line 1 white 2 3 2 12", "pad.line 1 white 2 12 14 6"}) say(line);
  settle();
  EXPECT_EQ(pixel("2,8"), 1);
  EXPECT_EQ(pixel("15,15"), 0);
  EXPECT_NE(ask("value output.probabilities 0,0,7"), before);
  EXPECT_EQ(ask("target_tokens"), "") << "the right answer is unknown";
  EXPECT_EQ(ask("picture.own"), "drawn");
  say_and_settle("undo");
  EXPECT_EQ(pixel("2,8"), 0);
  say_and_settle("select.picture 0");
  EXPECT_EQ(ask("value output.probabilities 0,0,7"), before);
  EXPECT_EQ(ask("picture.own"), "none");
}

TEST_F(PictureLabTest, AFileIsReadBesideTheScreen) {
  open("digits");
  const testing::TempFolder folder;
  testing::write_bytes(folder / "half.png", testing::png_bytes(testing::plain_picture(40, 20, {51})));
  say_and_settle("picture.open " + (folder / "half.png").string());
  EXPECT_NEAR(pixel("7,7"), 0.2, 1e-6);
  EXPECT_EQ(ask("picture.own"),
            "half.png, 40 × 20 pixels, cropped to the central 20 × 20, scaled to 16 × 16, in gray");
  EXPECT_EQ(ask("notice"), ask("picture.own"));
  say_and_settle("picture.open " + (folder / "none.png").string());
  expect_has(ask("notice"), "none.png': the file does not exist");
  EXPECT_NEAR(pixel("7,7"), 0.2, 1e-6) << "the picture before stays";
  say_and_settle("undo");
  EXPECT_EQ(ask("picture.own"), "none");
}

TEST_F(PictureLabTest, TheRolloutOnScreenFollowsTheQuery) {
  open("digits");
  say("view pictures");
  say_and_settle("choose pictures.part rollout");
  const auto results = [&] { return lab->view().analyses->of<PictureResults>(); };
  ASSERT_TRUE(results());
  EXPECT_EQ(results()->followed, (AskedBy{0, false}));
  say_and_settle("select.query 6");
  EXPECT_EQ(results()->followed, (AskedBy{6, false}));
  EXPECT_EQ(results()->rollout.size(), 2u);
  say_and_settle("choose pictures.part positions");
  EXPECT_EQ(results()->positions.size(), 256u);
  EXPECT_TRUE(results()->rollout.empty());
}

}  // namespace
}  // namespace attnlab
