// Focus: the widget that the keyboard acts on. Tab and Shift+Tab move it in the order in which widgets are
// drawn, Enter and Space press it, Escape and the mouse take it away.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/base/box.h"

namespace attnlab {

/// Makes the last item, where it lies in `box`, a stop for Tab. mark() does so for every named widget.
void add_focus_stop(std::string_view name, const Box& box);

/// The same for an item whose id is known rather than the last one's.
void add_focus_stop(std::string_view name, ImGuiID id, const Box& box);

/// Whether the last item has the focus, which a ring shows.
bool item_focused();

/// For an item that the arrows change: the arrow that went down while it has the focus, else ImGuiDir_None.
/// Then the arrows are its own, and Enter does not press it.
ImGuiDir focus_arrow();

/// For an item among others, between which the arrows move the focus: as focus_arrow(), but Enter still
/// presses it.
ImGuiDir focus_step();

/// Gives the focus to the widget of this script name, at the end of the frame, if it is drawn.
void give_focus(std::string_view name);

/// Where the arrow leads from `at` among `count`: −1 and +1 for left and right, or for up and down.
int moved_by(ImGuiDir arrow, int at, int count, bool vertical = false);

/// Whether the key belongs to the widget with the focus, so that it is no shortcut now.
bool focus_takes(int key);

/// The script name of what has the focus, "none" without.
std::string focus_name();

/// Once a frame, after everything is drawn: reads the keys, moves the focus and draws its ring.
void update_focus();

}  // namespace attnlab
