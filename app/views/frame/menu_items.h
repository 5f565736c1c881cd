// What the menus share: named entries, and entries that send a command.
#pragma once

#include <string>
#include <string_view>

#include "app/views/common/views.h"
#include "app/views/frame/dialog_rows.h"

namespace attnlab {

/// A menu of the bar, with a script name even while closed. ImGui::EndMenu() ends it.
bool begin_menu(const char* name, const char* label);
/// A menu of the bar whose menus are sections that open below their titles: a narrow or low window has no
/// room beside it, so that a menu would open under the mouse, whose click then chose another entry.
bool begin_menu_of_sections(const char* name, const char* label);
void end_menu_of_sections();
/// A menu inside another, or a section.
bool begin_submenu(const char* name, const char* label, bool enabled);
void end_submenu();

struct EntryState {
  bool enabled = true, checked = false;
};
bool menu_item(const char* name, const std::string& label, std::string_view shortcut = {},
               EntryState state = {});

/// An entry that sends one command, with the command's key.
void command_item(const char* name, const std::string& label, const std::string& command, const Emit& emit,
                  EntryState state = {});

/// An entry that opens a dialog.
void dialog_item(const char* name, Dialog dialog, std::string_view shortcut = {}, EntryState state = {});

/// Entries that change the pass on screen: heads, and parts of the chosen layer.
void draw_surgery(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
