// Command: one wish of the user, as a plain value with a text form.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// A verb with its arguments: `select.cell 2 1`, `text.source the black cat`.
struct Command {
  std::string verb;
  std::vector<std::string> arguments;
  std::uint64_t ticket = 0;  ///< by which the sender finds its outcome; 0: not followed

  /// Quotes arguments that are empty or have spaces or quotes; parse_command() reads the text back.
  std::string text() const;
  friend bool operator==(const Command&, const Command&) = default;
};

/// Reads a line: words separated by spaces, "…" around an argument with spaces, \" and \\ inside.
/// Throws std::invalid_argument for an empty line or an open quote.
Command parse_command(std::string_view line);

/// Where views send commands, which are applied between two frames.
using Emit = std::function<void(Command)>;

/// The outcome of the newest command with a ticket.
struct CommandOutcome {
  enum class Wait { None, Opening, Saving, Reading };
  std::uint64_t ticket = 0;  ///< 0: there was none yet
  Wait wait = Wait::None;    ///< for the work that the command began
  std::string error;         ///< "" where it succeeded, or has not ended

  bool pending() const { return wait != Wait::None; }
  /// The work that the command began has ended with this error, or "".
  void end(Wait what, const std::string& why) {
    if (wait != what) return;
    wait = Wait::None;
    error = why;
  }
};

}  // namespace attnlab
