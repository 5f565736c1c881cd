// Command table: each command with the function that executes it.
#pragma once

#include <span>

#include "app/state/commands/arguments.h"
#include "app/state/commands/dispatcher.h"

namespace attnlab::commands {

/// What a command may change.
struct Target {
  AppState& state;
  Screen& screen;
  const Actions& actions;
  OutsideChange outside{};
};

/// Checks its arguments before it changes anything.
using Handler = void (*)(Target&, const Arguments&, const Limits&);

struct Entry {
  CommandInfo info;
  Handler run;
};

std::span<const Entry> selection();
std::span<const Entry> walk();
std::span<const Entry> edits();
std::span<const Entry> training();
std::span<const Entry> timeline();
std::span<const Entry> actions();
std::span<const Entry> screen();
std::span<const Entry> views();
std::span<const Entry> lesson();
std::span<const Entry> sharing();
std::span<const Entry> matrix();
std::span<const Entry> compare();

}  // namespace attnlab::commands
