// The keys of the program and what each does: one table for the keyboard, the menu and the help. The keys of
// views stand in their rows.
#pragma once

#include <span>
#include <string_view>

#include "app/state/app_state.h"

namespace attnlab {

/// What a key does beyond a plain command.
enum class KeyAction {
  Command,
  OpenText,
  SaveModel,
  Help,
  Glossary,
  Palette,
  LargerText,
  SmallerText,
  LargerCells,
  SmallerCells,
  AllCells,
  MoveCells  ///< by the shares in `command`
};

struct Shortcut {
  std::string_view chord;    ///< as parse_key() reads it
  std::string_view shown;    ///< as people read it; "" for a second key of the same action
  std::string_view group;    ///< heading in the help
  std::string_view help;     ///< what it does, in a few words
  std::string_view command;  ///< for KeyAction::Command
  KeyAction action = KeyAction::Command;
  bool while_typing = false;                   ///< works even while a text field has the keyboard
  bool SharedKeys::*shared = nullptr;          ///< does something only in views that share it; null: in all
  const ViewKind* view = nullptr;              ///< only in this view, instead of what the key does elsewhere
  bool (*here)(const ViewChoices&) = nullptr;  ///< and there only where this holds; null: everywhere
};

/// Those of every view's row among them.
std::span<const Shortcut> shortcuts();

/// Whether the key means this now.
bool in_force(const Shortcut& shortcut, const AppState& state);
/// Whether the key does something in this view that it does not do in all.
bool is_of_view(const Shortcut& shortcut, const ViewKind& view);

/// The key shown for a command, "" if it has none.
std::string_view shortcut_of(std::string_view command);
std::string_view shortcut_of(KeyAction action);

/// The text size one notch up or down from `percent`.
int larger_text(int percent);
int smaller_text(int percent);

}  // namespace attnlab
