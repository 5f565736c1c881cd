// The dialog that asks for a path to open or to save to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/views/common/views.h"
#include "app/views/frame/dialog_rows.h"

namespace attnlab {

/// Begins to ask: proposes a path for what is on screen.
void begin_path_dialog(const DialogRow& row, const ViewModel& model);

/// Draws the question of a row with a path. Returns false once the dialog is over: its command has succeeded,
/// or the user gave up. Script names: dialog.path, dialog.accept, dialog.cancel, dialog.list[i,0].
bool draw_path_dialog(const DialogRow& row, const ViewModel& model, const Emit& emit);

/// Takes a picture of the window for which a path was given, once the dialog has left the screen.
void take_waiting_picture(const Emit& emit);

struct PathChoice {
  std::string name;       ///< last part, as shown
  std::string completed;  ///< the whole path typed so far with this part; a folder ends with '/'
  bool folder = false;
};

/// Entries of the folder that `typed` names, up to its last '/', whose names begin with the rest of `typed`;
/// folders first, then by name, at most `most`. Hidden entries only if a '.' was typed. Without `files`,
/// only folders. Never throws: a folder that cannot be read has no entries.
std::vector<PathChoice> path_choices(std::string_view typed, bool files, std::size_t most);

}  // namespace attnlab
