// Every menu, list and dialog that opens over the window lies within it and cuts no words, on a small screen
// and in the smallest window.
//
// A popup is one line in one of two lists; a dialog without a line fails. Scripts have no right button, so
// the menu of a prediction is not among them.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/frame/dialog_rows.h"
#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

constexpr std::string_view kSmallScreen = "1280 720", kSmallestWindow = "640 480";

/// The sizes at which what opens a popup is on screen.
enum class Sizes { Both, SmallScreen, SmallestWindow };

/// Where a popup is looked at.
struct Circumstances {
  const char* preset = "translate";
  Sizes sizes = Sizes::Both;
  bool nothing_behind = true;  ///< the views behind it cut no words, either
  Dialog dialog = Dialog::None;
};

struct OpenedPopup {
  const char* name;
  const char* commands;  ///< from the first operation of the walk to the open popup; separated by ';'
  Circumstances in{};
};

void PrintTo(const OpenedPopup& popup, std::ostream* out) { *out << popup.name; }

/// Those that open over the walk and leave nothing behind them.
const std::vector<OpenedPopup>& popups_over_the_walk() {
  static const std::vector<OpenedPopup> all{
      {"File", "click menu.file"},
      {"Presets", "click menu.file;wait_frames 3;click menu.file.presets"},
      {"Recent", "click menu.file;wait_frames 3;click menu.file.recent"},
      {"Edit", "click menu.edit"},
      {"View", "click menu.view"},
      {"Train", "click menu.train"},
      {"Help", "click menu.help"},
      {"OpenText", "click menu.file;wait_frames 3;click menu.file.open", {.dialog = Dialog::OpenText}},
      {"OpenPictures",
       "click menu.file;wait_frames 3;click menu.file.pictures",
       {.dialog = Dialog::OpenPictures}},
      {"LoadModel", "click menu.file;wait_frames 3;click menu.file.load", {.dialog = Dialog::LoadModel}},
      {"LessonsMenu", "click menu.lessons"},
      {"Lessons", "key Ctrl+L", {.dialog = Dialog::Lessons}},
      {"OpenLesson",
       "click menu.lessons;wait_frames 3;click menu.lessons.open",
       {.dialog = Dialog::OpenLesson}},
      {"OpenState", "click menu.file;wait_frames 3;click menu.file.shared", {.dialog = Dialog::OpenState}},
      {"BesideRun", "click menu.file;wait_frames 3;click menu.file.beside", {.dialog = Dialog::BesideRun}},
      {"SaveModel", "click menu.file;wait_frames 3;click menu.file.save", {.dialog = Dialog::SaveModel}},
      {"SaveFigure", "click menu.file;wait_frames 3;click menu.file.figure", {.dialog = Dialog::SaveFigure}},
      {"PartOfFigure",
       "click menu.file;wait_frames 3;click menu.file.figure;wait_frames 3;click figure.only"},
      {"SaveMetrics",
       "click menu.file;wait_frames 3;click menu.file.metrics",
       {.dialog = Dialog::SaveMetrics}},
      {"SavePicture",
       "click menu.file;wait_frames 3;click menu.file.picture",
       {.dialog = Dialog::SavePicture}},
      {"Keys", "key F1", {.dialog = Dialog::Keys}},
      {"Glossary", "key Shift+F1", {.dialog = Dialog::Glossary}},
      {"Commands", "key Ctrl+K"},
      {"FoundCommands", "key Ctrl+K;wait_frames 3;type view"},
      {"Views", "click view.list", {.sizes = Sizes::SmallestWindow}},
      {"MoreViews", "click group.more", {.sizes = Sizes::SmallScreen}},
      {"Examples", "click tokens.examples"},
      {"Pin", "click timeline.pin"},
      {"Branch", "click timeline.branch"},
      {"Copy", "click inspector.copy"}};
  return all;
}

/// Those that need a preset, a view or a lesson of their own.
const std::vector<OpenedPopup>& popups_elsewhere() {
  static const std::vector<OpenedPopup> all{
      {"OpenPicture",
       "click menu.file;wait_frames 3;click menu.file.look",
       {.preset = "digits", .dialog = Dialog::OpenPicture}},
      {"TrainOn",
       "click menu.train;wait_frames 3;click menu.train.on",
       {.preset = "characters", .dialog = Dialog::TrainOn}},
      {"LessonMenu", "lesson.open one-weight;wait_idle;wait_frames 3;click lesson.menu"},
      {"ClassAnswers",
       "lesson.open one-weight;wait_idle;lesson.teacher on;wait_frames 3;click lesson.menu;wait_frames "
       "3;click "
       "lesson.menu.answers",
       {.dialog = Dialog::ClassAnswers}},
      {"Quit",
       "train.step;wait_idle;click menu.file;wait_frames 3;click menu.file.quit",
       {.dialog = Dialog::Quit}},
      {"ViewsBeside", "view.beside heads;wait_idle;click beside.list", {.nothing_behind = false}},
      {"Classes", "click tokens.answer", {.preset = "sentiment"}},
      {"Answer", "click tokens.answer", {.preset = "masked-words"}},
      {"OtherHead",
       "view heads;choose heads.open on;wait_idle;click heads.compare",
       {.sizes = Sizes::SmallScreen}},
      {"Masks", "view masks;wait_idle;click masks.kind.list", {.sizes = Sizes::SmallestWindow}},
      {"Measures", "view heads;wait_idle;click heads.badge.list"},
      {"Users",
       "inspect decoder.layers.1.cross_attention.query 0,0,0,0;wait_idle;click inspector.users[0,0]",
       {.sizes = Sizes::SmallScreen}},
      {"HandExamples", "view hand;wait_idle;click hand.examples"},
      {"HandCopy", "view hand;wait_idle;click hand.copy"},
      {"HandMask", "view hand;wait_idle;click hand.masks"},
      {"OptionOfModel", "view map;wait_idle;click option.norm.list", {.sizes = Sizes::SmallScreen}},
      {"OptionOfSweep",
       "stage.alone on;view training;choose training.part experiments;wait_idle;click sweep.option.1",
       {.sizes = Sizes::SmallScreen}}};
  return all;
}

std::string lines_of(std::string commands) {
  std::ranges::replace(commands, ';', '\n');
  return commands + "\n";
}

/// Some steps make the menus' entries live: one saved model is a recent file, kept steps have a timeline.
constexpr const char* kBeginning =
    "window 1600 1000\nmotion off\nwait_idle\ntrain.step 3\nwait_idle\nmodel.save kept\nwait_idle\n";

/// Opens the popup at each of its sizes, looks, and closes what was opened.
std::string look_at(const OpenedPopup& popup) {
  std::string s = std::string("# ") + popup.name + "\n";
  for (const std::string_view size : {kSmallScreen, kSmallestWindow}) {
    if (popup.in.sizes == (size == kSmallScreen ? Sizes::SmallestWindow : Sizes::SmallScreen)) continue;
    s += "window " + std::string(size) + "\nwalk.to first\nwait_idle\nwait_frames 3\n" +
         lines_of(popup.commands) + "wait_frames 5\nexpect popup within\n";
    if (popup.in.nothing_behind) s += "expect cut none\n";
    for (int i = 0; i < 2; ++i) s += "key Escape\nwait_frames 4\n";
    s += "expect popup none\n";
  }
  return s;
}

void expect_whole(const std::string& looks, const char* preset) {
  const testing::TempFolder folder;
  const std::string script = kBeginning + looks + "quit\n";
  SCOPED_TRACE(script);
  testing::write_bytes(folder / "popup.txt", script);
  testing::expect_played(folder / "popup.txt", folder.path(), {"--preset", preset});
}

TEST(PopupsOverTheWalk, LieWithinTheWindowAndCutNoWords) {
  std::string looks;
  for (const OpenedPopup& popup : popups_over_the_walk()) looks += look_at(popup);
  expect_whole(looks, "translate");
}

class Popups : public ::testing::TestWithParam<OpenedPopup> {};

TEST_P(Popups, LieWithinTheWindowAndCutNoWords) { expect_whole(look_at(GetParam()), GetParam().in.preset); }

INSTANTIATE_TEST_SUITE_P(Elsewhere, Popups, ::testing::ValuesIn(popups_elsewhere()),
                         [](const auto& made) { return std::string(made.param.name); });

TEST(PopupLines, AreOfAllDialogs) {
  const auto dialog = [](const OpenedPopup& popup) { return popup.in.dialog; };
  for (const DialogRow& row : dialog_rows()) {
    EXPECT_EQ(std::ranges::count(popups_over_the_walk(), row.dialog, dialog) +
                  std::ranges::count(popups_elsewhere(), row.dialog, dialog),
              1)
        << row.title;
  }
}

}  // namespace
}  // namespace attnlab
