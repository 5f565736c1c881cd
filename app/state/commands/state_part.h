// State part: a part of what is chosen, and the commands that say it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/command.h"
#include "app/state/limits.h"

namespace attnlab {

using Commands = std::vector<Command>;

/// From one state to another, of the same model.
struct StateChange {
  const AppState& from;
  const AppState& to;
  const Limits& limits;     ///< of the pass of `to`
  bool other_pass = false;  ///< commands before these show another text, which may cut what is selected
};

/// One part of the choices. Each row stands with the commands that it uses; state_parts() lists the rows.
struct StatePart {
  std::string_view name;  ///< "the edits": named if commands cannot say it; a message
  /// Adds commands that a lesson may use, which change this part of `from` into that of `to`; none where
  /// nothing is to be done. They need not be enough: the caller tries them.
  void (*say)(const StateChange& change, Commands& commands);
  /// Whether two states differ in what no command of a lesson says; null: there is no such thing.
  bool (*differs)(const AppState& a, const AppState& b) = nullptr;
  bool changes_pass = false;  ///< the pass reads another text or picture after them
  bool follows_pass = false;  ///< it says again what another text may have cut: see StateChange::other_pass
};

/// In the order in which they are said.
std::span<const StatePart* const> state_parts();

/// `text` as arguments that a command joins again: its words, or where these would not give the same text,
/// all in one.
std::vector<std::string> as_words(const std::string& text);

}  // namespace attnlab
