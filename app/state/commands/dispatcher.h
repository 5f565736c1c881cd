// Dispatcher: what each command does. The one place where AppState changes.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/command.h"
#include "app/state/commands/actions.h"
#include "app/state/limits.h"

namespace attnlab {

/// How what a command did outside AppState is taken back and made again; both empty where it did nothing.
struct OutsideChange {
  std::function<void()> undo, redo;
};

/// Whether a command that is repeated without another between is undone as one: typing, dragging.
enum class Merging {
  Never,
  Always,
  SameFirstArgument,  ///< only if it is repeated for the same thing
};

/// One command that the program knows.
struct CommandInfo {
  std::string_view verb;
  std::string_view arguments;  ///< "ROW COLUMN", for help and error messages
  std::string_view help;       ///< one line
  bool undoable = false;
  Merging merging = Merging::Never;
};

/// Applies commands to a state and keeps what undo needs.
class Dispatcher {
 public:
  /// What the actions refer to must outlive it.
  explicit Dispatcher(const Actions& actions) : actions_(actions) {}

  /// Throws std::invalid_argument with one line for an unknown verb (near ones are named), wrong arguments or
  /// values out of range; nothing is changed then.
  void apply(const Command& command, const Limits& limits);

  const AppState& state() const { return state_; }
  const Screen& screen() const { return screen_; }
  /// Replaces the state without undo, as when a model is opened; clears undo.
  void start(AppState state);
  /// Replaces the choices about the screen, as at the start.
  void start_screen(const Screen& screen) { screen_ = screen; }
  /// Brings the past step that is looked at to one that is kept.
  void clamp_past(const Limits& limits) { clamp_rewound(state_.rewound, limits); }
  /// Brings the selection and the views within new limits.
  void clamp(const Limits& limits);

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  std::string undo_label() const { return can_undo() ? undo_.back().label : ""; }
  std::string redo_label() const { return can_redo() ? redo_.back().label : ""; }

  static std::span<const CommandInfo> commands();

 private:
  struct Step {
    std::string label;
    AppState state;
    OutsideChange outside;
  };
  void keep_for_undo(const CommandInfo& info, const Command& command, const AppState& before,
                     OutsideChange outside, const Limits& limits);
  void undo();
  void redo();

  const Actions actions_;
  AppState state_;
  Screen screen_;
  std::vector<Step> undo_, redo_;
  std::string last_undoable_;  ///< what would merge with the newest undo step; "" after undo, redo and start
};

}  // namespace attnlab
