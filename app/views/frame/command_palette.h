// The command palette: every action and term of the program, by a few letters (Ctrl+K).
#pragma once

#include <vector>

#include "app/state/commands/command_search.h"
#include "app/views/common/views.h"

namespace attnlab {

/// Opens the palette over the window in the next frame.
void show_command_palette();

/// Draws the palette while it is open. Enter runs the chosen entry, or asks for its arguments. Script names:
/// palette.field, palette.row[i,0].
void draw_command_palette(const ViewModel& model, const Emit& emit);

/// Commands with their completions; views, presets, tensors and options; the actions of keys and menus that
/// are not commands; the terms of the glossary. An entry with an action does not have a command.
std::vector<CommandEntry> palette_entries(const ViewModel& model);

}  // namespace attnlab
