// Command search: finds commands by a few typed letters.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/commands/dispatcher.h"

namespace attnlab {

/// An action of the user, found by the words of its line and its help.
struct CommandEntry {
  std::string line;  ///< "theme light": a command or the beginning of one; or the title of an action
  std::string arguments = {};  ///< those that the line lacks; those in [] are optional
  std::string help = {};
  bool only_after_verb = false;  ///< a completion, found only when the verb is typed
  int action = -1;               ///< the caller's number of an action that is no command; -1: a command

  bool is_complete() const { return arguments.empty() || arguments.starts_with("["); }
};

/// Each command by its verb; then, where its completions are of its usage, with each choice there: "theme
/// light".
std::vector<CommandEntry> command_entries(std::span<const CommandInfo> commands);

/// Places in `entries` of those whose line or help has all words of `typed`, the likeliest first. After a
/// complete verb and a space the user types arguments: the lines that begin with the text come first, then
/// the command itself, then its other lines. An empty text finds all commands.
std::vector<std::size_t> find_entries(std::string_view typed, std::span<const CommandEntry> entries);

/// The line to send for an entry when `typed` is in the field; "" where arguments are missing.
std::string line_to_send(const CommandEntry& entry, const std::string& typed);

}  // namespace attnlab
