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
std::span<const Entry> tiles();
std::span<const Entry> experts();
std::span<const Entry> patching();
std::span<const Entry> recurrence();
std::span<const Entry> residual();
std::span<const Entry> tokens();
std::span<const Entry> vectors();
std::span<const Entry> probes();
std::span<const Entry> alignment();
std::span<const Entry> pictures();
std::span<const Entry> hand();
std::span<const Entry> lesson();
std::span<const Entry> sharing();
std::span<const Entry> map();
std::span<const Entry> matrix();
std::span<const Entry> compare();
std::span<const Entry> models();
std::span<const Entry> landscape();
std::span<const Entry> cost();
std::span<const Entry> neurons();
std::span<const Entry> contributions();
std::span<const Entry> attribution();

}  // namespace attnlab::commands
