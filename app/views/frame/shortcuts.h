// The keys of the program: one table for the keyboard, the menu and the help. The rows of views declare the
// keys of views.
#pragma once

#include <span>
#include <string_view>

#include "app/state/app_state.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "core/language/messages.h"

namespace attnlab {

/// Whether a key works while a text field has the keyboard.
enum class WhileTyping { Ignored, Works };

/// What a key does other than send its command.
enum class KeyAction {
  Command,
  OpenText,
  SaveModel,
  Help,
  Glossary,
  Lessons,
  Palette,
  LargerText,
  SmallerText,
  LargerCells,
  SmallerCells,
  AllCells,
  MoveCells  ///< by the fractions in `command`
};

/// The group of keys that begins the second column of the help.
inline constexpr const char* kTrainKeys = tr_mark("Train");

/// Of the key that opens the bar of edits to type in it, and hides it.
inline constexpr std::string_view kEditsBarCommand = "panel edits toggle";

struct Shortcut {
  std::string_view chord;    ///< as parse_key() reads it
  std::string_view shown;    ///< as people read it; "" for a second key of the same action
  std::string_view group;    ///< heading in the help; a message
  std::string_view help;     ///< its effect, in a few words; a message
  std::string_view command;  ///< for KeyAction::Command
  KeyAction action = KeyAction::Command;
  WhileTyping typing = WhileTyping::Ignored;
  bool SharedKeys::*shared = nullptr;      ///< works only in views with this flag; null: in all
  const Feature* view = nullptr;           ///< works only in this view, and overrides the shared key
  bool (*here)(const Choices&) = nullptr;  ///< whether the view's key works now; null: always
  bool lesson = false;                     ///< works only while a lesson has the keys
};

/// All shortcuts, including the keys that rows of views declare.
std::span<const Shortcut> shortcuts();

/// Whether the key has this meaning now, while no lesson has the keys.
bool in_force(const Shortcut& shortcut, const AppState& state);
/// Whether the key repeats while it is held: a key that toggles acts once per press.
bool repeats(const Shortcut& shortcut);
/// Whether the key works in this view but not in all views.
bool is_of_view(const Shortcut& shortcut, const Feature& view);

/// The key shown for a command; "" for a command without a key.
std::string_view shortcut_of(std::string_view command);
std::string_view shortcut_of(KeyAction action);

/// The text size one notch up or down from `percent`.
int larger_text(int percent);
int smaller_text(int percent);

/// Performs the action of the key.
void press(const Shortcut& shortcut, const ViewModel& model, const Emit& emit);

}  // namespace attnlab
