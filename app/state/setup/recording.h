// Command recording: what is done in the window, written down as commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/setup/said_choices.h"

namespace attnlab {

/// Each change of what is chosen is written as the commands that a state is said with: so `head.next` becomes
/// `select.head 2`, and moves in a row that change the same parts become one, or none where they end as they
/// began. Training becomes train.to the step that was reached; what else a command does is written as it is.
class CommandRecording {
 public:
  /// What was done: by which command, from which choices to which.
  struct Deed {
    const Command& command;
    const AppState& before;
    const AppState& after;
    const Limits& limits;
    const Dispatcher& dispatcher;
  };
  /// The run on screen and its step.
  struct Place {
    Index run = 0, step = 0;
    bool beyond = false;  ///< the step is beyond the run's limit
    friend bool operator==(const Place&, const Place&) = default;
  };

  bool on() const { return on_; }
  void begin(Place place) { on_ = true, place_ = place; }
  void end() { on_ = false; }
  void clear() { entries_.clear(), left_out_ = 0; }
  /// Where the run on screen has come to another step; `run_of` says another run, none: no command does.
  void note_place(Place place, const std::optional<Command>& run_of);
  void note(const Deed& deed);
  /// A command that a lesson may not use.
  void leave_out() { ++left_out_; }

  const Place& place() const { return place_; }
  std::vector<std::string> lines() const;
  Index left_out() const { return left_out_; }

 private:
  struct Entry {
    enum class Kind { Choices, Step, Other } kind = Kind::Other;
    std::vector<std::string> lines;
    std::vector<const StatePart*> parts{};  ///< of Choices: which the lines change, from
    std::optional<AppState> before{};       ///< these
    std::string verb{};                     ///< of Other
  };
  void note_choices(const Deed& deed, const SaidChoices& said);
  void note_other(const Command& command);

  bool on_ = false;
  Place place_;
  std::vector<Entry> entries_;
  Index left_out_ = 0;
};

/// Whether a command only lets the run learn, or looks at another of its steps.
bool moves_steps(std::string_view verb);

}  // namespace attnlab
