// What the menus share: named entries, some of which send a command.
#pragma once

#include <string>
#include <string_view>

#include "app/views/common/views.h"

namespace attnlab {

/// A menu of the bar or inside another menu, named for scripts whether it is open or not.
bool begin_menu(const char* name, const char* label, bool inside = false, bool enabled = true);

bool menu_item(const char* name, const std::string& label, std::string_view shortcut = {},
               bool enabled = true, bool checked = false);

/// An entry that sends one command, with the key that does the same.
void command_item(const char* name, const std::string& label, const std::string& command, const Emit& emit,
                  bool enabled = true, bool checked = false);

/// Entries that change the pass on screen: heads, and parts of the chosen layer.
void draw_surgery(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
