// Focus: the widget that the keyboard acts on. Tab and Shift+Tab move it in the order in which widgets are
// drawn, Enter and Space press it, Escape and the mouse take it away.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/base/box.h"

namespace attnlab {

/// Makes the last item, where it lies in `box`, a stop for Tab. mark() does so for every named widget.
void add_focus_stop(std::string_view name, const Box& box);

/// Makes the item `id`, where it lies in `box`, a stop for Tab.
void add_focus_stop(std::string_view name, ImGuiID id, const Box& box);

/// Whether the last item has the focus, which a ring shows.
bool item_focused();

/// For an item that the arrow keys change: the arrow pressed while the item has the focus, else
/// ImGuiDir_None. The item then owns the arrow keys, and Enter does not press it.
ImGuiDir focus_arrow();

/// For an item in a group whose arrow keys move the focus: like focus_arrow(), but Enter still presses the
/// item.
ImGuiDir focus_step();

/// For an item that is typed into like the cells of a spreadsheet: whether it has the focus. The item then
/// owns all keys without Ctrl and Alt, Tab and Enter among them.
bool focus_types();

/// Whether the widget with the focus is typed into, and keys without Ctrl are no shortcuts.
bool focus_is_typed();

/// Moves the focus at the end of the frame to the next stop (1) or the one before (−1), as Tab does.
void pass_focus(int by);

/// Gives the focus at the end of the frame to the widget of this script name, if the frame draws it.
void give_focus(std::string_view name);

enum class ArrowAxis { Horizontal, Vertical };
/// The index that the arrow leads to from `at` among `count`: −1 for left or up, +1 for right or down.
int moved_by(ImGuiDir arrow, int at, int count, ArrowAxis axis = ArrowAxis::Horizontal);

/// Whether the widget with the focus owns the key, which then is no shortcut.
bool focus_takes(int key);

/// The script name of the widget with the focus; "none" without one.
std::string focus_name();

/// The script name of the text field that is typed into; "none" without one.
std::string typed_name();

/// Once a frame, after everything is drawn: reads the keys, moves the focus and draws its ring.
void update_focus();

}  // namespace attnlab
