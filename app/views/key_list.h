// The list of keys in the help.
#pragma once

namespace attnlab {

/// Draws the keys of the program at the cursor, in groups, side by side where the window is wide.
void draw_key_list();

}  // namespace attnlab
