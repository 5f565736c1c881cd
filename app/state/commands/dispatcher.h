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

/// Undoes and redoes a command's changes outside AppState; both empty where there are none.
struct OutsideChange {
  std::function<void()> undo, redo;
};

/// How a command is undone. What it changes decides where: undo takes back a change of content, and the
/// history of places goes back before a change of place (see state_content.h). One step covers consecutive
/// repetitions of a merged command, as in typing and dragging.
enum class Undo {
  None,
  Each,
  Merged,
  MergedByArgument,  ///< merged only with repetitions that have the same first argument
};

/// Which arguments the search for commands offers with a command: the words in its usage, or those that the
/// open model has, which code that knows the model adds.
enum class Completions { OfUsage, OfModel };

/// Who may send a command beside the user, who may send each.
enum class Sender {
  Lessons,      ///< and random input, and texts that come from others
  RandomInput,  ///< alone: the command changes settings of the window, or the lesson itself
  User          ///< nobody else: it would open, save or delete files, fill the clipboard or end the program
};

/// Which arguments of a command name files or folders that it reads. A lesson may name none but its own
/// there.
struct ReadArguments {
  bool first = false;
  bool of_tasks = false;  ///< options of tasks that name the user's own data: corpus=…
};

/// One command that the program knows.
struct CommandInfo {
  std::string_view verb;
  std::string_view arguments;  ///< "ROW COLUMN", for help and error messages
  std::string_view help;       ///< one line
  Sender sender = Sender::User;
  Undo undo = Undo::None;
  Completions completions = Completions::OfUsage;
  bool opens_model = false;  ///< it names the model to open, and needs none that is open
  ReadArguments reads = {};
};

/// Applies commands to a state, and records the steps of undo and those of the history of places.
class Dispatcher {
 public:
  /// The objects behind `actions` must outlive the dispatcher.
  explicit Dispatcher(const Actions& actions) : actions_(actions) {}

  /// Throws std::invalid_argument with one line for an unknown verb (with near names), wrong arguments or
  /// values out of range; the state then stays as it was.
  void apply(const Command& command, const Limits& limits);

  /// What the commands make of a state; nothing else changes, so that they must be such as only choose.
  /// Throws as apply().
  AppState tried(AppState from, const std::vector<Command>& commands, const Limits& limits) const;

  const AppState& state() const { return state_; }
  const Screen& screen() const { return screen_; }
  /// Replaces the state for another model and clears undo.
  void start(AppState state);
  /// Replaces the choices about the screen, at the program's start.
  void start_screen(const Screen& screen) { screen_ = screen; }
  /// Moves the past step on screen to the nearest stored step.
  void clamp_past(const Limits& limits) { clamp_rewound(state_.rewound, limits); }
  /// Brings the selection and the views within new limits.
  void clamp(const Limits& limits);

  bool can_undo() const { return !changes_.past.empty(); }
  bool can_redo() const { return !changes_.future.empty(); }
  std::string undo_label() const { return label_of(changes_.past); }
  std::string redo_label() const { return label_of(changes_.future); }
  /// The commands that history.back and history.forward would undo and redo; "": none.
  std::string back_label() const { return label_of(places_.past); }
  std::string forward_label() const { return label_of(places_.future); }

  static std::span<const CommandInfo> commands();

 private:
  struct Step {
    std::string label;
    AppState state;
    OutsideChange outside;
  };
  /// Steps back and forward, newest last.
  struct History {
    std::vector<Step> past, future;
    std::string last;  ///< the merged command that the newest step covers; "": none
    void add(const std::string& merging, Step step);
    Step* newest_of(const std::string& merging);
    void clear() { *this = {}; }
  };
  static std::string label_of(const std::vector<Step>& steps) {
    return steps.empty() ? "" : steps.back().label;
  }
  void record(const CommandInfo& info, const Command& command, const AppState& before, OutsideChange outside,
              const Limits& limits);
  void travel(const std::string& verb);
  void undo();
  void redo();
  void go_back();
  void go_forward();
  void restore_content(std::vector<Step>& from, std::vector<Step>& to);
  void restore_place(std::vector<Step>& from, std::vector<Step>& to);

  const Actions actions_;
  AppState state_;
  Screen screen_;
  History changes_, places_;
};

}  // namespace attnlab
