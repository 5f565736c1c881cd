// Command: anything the program can be told, as a plain value with a text form.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// A verb with its arguments: `select.cell 2 1`, `text.source the black cat`.
struct Command {
  std::string verb;
  std::vector<std::string> arguments;

  /// Arguments with spaces, quotes or nothing in them are quoted; parse_command reads it back.
  std::string text() const;
  friend bool operator==(const Command&, const Command&) = default;
};

/// Reads a line: words apart by spaces, "…" around an argument with spaces, \" and \\ inside.
/// Throws std::invalid_argument for an empty line or an open quote.
Command parse_command(std::string_view line);

/// Where views send commands; they are applied between two frames.
using Emit = std::function<void(Command)>;

}  // namespace attnlab
