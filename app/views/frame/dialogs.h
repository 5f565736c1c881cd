// The dialogs over the window: one at a time.
#pragma once

#include <string_view>

#include "app/views/common/views.h"
#include "app/views/frame/dialog_rows.h"

namespace attnlab {

/// Opens a dialog over the window, in the next frame.
void show_dialog(Dialog dialog);

/// Opens the glossary at a term.
void show_term(std::string_view name);

/// Draws the open dialog, if any. A path dialog stays until its command has succeeded, and shows the
/// error otherwise; Esc and a click beside a dialog close it, the click not a path dialog. Before the program
/// ends, a dialog asks about what would be lost. Script names: dialog.accept, dialog.cancel, and as in
/// path_dialog.h.
void draw_dialogs(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
