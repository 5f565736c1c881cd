// The choice of the panel that is visible if there is no room for all.
#pragma once

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// As a line of names in `box`; nothing if that is empty.
void draw_panel_line(const Box& box, const ViewModel& model, const Emit& emit);

/// As a menu of the bar, in a window too low for a line; nothing if panels are chosen otherwise.
void draw_panel_menu(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
