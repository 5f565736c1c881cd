// The table of keys: the program's keys, and the keys that rows of views declare.
#include "app/views/frame/shortcuts.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace attnlab {
namespace {

constexpr std::string_view kLook = tr_mark("Look"), kTrain = kTrainKeys, kFile = tr_mark("File"),
                           kEdit = tr_mark("Edit"), kView = tr_mark("View"),
                           kInLesson = tr_mark("In a lesson");

constexpr bool SharedKeys::*kStepKeys = &SharedKeys::steps;
constexpr bool SharedKeys::*kCellKeys = &SharedKeys::cells;
constexpr bool SharedKeys::*kLayerKeys = &SharedKeys::layers;
constexpr bool SharedKeys::*kMatrixKeys = &SharedKeys::matrices;

/// Keys that the help lists before the keys of views.
constexpr Shortcut kLookKeys[] = {
    Shortcut{"Left", "← →", kLook, tr_mark("previous step, next step"), "stage.previous", KeyAction::Command,
             WhileTyping::Ignored, kStepKeys},
    Shortcut{"Right", "", kLook, tr_mark("next step"), "stage.next", KeyAction::Command, WhileTyping::Ignored,
             kStepKeys},
    Shortcut{"Up", "↑ ↓", kLook, tr_mark("previous, next query token"), "query.previous", KeyAction::Command,
             WhileTyping::Ignored, kCellKeys},
    Shortcut{"Down", "", kLook, tr_mark("next query token"), "query.next", KeyAction::Command,
             WhileTyping::Ignored, kCellKeys},
    Shortcut{"[", "[", kLook, tr_mark("previous head"), "head.previous", KeyAction::Command,
             WhileTyping::Ignored, kCellKeys},
    Shortcut{"]", "]", kLook, tr_mark("next head"), "head.next", KeyAction::Command, WhileTyping::Ignored,
             kCellKeys},
    Shortcut{"PageUp", "Page Up", kLook, tr_mark("one layer up"), "layer.next", KeyAction::Command,
             WhileTyping::Ignored, kLayerKeys},
    Shortcut{"PageDown", "Page Down", kLook, tr_mark("one layer down"), "layer.previous", KeyAction::Command,
             WhileTyping::Ignored, kLayerKeys},
    Shortcut{"Plus", "+ − 0", kLook, tr_mark("larger, smaller, all cells"), "", KeyAction::LargerCells,
             WhileTyping::Ignored, kMatrixKeys},
    Shortcut{"Shift+Plus", "", kLook, tr_mark("larger cells"), "", KeyAction::LargerCells,
             WhileTyping::Ignored, kMatrixKeys},
    Shortcut{"Minus", "", kLook, tr_mark("smaller cells"), "", KeyAction::SmallerCells, WhileTyping::Ignored,
             kMatrixKeys},
    Shortcut{"0", "", kLook, tr_mark("the whole matrix"), "", KeyAction::AllCells, WhileTyping::Ignored,
             kMatrixKeys},
    Shortcut{"Shift+Left", "Shift+← → ↑ ↓", kLook, tr_mark("move over a matrix"), "-0.25 0",
             KeyAction::MoveCells, WhileTyping::Ignored, kMatrixKeys},
    Shortcut{"Shift+Right", "", kLook, tr_mark("move right over it"), "0.25 0", KeyAction::MoveCells,
             WhileTyping::Ignored, kMatrixKeys},
    Shortcut{"Shift+Up", "", kLook, tr_mark("move up over it"), "0 -0.25", KeyAction::MoveCells,
             WhileTyping::Ignored, kMatrixKeys},
    Shortcut{"Shift+Down", "", kLook, tr_mark("move down over it"), "0 0.25", KeyAction::MoveCells,
             WhileTyping::Ignored, kMatrixKeys},
    Shortcut{"Backspace", "Backspace", kLook, tr_mark("back to previous number"), "inspect.back"},
};

/// A key of an open lesson, which overrides its other meanings while the lesson has the keys.
constexpr Shortcut of_lesson(std::string_view chord, std::string_view shown, std::string_view help,
                             std::string_view command, WhileTyping typing) {
  Shortcut key{chord, shown, kInLesson, help, command, KeyAction::Command, typing};
  key.lesson = true;
  return key;
}

/// Keys that the help lists after the keys of views.
constexpr Shortcut kOtherKeys[] = {
    Shortcut{"Space", "Space", kTrain, tr_mark("train or pause"), "train.toggle"},
    Shortcut{"J", "J L", kTrain, tr_mark("previous, next stored step"), "timeline.previous"},
    Shortcut{"L", "", kTrain, tr_mark("next stored step"), "timeline.next"},
    Shortcut{"K", "K", kTrain, tr_mark("play past steps, or stop"), "timeline.play toggle"},
    Shortcut{"N", "N", kTrain, tr_mark("the newest step"), "timeline.newest"},
    Shortcut{"Ctrl+O", "Ctrl+O", kFile, tr_mark("open a text file"), "", KeyAction::OpenText,
             WhileTyping::Works},
    Shortcut{"Ctrl+S", "Ctrl+S", kFile, tr_mark("save the model"), "", KeyAction::SaveModel,
             WhileTyping::Works},
    Shortcut{"Ctrl+Q", "Ctrl+Q", kFile, tr_mark("quit"), "quit", KeyAction::Command, WhileTyping::Works},
    Shortcut{"Ctrl+Z", "Ctrl+Z", kEdit, tr_mark("undo"), "undo", KeyAction::Command, WhileTyping::Works},
    Shortcut{"Ctrl+Shift+Z", "Ctrl+Shift+Z", kEdit, tr_mark("redo"), "redo", KeyAction::Command,
             WhileTyping::Works},
    Shortcut{"Ctrl+Y", "", kEdit, tr_mark("redo"), "redo", KeyAction::Command, WhileTyping::Works},
    Shortcut{"E", "E", kEdit, tr_mark("edit a number"), kEditsBarCommand},
    Shortcut{"Alt+Left", "Alt+←", kView, tr_mark("previous view"), "history.back"},
    Shortcut{"Alt+Right", "Alt+→", kView, tr_mark("next view"), "history.forward"},
    Shortcut{"F", "F", kView, tr_mark("the stage alone"), "stage.alone toggle"},
    Shortcut{"F5", "F5", kView, tr_mark("present, for a projector"), "present toggle", KeyAction::Command,
             WhileTyping::Works},
    Shortcut{"Ctrl+T", "Ctrl+T", kView, tr_mark("dark or light theme"), "theme toggle", KeyAction::Command,
             WhileTyping::Works},
    Shortcut{"Ctrl+Plus", "Ctrl++", kView, tr_mark("larger text"), "", KeyAction::LargerText,
             WhileTyping::Works},
    Shortcut{"Ctrl+Shift+Plus", "", kView, tr_mark("larger text"), "", KeyAction::LargerText,
             WhileTyping::Works},
    Shortcut{"Ctrl+Minus", "Ctrl+−", kView, tr_mark("smaller text"), "", KeyAction::SmallerText,
             WhileTyping::Works},
    Shortcut{"Ctrl+0", "Ctrl+0", kView, tr_mark("standard text size"), "text_size 100", KeyAction::Command,
             WhileTyping::Works},
    Shortcut{"Ctrl+L", "Ctrl+L", kView, tr_mark("the lessons"), "", KeyAction::Lessons, WhileTyping::Works},
    Shortcut{"Ctrl+K", "Ctrl+K", kView, tr_mark("find any command"), "", KeyAction::Palette,
             WhileTyping::Works},
    Shortcut{"F1", "F1", kView, tr_mark("these keys"), "", KeyAction::Help, WhileTyping::Works},
    Shortcut{"Shift+F1", "Shift+F1", kView, tr_mark("the terms of the field"), "", KeyAction::Glossary,
             WhileTyping::Works},
    of_lesson("PageDown", "Page Down", tr_mark("down, then the next step"), "lesson.next",
              WhileTyping::Works),
    of_lesson("PageUp", "Page Up", tr_mark("up, then the previous step"), "lesson.previous",
              WhileTyping::Works),
    of_lesson("Space", "Space", tr_mark("next step when all is done"), "lesson.next", WhileTyping::Ignored),
};

/// All keys, and the storage of their composed words.
struct KeyTable {
  std::deque<std::string> words;
  std::vector<Shortcut> all;

  std::string_view store(std::string word) { return words.emplace_back(std::move(word)); }
};

bool has_digit(const Feature* view) { return view->key >= "0" && view->key <= "9"; }

/// Whether the view has the first digit, which represents all digits in the help.
bool is_first_digit(const Feature& view) {
  const auto first = std::ranges::find_if(features(), has_digit);
  return first != features().end() && *first == &view;
}

/// The key in the help: "1–9" for the first digit, "" for other digits, else the key itself.
std::string shown_key(const Feature& view) {
  if (!has_digit(&view)) return std::string(view.key);
  if (!is_first_digit(view)) return "";
  const auto last = std::find_if(features().rbegin(), features().rend(), has_digit);
  return std::string(view.key) + "–" + std::string((*last)->key);
}

std::string_view help_of_key(const Feature& view) {
  return is_first_digit(view) ? tr_mark("the views, tab by tab") : view.title;
}

void add_view_keys(KeyTable& table) {
  for (const Feature* view : features())
    if (!view->key.empty())
      table.all.push_back({view->key, table.store(shown_key(*view)), kLook, help_of_key(*view),
                           table.store("view " + std::string(view->name))});
  for (const Feature* view : features())
    for (const ViewKey& key : view->keys)
      table.all.push_back({key.chord, key.shown, view->title, key.help, key.command, KeyAction::Command,
                           WhileTyping::Ignored, nullptr, view, key.here});
}

const std::vector<Shortcut>& key_table() {
  static const KeyTable table = [] {
    KeyTable made;
    made.all.assign(std::begin(kLookKeys), std::end(kLookKeys));
    add_view_keys(made);
    made.all.insert(made.all.end(), std::begin(kOtherKeys), std::end(kOtherKeys));
    return made;
  }();
  return table.all;
}

/// Whether a view's own key has this meaning now.
bool own_in_force(const Shortcut& shortcut, const AppState& state) {
  return shortcut.view == state.view && (!shortcut.here || shortcut.here(state.choices));
}

constexpr std::array kTextSizes{75, 85, 100, 115, 130, 150, 175, 200, 250, 300};

}  // namespace

std::span<const Shortcut> shortcuts() { return key_table(); }

bool in_force(const Shortcut& shortcut, const AppState& state) {
  if (shortcut.lesson) return false;
  if (shortcut.view) return own_in_force(shortcut, state);
  return std::ranges::none_of(shortcuts(), [&](const Shortcut& other) {
    return other.chord == shortcut.chord && own_in_force(other, state);
  });
}

bool repeats(const Shortcut& shortcut) { return !shortcut.command.ends_with("toggle"); }

bool is_of_view(const Shortcut& shortcut, const Feature& view) {
  return shortcut.view == &view || (shortcut.shared && view.shared.*shortcut.shared);
}

std::string_view shortcut_of(std::string_view command) {
  const auto found = std::ranges::find(key_table(), command, &Shortcut::command);
  return command.empty() || found == key_table().end() ? std::string_view() : found->shown;
}

std::string_view shortcut_of(KeyAction action) {
  const auto found = std::ranges::find(key_table(), action, &Shortcut::action);
  return found == key_table().end() ? std::string_view() : found->shown;
}

int larger_text(int percent) {
  const auto next = std::ranges::upper_bound(kTextSizes, percent);
  return next == kTextSizes.end() ? kTextSizes.back() : *next;
}

int smaller_text(int percent) {
  const auto here = std::ranges::lower_bound(kTextSizes, percent);
  return here == kTextSizes.begin() ? kTextSizes.front() : *(here - 1);
}

}  // namespace attnlab
