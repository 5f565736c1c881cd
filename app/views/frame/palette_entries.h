// The entries of the palette: commands, their arguments for the open model, other actions, terms.
#pragma once

#include <vector>

#include "app/state/commands/command_search.h"
#include "app/views/common/views.h"

namespace attnlab {

/// Commands with their completions; views, presets, tensors and options; the actions of keys and menus that
/// are no commands; the terms of the glossary. An entry with an action has no command.
std::vector<CommandEntry> palette_entries(const ViewModel& model);

/// Performs the action of an entry.
void run_palette_action(int action, const ViewModel& model, const Emit& emit);

}  // namespace attnlab
