// The command palette: every command of the program by a few letters (Ctrl+K).
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// Opens it over the window, in the next frame.
void show_command_palette();

/// Draws it while it is open. Enter runs what is chosen, or asks for its arguments. Script names:
/// palette.field, palette.row[i,0].
void draw_command_palette(const Emit& emit);

}  // namespace attnlab
