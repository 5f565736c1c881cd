// The table of keys.
#include "app/views/frame/shortcuts.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace attnlab {
namespace {

constexpr std::string_view kLook = "Look", kSteps = "Step through", kHeads = "Heads", kMasks = "Masks",
                           kMap = "Architecture", kTiles = "Tiles", kTrain = "Train", kFile = "File",
                           kEdit = "Edit", kView = "View";

bool any_steps(const AppState& s) { return s.view == ViewKind::Steps; }
bool among_heads(const AppState& s) { return s.view == ViewKind::Heads && !s.choices.heads.open; }
bool in_head(const AppState& s) { return s.view == ViewKind::Heads && s.choices.heads.open; }
bool any_heads(const AppState& s) { return s.view == ViewKind::Heads; }
bool any_masks(const AppState& s) { return s.view == ViewKind::Masks; }
bool any_tiles(const AppState& s) { return s.view == ViewKind::Tiles; }
bool any_map(const AppState& s) { return s.view == ViewKind::Map; }

constexpr unsigned bits(std::initializer_list<ViewKind> views) {
  unsigned all = 0;
  for (const ViewKind view : views) all |= 1u << static_cast<unsigned>(view);
  return all;
}

/// A key of one view, or of one state of it.
constexpr Shortcut only(ViewKind view, bool (*here)(const AppState&), Shortcut shortcut) {
  shortcut.views = bits({view});
  shortcut.here = here;
  return shortcut;
}

constexpr unsigned kInSteps = bits({ViewKind::Steps, ViewKind::Compare}),
                   kInCells = kInSteps | bits({ViewKind::Heads, ViewKind::Masks, ViewKind::Tiles}),
                   kInLayers = kInCells | bits({ViewKind::Norms}),
                   kInMaps = (kInLayers & ~bits({ViewKind::Tiles})) | bits({ViewKind::Positions});

constexpr std::array kShortcuts{
    Shortcut{"Left", "← →", kLook, "one step back, forward", "stage.previous", KeyAction::Command, false,
             kInSteps},
    Shortcut{"Right", "", kLook, "one step forward", "stage.next", KeyAction::Command, false, kInSteps},
    Shortcut{"Up", "↑ ↓", kLook, "query token before, after", "query.previous", KeyAction::Command, false,
             kInCells},
    Shortcut{"Down", "", kLook, "query token after", "query.next", KeyAction::Command, false, kInCells},
    Shortcut{"[", "[", kLook, "head before", "head.previous", KeyAction::Command, false, kInCells},
    Shortcut{"]", "]", kLook, "head after", "head.next", KeyAction::Command, false, kInCells},
    Shortcut{"PageUp", "Page Up", kLook, "one layer up", "layer.next", KeyAction::Command, false, kInLayers},
    Shortcut{"PageDown", "Page Down", kLook, "one layer down", "layer.previous", KeyAction::Command, false,
             kInLayers},
    Shortcut{"Plus", "+ − 0", kLook, "larger, smaller, all cells", "", KeyAction::LargerCells, false,
             kInMaps},
    Shortcut{"Shift+Plus", "", kLook, "larger cells", "", KeyAction::LargerCells, false, kInMaps},
    Shortcut{"Minus", "", kLook, "smaller cells", "", KeyAction::SmallerCells, false, kInMaps},
    Shortcut{"0", "", kLook, "the whole matrix", "", KeyAction::AllCells, false, kInMaps},
    Shortcut{"Shift+Left", "Shift+← → ↑ ↓", kLook, "move over a matrix", "-0.25 0", KeyAction::MoveCells,
             false, kInMaps},
    Shortcut{"Shift+Right", "", kLook, "move right over it", "0.25 0", KeyAction::MoveCells, false, kInMaps},
    Shortcut{"Shift+Up", "", kLook, "move up over it", "0 -0.25", KeyAction::MoveCells, false, kInMaps},
    Shortcut{"Shift+Down", "", kLook, "move down over it", "0 0.25", KeyAction::MoveCells, false, kInMaps},
    Shortcut{"Backspace", "Backspace", kLook, "back to the number before", "inspect.back"},
    Shortcut{"1", "1 to 9", kLook, "the views, tab by tab", "view steps"},
    Shortcut{"2", "", kLook, "heads", "view heads"},
    Shortcut{"3", "", kLook, "positions", "view positions"},
    Shortcut{"4", "", kLook, "masks", "view masks"},
    Shortcut{"5", "", kLook, "norms", "view norms"},
    Shortcut{"6", "", kLook, "generation", "view generation"},
    Shortcut{"7", "", kLook, "architecture", "view map"},
    Shortcut{"8", "", kLook, "compare", "view compare"},
    Shortcut{"9", "", kLook, "training", "view training"},
    Shortcut{"T", "T", kLook, "tiles", "view tiles"},
    only(ViewKind::Steps, any_steps,
         {"Ctrl+Left", "Ctrl+← →", kSteps, "part before, next part", "walk.part.previous"}),
    only(ViewKind::Steps, any_steps, {"Ctrl+Right", "", kSteps, "the next part", "walk.part.next"}),
    only(ViewKind::Steps, any_steps, {"Home", "Home End", kSteps, "first step, last step", "walk.to first"}),
    only(ViewKind::Steps, any_steps, {"End", "", kSteps, "the last step", "walk.to last"}),
    only(ViewKind::Steps, any_steps, {"P", "P", kSteps, "walk by itself, or stop", "walk.play toggle"}),
    only(ViewKind::Steps, any_steps, {",", ", .", kSteps, "walk slower, faster", "walk.pace slower"}),
    only(ViewKind::Steps, any_steps, {".", "", kSteps, "walk faster", "walk.pace faster"}),
    only(ViewKind::Heads, any_heads, {"Left", "←", kHeads, "head before", "head.previous"}),
    only(ViewKind::Heads, any_heads, {"Right", "→", kHeads, "head after", "head.next"}),
    only(ViewKind::Heads, among_heads, {"Up", "↑", kHeads, "one layer up", "layer.next"}),
    only(ViewKind::Heads, among_heads, {"Down", "↓", kHeads, "one layer down", "layer.previous"}),
    only(ViewKind::Heads, among_heads, {"Enter", "Enter", kHeads, "open the head", "choose heads.open on"}),
    only(ViewKind::Heads, in_head,
         {"Escape", "Escape", kHeads, "back to all heads", "choose heads.open off"}),
    only(ViewKind::Masks, any_masks, {"Left", "←", kMasks, "key token before", "key.previous"}),
    only(ViewKind::Masks, any_masks, {"Right", "→", kMasks, "key token after", "key.next"}),
    only(ViewKind::Masks, any_masks, {"X", "X", kMasks, "hide or show the cell", "attention.see toggle"}),
    only(ViewKind::Masks, any_masks, {"Enter", "", kMasks, "hide or show the cell", "attention.see toggle"}),
    only(ViewKind::Tiles, any_tiles, {"Left", "← →", kTiles, "the block before, the next", "tiles.previous"}),
    only(ViewKind::Tiles, any_tiles, {"Right", "", kTiles, "the next block", "tiles.next"}),
    only(ViewKind::Tiles, any_tiles, {"P", "P", kTiles, "block after block, or stop", "tiles.play toggle"}),
    only(ViewKind::Tiles, any_tiles, {",", ", .", kTiles, "slower, faster", "walk.pace slower"}),
    only(ViewKind::Tiles, any_tiles, {".", "", kTiles, "faster", "walk.pace faster"}),
    only(ViewKind::Map, any_map, {"Left", "←", kMap, "move the map left", "map.pan -0.2 0"}),
    only(ViewKind::Map, any_map, {"Right", "→", kMap, "move the map right", "map.pan 0.2 0"}),
    only(ViewKind::Map, any_map, {"Up", "↑", kMap, "move the map up", "map.pan 0 -0.2"}),
    only(ViewKind::Map, any_map, {"Down", "↓", kMap, "move the map down", "map.pan 0 0.2"}),
    only(ViewKind::Map, any_map, {"Plus", "+", kMap, "larger", "map.zoom in"}),
    only(ViewKind::Map, any_map, {"Shift+Plus", "", kMap, "larger", "map.zoom in"}),
    only(ViewKind::Map, any_map, {"Minus", "−", kMap, "smaller", "map.zoom out"}),
    only(ViewKind::Map, any_map, {"0", "0", kMap, "the whole map", "map.fit"}),
    Shortcut{"Space", "Space", kTrain, "learn or pause", "train.toggle"},
    Shortcut{"J", "J L", kTrain, "kept step before, after", "timeline.previous"},
    Shortcut{"L", "", kTrain, "kept step after", "timeline.next"},
    Shortcut{"K", "K", kTrain, "watch past steps, or stop", "timeline.play toggle"},
    Shortcut{"N", "N", kTrain, "the newest step", "timeline.newest"},
    Shortcut{"Ctrl+O", "Ctrl+O", kFile, "open a text file", "", KeyAction::OpenText, true},
    Shortcut{"Ctrl+S", "Ctrl+S", kFile, "save the model", "", KeyAction::SaveModel, true},
    Shortcut{"Ctrl+Q", "Ctrl+Q", kFile, "quit", "quit", KeyAction::Command, true},
    Shortcut{"Ctrl+Z", "Ctrl+Z", kEdit, "undo", "undo"},
    Shortcut{"Ctrl+Shift+Z", "Ctrl+Shift+Z", kEdit, "redo", "redo"},
    Shortcut{"Ctrl+Y", "", kEdit, "redo", "redo"},
    Shortcut{"E", "E", kEdit, "change a number", "panel edits toggle"},
    Shortcut{"F", "F", kView, "the stage alone", "stage.alone toggle"},
    Shortcut{"Ctrl+T", "Ctrl+T", kView, "dark or light", "theme toggle", KeyAction::Command, true},
    Shortcut{"Ctrl+Plus", "Ctrl++", kView, "larger text", "", KeyAction::LargerText, true},
    Shortcut{"Ctrl+Shift+Plus", "", kView, "larger text", "", KeyAction::LargerText, true},
    Shortcut{"Ctrl+Minus", "Ctrl+−", kView, "smaller text", "", KeyAction::SmallerText, true},
    Shortcut{"Ctrl+0", "Ctrl+0", kView, "standard text size", "text_size 100", KeyAction::Command, true},
    Shortcut{"Ctrl+K", "Ctrl+K", kView, "find any command", "", KeyAction::Palette, true},
    Shortcut{"F1", "F1", kView, "these keys", "", KeyAction::Help, true},
    Shortcut{"Shift+F1", "Shift+F1", kView, "the terms of the field", "", KeyAction::Glossary, true},
};

constexpr std::array kTextSizes{75, 85, 100, 115, 130, 150, 175, 200, 250, 300};

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

bool in_force(const Shortcut& shortcut, const AppState& state) {
  if (shortcut.here) return shortcut.here(state);
  return std::ranges::none_of(kShortcuts, [&](const Shortcut& other) {
    return other.chord == shortcut.chord && other.here && other.here(state);
  });
}

bool is_of_view(const Shortcut& shortcut, ViewKind view) { return (shortcut.views & bits({view})) != 0; }

std::string_view shortcut_of(std::string_view command) {
  const auto found = std::ranges::find(kShortcuts, command, &Shortcut::command);
  return command.empty() || found == kShortcuts.end() ? std::string_view() : found->shown;
}

std::string_view shortcut_of(KeyAction action) {
  const auto found = std::ranges::find(kShortcuts, action, &Shortcut::action);
  return found == kShortcuts.end() ? std::string_view() : found->shown;
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
